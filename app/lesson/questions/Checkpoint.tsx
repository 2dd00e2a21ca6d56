/** A checkpoint: what the reader set is run afresh, and every bound stands beside its value. */
import { useEffect, useId, useState } from "react";
import type { ReactNode } from "react";
import type { NumberParam, Param } from "../../../engine/experiments/types.ts";
import { countsOf, judge, nearReply } from "../../../lessons/judge.ts";
import type { Attempt, Judgement } from "../../../lessons/judge.ts";
import { idleWhy, withDefaults } from "../../../engine/experiments/settings.ts";
import { experimentNamed } from "../../../lessons/named.ts";
import type { Checkpoint as CheckpointData, CheckpointPart, ParamValues } from "../../../lessons/types.ts";
import { useBenchStore } from "../../lab/context.ts";
import { FaultPanel } from "../../lab/FaultPanel.tsx";
import { ChoiceParameter } from "../../controls/ChoiceParameter.tsx";
import { NumberParameter } from "../../controls/NumberParameter.tsx";
import { counted, plainText } from "../../words/numbers.ts";
import { useHides } from "../../setup/presentation.ts";
import type { CheckRecord } from "../../record/record.ts";
import { Prose, usePlainText } from "../text/Numbers.tsx";
import { guessStep, isUncovered, useLesson, useRecord } from "../context.ts";
import { OnDesk } from "../on-desk.tsx";
import type { Goals } from "../context.ts";
import { checkEntry, choiceEntry, logged } from "../record/log.ts";
import { BoundsTable } from "./Bounds.tsx";
import { goalsOf } from "./checkpoint-goals.ts";
import { LiveGoals } from "./LiveGoals.tsx";
import { OwnNumbers } from "./OwnNumbers.tsx";
import { FRESH } from "./checkpoint-parts.ts";
import { useLive } from "./use-live.ts";
import { useParts } from "./use-parts.ts";
import type { PartsHere } from "./use-parts.ts";
import { Question } from "./Options.tsx";
import { Reply, useReply } from "./Reply.tsx";
import { Verdict } from "./Verdict.tsx";
import { messageOf } from "../../words/message-of.ts";

/** After this many failures the next hint comes by itself. */
const PATIENCE = 2;

/** A parameter between narrower limits, if there are any. */
function withinLimits(param: NumberParam, limits: readonly [number, number] | undefined): NumberParam {
  const [min, max] = limits ?? [param.min, param.max];
  return { ...param, min, max, default: Math.min(max, Math.max(min, param.default)) };
}

interface ControlsProps {
  readonly part: CheckpointPart;
  readonly set: ParamValues;
  readonly onPut: (key: string, value: string | number) => void;
}

/**
 * A parameter as a part asks for it: a name of its own goes without the experiment’s words, which speak of other
 * settings, and it goes back to where the step begins.
 */
function asAsked<P extends Param>(param: P, key: string, part: CheckpointPart, begins: ParamValues): P {
  const label = part.labels?.[key];
  const value = { ...begins, ...part.begin }[key] ?? param.default;
  return { ...param, default: value, ...(label === undefined ? {} : { label, why: "" }) };
}

/** The controls of a part. What is set here is run and shown on the stage. */
function Controls({ part, set, onPut: put }: ControlsProps) {
  const { stage } = useLesson().step;
  const begins = stage.experiment === part.experiment ? { ...part.set, ...stage.set } : (part.set ?? {});
  const experiment = experimentNamed(part.experiment);
  const { params } = experiment;
  const all = withDefaults(experiment, { ...part.set, ...set });
  return part.free.map((key) => {
    const named = params[key];
    if (named === undefined) return null;
    const param = asAsked(named, key, part, begins);
    return param.kind === "number" ? (
      <NumberParameter
        key={key}
        param={withinLimits(param, part.within?.[key])}
        idle={idleWhy(param, all)}
        value={Number(set[key])}
        onChange={(value) => put(key, value)}
      />
    ) : (
      <ChoiceParameter
        key={key}
        param={param}
        idle={idleWhy(param, all)}
        value={String(set[key])}
        onChange={(value) => put(key, value)}
      />
    );
  });
}

interface OutcomeProps {
  readonly part: CheckpointPart;
  readonly judgement: Judgement;
  readonly set: ParamValues;
  readonly heading: ReturnType<typeof useReply>[0];
  /** Whether the reader has set something else since. */
  readonly isOld: boolean;
}

