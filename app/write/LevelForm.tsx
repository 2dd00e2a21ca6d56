/**
 * One level: its goal, the rules as a table or a program, the attack, and what it has found. A lesson shows it without
 * the page around it: `<LevelForm level={levelOf(2)} brought={NOTHING_BROUGHT} onJudged={…} />`.
 */
import { Suspense, useRef, useState } from "react";
import { LEVELS, type Level } from "../../engine/explore/written/levels.ts";
import type { Verdict } from "../../engine/explore/written/judge.ts";
import { PROPERTIES } from "../../engine/protocols/promises.ts";
import { programOf } from "../../engine/protocols/written/program-of.ts";
import { rulesText } from "../../engine/protocols/written/rules.ts";
import { copy, CopiedLine, type Copied } from "../controls/CopiedLine.tsx";
import { fetched } from "../controls/fetched.tsx";
import { hrefOf, placeAt } from "../setup/link-table.ts";
import { addressOf } from "../setup/location.ts";
import { Result } from "./Result.tsx";
import { RuleTable } from "./RuleTable.tsx";
import type { Brought } from "./brought.ts";
import { useRules, type Rules } from "./use-rules.ts";
import { useVerdict, type State } from "./use-verdict.ts";
import { faultsAllowed } from "./words.ts";
import "./write.css";
import { Segments } from "../controls/Segments.tsx";

const CodeForm = fetched("The editor", () => import("./CodeForm.tsx").then((m) => m.CodeForm));

interface Props {
  readonly level: Level;
  readonly brought: Brought;
  /** Told each verdict on the reader’s rules. */
  readonly onJudged?: (verdict: Verdict) => void;
}

/** One fault more than the level asks for. */
const HARDER = 3;

export function LevelForm({ level, brought, onJudged }: Props) {
  const rules = useRules(level, brought);
  const { form } = rules.kept;
  const text = form === "table" ? { rules: rulesText(rules.rules) } : { code: rules.code };
  const { state, attack, attacker } = useVerdict(level.number, text, (verdict) => {
    // A search with other faults than the level’s says nothing of it.
    if (verdict.faults === level.faults) rules.judged(verdict.tag === "solved");
    onJudged?.(verdict);
  });
  const status = useRef<HTMLElement>(null);
  const attackInView = (faults?: number): void => {
    attack(faults);
    status.current?.scrollIntoView({ block: "nearest" });
  };
  const fault = state.tag === "judged" && state.verdict.tag === "faulty" ? state.verdict.fault.place : null;
  const fromTable = programOf(rules.rules);
  return (
    <div className="write-level">
      <Goal level={level} />
      <div className="write-work">
        <div className="write-form">
          <FormChoice form={form} onForm={rules.setForm} />
          {form === "table" ? (
            <RuleTable level={level} rules={rules.rules} onSet={rules.set} />
          ) : (
            <Suspense fallback={<p className="note">The editor is loading.</p>}>
              <CodeForm
                code={rules.code}
                fault={fault}
                onCode={rules.setCode}
                onAttack={() => attack()}
                onTable={rules.code === fromTable ? null : () => rules.putCode(fromTable)}
              />
            </Suspense>
          )}
          <Tools level={level} rules={rules} state={state} attack={attackInView} />
          <Help level={level} rules={rules} />
        </div>
        <Result level={level} state={state} attacker={attacker} status={status} />
      </div>
    </div>
  );
}

function Goal({ level }: { readonly level: Level }) {
  return (
    <div className="write-goal">
      {level.goal.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <details>
        <summary>What is judged</summary>
        <p>{faultsAllowed(level)} The program makes a call, and then another.</p>
        <ul>
          {level.promises.map((property) => (
            <li key={property}>{PROPERTIES[property]}</li>
          ))}
        </ul>
        <p>
          The packets of a call without a fault are counted, too. There should be as few as the promises allow to a
          table; a program may take fewer.
        </p>
      </details>
    </div>
  );
}

interface FormProps {
  readonly form: "table" | "code";
  readonly onForm: (form: "table" | "code") => void;
}

const FORMS = [
  { value: "table", text: "As a table" },
  { value: "code", text: "As a program" },
] as const;

const FormChoice = ({ form, onForm }: FormProps) => (
  <Segments label="The rules" choices={FORMS} chosen={form} onChoose={onForm} />
);

interface ToolsProps {
  readonly level: Level;
  readonly rules: Rules;
  readonly state: State;
  readonly attack: (faults?: number) => void;
}

function Tools({ level, rules, state, attack }: ToolsProps) {
  const [copied, setCopied] = useState<Copied | null>(null);
  const { form } = rules.kept;
  const share = (): void => {
    const carried = form === "table" ? { rules: rulesText(rules.rules) || "book" } : { code: rules.code };
    void copy(addressOf(placeAt("write", [String(level.number)], carried))).then(setCopied);
  };
  return (
    <>
      <div className="row write-tools">
        <button type="button" className="btn primary" onClick={() => attack()}>
          Attack
        </button>
        <button type="button" className="btn small" disabled={state.tag === "attacking"} onClick={() => attack(HARDER)}>
          Attack with three faults
        </button>
        <button type="button" className="btn small" disabled={rules.undo === null} onClick={() => rules.undo?.()}>
          Undo
        </button>
        <button type="button" className="btn small" onClick={rules.startAgain}>
          Start again
        </button>
        <button type="button" className="btn small" onClick={share}>
          Copy link
        </button>
      </div>
      <CopiedLine copied={copied} />
      {!rules.isKept && (
        <p className="note">This browser keeps nothing, so your rules are lost when you close the page.</p>
      )}
    </>
  );
}

function Help({ level, rules }: { readonly level: Level; readonly rules: Rules }) {
  const next = LEVELS.find(({ number }) => number === level.number + 1);
  const showSolution = (): void => {
    if (rules.kept.form === "table") rules.setRules(level.solution);
    else rules.putCode(programOf(level.solution));
  };
  return (
    <div className="write-help">
      <details>
        <summary>A hint</summary>
        <p>{level.hint}</p>
      </details>
      <details>
        <summary>The solution</summary>
        <p>{level.why}</p>
        <button type="button" className="btn small" onClick={showSolution}>
          Put it in
        </button>
      </details>
      {rules.kept.solved && next !== undefined && (
        <p>
          <a href={hrefOf("write", [String(next.number)])}>Next level: {next.title}</a>
        </p>
      )}
    </div>
  );
}
