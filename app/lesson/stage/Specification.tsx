/**
 * The specification of the run's procedure in an editor, with the descriptors that RP2Gen makes of it. The run follows
 * each text without a fault. Marks and buttons beside the descriptors change the text, too: nobody need type.
 */
import { useEffect, useId, useMemo, useState } from "react";
import {
  calledBy,
  OWN_SPECIFICATION,
  specificationText,
  specificationValue,
} from "../../../engine/experiments/multirpc/specification/texts.ts";
import { SPECIFICATION_PARAMS } from "../../../engine/experiments/multirpc/specification/params.ts";
import { RP2GEN } from "../../../engine/stubs/languages/rp2gen.ts";
import { StubKinds } from "../../lab/interface/StubKinds.tsx";
import { compiledOf } from "../../lab/interface/compile.ts";
import type { TextProblem } from "../../lab/interface/compile.ts";
import { useInterfaceEditor } from "../../lab/interface/use-interface-editor.ts";
import { useBench, useLab } from "../../lab/context.ts";
import { startPreviews } from "../../lab/preview.ts";
import { keepSource, keptSource } from "../../model/kept.ts";
import { setupKey } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { useLesson } from "../context.ts";
import { Descriptors } from "./Descriptors.tsx";
import { WordField } from "./WordField.tsx";
import "./specification.css";

/** What is wrong with a text: at a place, or as a whole. */
type Fault = { readonly at: TextProblem } | { readonly whole: string };

function faultOf(text: string): Fault | null {
  const outcome = compiledOf(RP2GEN, text);
  if ("problem" in outcome) return { at: outcome.problem };
  const read = OWN_SPECIFICATION.read(text.trim());
  return "problem" in read ? { whole: read.problem } : null;
}

/** @param figure the text with its descriptors, or size and time of both kinds of its stubs */
export function Specification({ figure }: { readonly figure: "specification" | "stubs" }) {
  const { step, tried } = useLesson();
  return figure === "stubs" ? <Kinds /> : <Editing key={`${step.id} ${tried ?? ""}`} />;
}

interface Draft {
  readonly text: string;
  /** The text of the run that it belongs to. */
  readonly of: string;
}

const withSpecification = (setup: Setup, specification: string): Setup => ({
  ...setup,
  parameters: { ...setup.parameters, specification },
});

/** The reader's text. It is the run's as long as it has no fault; a run from elsewhere replaces it. */
function useDraft(): readonly [Draft, (text: string, byKey?: boolean) => void] {
  const previews = useLab().previewsBy(startPreviews);
  const setup = useBench((bench) => bench.setup);
  const { state } = useLesson();
  const runs = useBench(({ setup }) => specificationText(String(setup.parameters["specification"] ?? "")));
  const ofStep = specificationText(String(state.set?.["specification"] ?? SPECIFICATION_PARAMS.specification.default));
  const [draft, setDraft] = useState<Draft>({ text: state.draft ?? ofStep, of: ofStep });
  const [seen, setSeen] = useState(runs);
  if (runs !== seen) {
    setSeen(runs);
    if (runs !== draft.of) setDraft({ text: runs, of: runs });
  }
  const write = (text: string, byKey = true): void => {
    if (faultOf(text) !== null) {
      setDraft({ text, of: draft.of });
      return;
    }
    const specification = specificationValue(text);
    setDraft({ text, of: specificationText(specification) });
    previews.settle(withSpecification(setup, specification), byKey ? "specification" : null);
  };
  return [draft, write];
}

/** The text that a hand on a parameter would make; the run follows it. */
function useHeldText(): readonly [string | null, (text: string | null) => void] {
  const previews = useLab().previewsBy(startPreviews);
  const setup = useBench((bench) => bench.setup);
  const [held, setHeld] = useState<string | null>(null);
  useEffect(() => previews.warm(), [previews]);
  const hold = (text: string | null): void => {
    setHeld(text);
    const next = text === null ? setup : withSpecification(setup, specificationValue(text));
    if (setupKey(next) === setupKey(setup)) previews.cancel();
    else previews.show(next);
  };
  return [held, hold];
}

/** The last text that the reader wrote at this step, as this browser keeps it; null where it is the step's own. */
function useLastText(text: string): { readonly last: string | null; readonly keep: (text: string) => void } {
  const { lesson, step } = useLesson();
  const name = `lesson-${lesson.slug}-${step.id}`;
  const [last, setLast] = useState(() => keptSource(name));
  const keep = (next: string): void => {
    keepSource(name, next);
    setLast(next);
  };
  return { last: last === text ? null : last, keep };
}

function Editing() {
  const [{ text, of }, write] = useDraft();
  const { last, keep } = useLastText(text);
  const fault = useMemo(() => faultOf(text), [text]);
  const shown = fault === null ? text : of; // the last text without a fault: its descriptors stay in view
  const [held, hold] = useHeldText();
  const put = (next: string, byKey?: boolean): void => {
    if (held !== null) hold(null);
    keep(next);
    write(next, byKey);
  };
  const problem = fault !== null && "at" in fault ? fault.at : null;
  const hint = useId();
  const onChange = (next: string): void => {
    if (next !== (held ?? text)) put(next); // the editor tells of texts that were put into it, too
  };
  const { holder, editor } = useInterfaceEditor({
    language: RP2GEN,
    text: held ?? text,
    problem,
    hint,
    onChange,
  });
  return (
    <section className="specification" aria-label="The specification">
      <div className="model interface-editor">
        <div ref={holder} className={fault === null ? "model-text" : "model-text wrong"} />
        <p id={hint} className="note">
          Each key compiles the text. Tab leaves the editor.
        </p>
        {fault === null ? (
          <p className="model-said">The compiler takes this text.</p>
        ) : (
          <p className="model-said error" role="alert">
            {"at" in fault ? (
              <>
                <button
                  type="button"
                  className="link"
                  onClick={() => editor.current?.goTo(fault.at.line, fault.at.column)}
                >
                  Line {fault.at.line}, column {fault.at.column}
                </button>
                : {fault.at.message}
              </>
            ) : (
              fault.whole
            )}{" "}
            The run is that of the last text without a fault.
          </p>
        )}
        {last !== null && (
          <button type="button" className="btn small" onClick={() => put(last)}>
            Take the last text that you wrote here
          </button>
        )}
      </div>
      <div>
        <Descriptors text={shown} held={held} locked={fault !== null} onHeld={hold} onChange={put} />
        <WordField text={shown} />
      </div>
    </section>
  );
}

/** Size and time of both kinds of stub, for the specification on the stage. */
function Kinds() {
  const value = useBench(({ setup }) => String(setup.parameters["specification"] ?? ""));
  const { subsystem } = useMemo(() => calledBy(value), [value]);
  return <StubKinds subsystem={subsystem} />;
}