function Outcome({ part, judgement, set, heading, isOld }: OutcomeProps) {
  const { bounds, neighbour, passed, changes, lines } = judgement;
  const near = passed ? undefined : nearReply(part, set, bounds);
  const param = neighbour === null ? undefined : experimentNamed(part.experiment).params[neighbour.param];
  const unit = param?.kind === "number" ? param.unit : "";
  return (
    <Reply heading={heading} right={passed} title={passed ? "Passed" : isOld ? "Your last try: not yet" : "Not yet"}>
      {changes !== null && (
        <p>
          Change {counted(changes.wanted, "parameter")}; you have changed {changes.got}.
        </p>
      )}
      {lines !== null && (
        <p>
          {lines.got === 0
            ? "Nothing goes wrong yet. Add a fault line."
            : `Use at most ${counted(lines.most, "fault line")}; you have ${lines.got}.`}
        </p>
      )}
      <BoundsTable bounds={bounds} />
      {neighbour !== null && (
        <p>
          {plainText(neighbour.value)} {unit}{" "}
          {neighbour.fails ? "fails, so your value is the limit." : "passes too, so your value is not the limit."}
        </p>
      )}
      {near !== undefined && <Prose text={near} />}
    </Reply>
  );
}

interface PartProps {
  readonly part: CheckpointPart;
  readonly parts: PartsHere;
  readonly record: CheckRecord;
  /** How far it is, while the reader tries. */
  readonly goals: ReactNode;
  readonly onSubmitted: (attempt: Attempt, passed: boolean) => void;
  /** Whether other parts have controls beside these. */
  readonly several: boolean;
}

function Part({ part, parts, record, goals, onSubmitted, several }: PartProps) {
  const [heading, answered] = useReply();
  const says = usePlainText();
  const { engine } = useLesson();
  const store = useBenchStore();
  const attempt = parts.attemptOf(part);
  const { set } = attempt;
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly judgement: Judgement; readonly given: Attempt } | string | null>(
    null,
  );
  const submit = async (): Promise<void> => {
    if (busy) return;
    // A value that is still being typed counts: its field takes it when it loses the focus.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    parts.takeUp(part); // what is judged is what the stage shows
    const { faults } = store.getState().setup;
    const given = { ...parts.attemptOf(part), faults: part.breaks === undefined ? [] : faults };
    setBusy(true);
    answered();
    try {
      const judgement = await judge(part, given, engine);
      setOutcome({ judgement, given: parts.attemptOf(part) });
      onSubmitted(given, judgement.passed);
    } catch (error) {
      setOutcome(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <div className={several && !parts.isShown(part) ? "part-check elsewhere" : "part-check"}>
      <Prose className="q" text={part.title} />
      {goals}
      {part.onStage !== true && part.free.length > 0 && (
        <OnDesk>
          <div className="row desk-part" role="group" aria-label={says(part.title)}>
            {several && <Prose className="q" text={part.title} />}
            <Controls part={part} set={set} onPut={(key, value) => parts.put(part, key, value)} />
          </div>
        </OnDesk>
      )}
      <div className="row asked-row">
        <button
          type="button"
          className="btn small primary"
          aria-disabled={busy}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void submit()}
        >
          Submit
        </button>
        {!parts.isShown(part) && (
          <button type="button" className="btn small bare" onClick={() => parts.takeUp(part)}>
            Show it on the stage
          </button>
        )}
        {record.passed && (typeof outcome === "string" || outcome?.judgement.passed !== true) && (
          <Verdict right>Passed before</Verdict>
        )}
        {record.passed && record.faults.length > 0 && <code>{record.faults.join("; ")}</code>}
      </div>
      <div role="status">
        {busy && <p className="note">The engine runs it again.</p>}
        {!busy && typeof outcome === "string" && <p className="error">The run stopped: {outcome}</p>}
        {!busy && outcome !== null && typeof outcome !== "string" && (
          <Outcome
            part={part}
            heading={heading}
            judgement={outcome.judgement}
            set={outcome.given.set}
            isOld={JSON.stringify(outcome.given) !== JSON.stringify(attempt)}
          />
        )}
      </div>
    </div>
  );
}

interface HelpProps {
  readonly checkpoint: CheckpointData;
  readonly given: number; // hints
  readonly told: boolean;
  readonly passed: boolean;
  readonly onHint: () => void;
  readonly onTell: () => void;
}

/** A question of the same kind, once the answer is known. */
function Another({ checkpoint }: { readonly checkpoint: CheckpointData }) {
  const [record, change] = useRecord();
  const { id, variant } = checkpoint;
  const chosen = record.variants[id] ?? null;
  const choose = (option: string): void =>
    change((before) => {
      const after = { ...before, variants: { ...before.variants, [id]: option } };
      if (chosen !== null) return after; // the first choice counts
      return logged(after, choiceEntry(`${id}/variant`, "variant", variant.options, option));
    });
  return (
    <>
      <p className="another">A similar question</p>
      <Question {...variant} chosen={chosen} onChoose={choose} />
    </>
  );
}

function Hints({ hints }: { readonly hints: readonly string[] }) {
  return (
    <ol className="hints" aria-label="Hints">
      {hints.map((hint, i) => (
        <li key={i}>
          <Prose text={hint} />
        </li>
      ))}
    </ol>
  );
}

/** What stood in the way, once it is passed: folded, not gone. */
function Passed({ checkpoint, given }: { readonly checkpoint: CheckpointData; readonly given: number }) {
  return (
    <>
      <details className="passed">
        <summary>{given > 0 ? "Hints and solution" : "Solution"}</summary>
        <Hints hints={checkpoint.hints.slice(0, given)} />
        <Prose text={checkpoint.solution} />
      </details>
      <Another checkpoint={checkpoint} />
    </>
  );
}

/** Hints one by one, then the solution, then a variant. */
function Help({ checkpoint, given, told, passed, onHint, onTell }: HelpProps) {
  const { hints, solution } = checkpoint;
  if (passed) return <Passed checkpoint={checkpoint} given={given} />;
  return (
    <>
      <Hints hints={hints.slice(0, given)} />
      <div className="row asked-row">
        {given < hints.length && (
          <button type="button" className="btn small bare" onClick={onHint}>
            Hint
          </button>
        )}
        {given >= hints.length && !told && (
          <button type="button" className="btn small bare" onClick={onTell}>
            Solution
          </button>
        )}
      </div>
      {told && (
        <>
          <div className="reply">
            <Prose text={solution} />
          </div>
          <Another checkpoint={checkpoint} />
        </>
      )}
    </>
  );
}

export function Checkpoint() {
  const { step } = useLesson();
  const { checkpoint } = step;
  return checkpoint === undefined ? null : <Open checkpoint={checkpoint} />;
}

/** Tells the stage of the goals of a part; of none where they would give an answer away. */
function useTold(part: CheckpointPart | undefined, { results, isOld }: ReturnType<typeof useLive>): void {
  const { onGoals } = useLesson();
  const plain = usePlainText();
  const told = JSON.stringify(part === undefined ? null : goalsOf(part, results[part.id] ?? [], isOld, plain));
  useEffect(() => onGoals(JSON.parse(told) as Goals | null), [told, onGoals]);
  useEffect(() => () => onGoals(null), [onGoals]);
}

function Open({ checkpoint }: { readonly checkpoint: CheckpointData }) {
  const { lesson, step } = useLesson();
  const [record, change] = useRecord();
  const store = useBenchStore();
  const [here, hides] = [useParts(checkpoint), useHides()];
  const title = useId();
  const keyOf = (part: string): string => `${checkpoint.id}/${part}`;
  const of = (part: string): CheckRecord => record.checks[keyOf(part)] ?? FRESH;
  const put = (part: string, next: Partial<CheckRecord>): void =>
    change((before) => ({
      ...before,
      checks: { ...before.checks, [keyOf(part)]: { ...(before.checks[keyOf(part)] ?? FRESH), ...next } },
    }));
  const live = useLive(checkpoint.parts, here.attemptOf);
  const passed = checkpoint.parts.every((part) => of(part.id).passed);
  const guessAt = isUncovered(step, record) ? null : guessStep(lesson, step);
  const open = checkpoint.parts.filter((part) => !of(part.id).passed);
  const present = open.find(({ id }) => id === here.shown) ?? open[0] ?? checkpoint.parts[0];
  useTold(guessAt === null ? present : undefined, live);
  const breaking = checkpoint.parts.map(({ breaks }) => breaks).filter((breaks) => breaks !== undefined);
  const oneFault = breaking.length > 0 && breaking.every(({ most }) => most === 1);
  useEffect(() => {
    store.setState({ oneFault });
    return () => store.setState({ oneFault: false });
  }, [store, oneFault]);
  const [main] = checkpoint.parts;
  if (main === undefined) return null;
  const failures = checkpoint.parts.reduce((sum, part) => sum + of(part.id).failures, 0);
  const given = Math.min(
    checkpoint.hints.length,
    Math.max(of(main.id).hints, failures >= PATIENCE ? failures - PATIENCE + 1 : 0),
  );
  return (
    <section className="checkpoint" aria-labelledby={title}>
      <h3 id={title}>Checkpoint</h3>
      <Prose className="q lead" text={checkpoint.question} />
      <OwnNumbers />
      {breaking.length > 0 && (
        <OnDesk>
          <FaultPanel />
        </OnDesk>
      )}
      {checkpoint.parts.map((part) => (
        <Part
          key={part.id}
          part={part}
          parts={here}
          record={of(part.id)}
          several={checkpoint.parts.length > 1}
          goals={
            <LiveGoals
              part={part}
              results={live.results[part.id] ?? []}
              isOld={live.isOld}
              counts={countsOf(part, here.attemptOf(part))}
              guessAt={guessAt}
            />
          }
          onSubmitted={(attempt, passed) => {
            const before = of(part.id);
            const failures = before.failures + (passed ? 0 : 1);
            // What passed stays, whatever is tried after it.
            put(part.id, before.passed && !passed ? { failures } : { ...attempt, passed, failures });
            change((all) => logged(all, checkEntry(keyOf(part.id), passed)));
          }}
        />
      ))}
      {(passed || !hides("hints")) && (
        <Help
          checkpoint={checkpoint}
          given={given}
          told={of(main.id).told}
          passed={passed}
          onHint={() => put(main.id, { hints: given + 1 })}
          onTell={() => put(main.id, { told: true })}
        />
      )}
    </section>
  );
}
