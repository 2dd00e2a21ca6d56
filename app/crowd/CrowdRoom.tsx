/** A run of many calls as a crowd over time: the question, the answer, the figure, and what can be turned on it. */
import { useCallback, useState } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import type { Nanos } from "../../engine/kernel/time.ts";
import { translated } from "../language/text.ts";
import { useBench, useBenchStore, useLab } from "../lab/context.ts";
import { experimentOf, setupKey } from "../setup/setup.ts";
import { CrowdDrawing } from "./CrowdDrawing.tsx";
import { pieceAt } from "./facts.ts";
import { MomentCalls, OneCall, useCallsAround } from "./Moment.tsx";
import { Policies } from "./Policies.tsx";
import { Readings } from "./Readings.tsx";
import { useCrowd } from "./use-crowd.ts";
import { crowdAnswer, crowdQuestion } from "./words.ts";
import "./crowd.css";

/** A sentence with its numbers in bold: those between asterisks. */
const Said = ({ text }: { readonly text: string }) =>
  translated(text)
    .split("*")
    .map((part, i) => (i % 2 === 1 ? <b key={i}>{part}</b> : part));

interface Props {
  readonly run: Run;
  /** Of the figure, in px, where the page says so. */
  readonly height?: number;
  /** Whether other policies stand below it. */
  readonly compares?: boolean;
  /** Whether question and answer stand above it; else another text asks, and the figure tells no answer early. */
  readonly says?: boolean;
}

/** Room alone while the run is of another experiment than the page asks about: its numbers would answer nothing. */
export function CrowdRoom(props: Props) {
  const isAskedAbout = useBench((state) => state.setup.experiment === props.run.experiment);
  return isAskedAbout ? (
    <OneCrowd key={props.run.experiment} {...props} />
  ) : (
    <div className="crowd-room" aria-busy="true" />
  );
}

function OneCrowd({ run, height, compares = true, says = true }: Props) {
  const store = useBenchStore();
  const lab = useLab();
  const crowd = useCrowd(run, compares);
  const { view, wanted, isLate, isHeld, runs } = crowd;
  const [isOpen, setOpen] = useState(false); // calls around the moment
  const [time, setTime] = useState<Nanos | null>(null); // null: where the figure begins
  const asked = experimentOf(view.setup).question;
  const at = time === null ? 0.4 * view.until : Math.min(time, view.until);
  const goTo = useCallback((to: Nanos): void => setTime(Math.max(0, Math.min(view.until, to))), [view]);
  const hasCalls = view.crowd.of === "calls";
  const isStanding = hasCalls && !isLate && !isHeld && view.key === setupKey(run);
  const readAt = (pieceAt(view, at) + 0.5) * view.crowd.width;
  const around = useCallsAround(runs, view, isStanding ? run : null, readAt);
  const onCall = (call: number): void => {
    store.setState({ view: "call" });
    lab.lookAtCall(call);
  };
  return (
    <section className={says ? "crowd" : "crowd is-bare"} aria-label="The crowd over time">
      {says && (
        <header className="crowd-head">
          <h2>{crowdQuestion(view, asked)}</h2>
          <p>
            <Said text={crowdAnswer(view)} />
          </p>
        </header>
      )}
      <div className="crowd-body">
        <CrowdDrawing
          {...{ crowd, height, at }}
          isAsked={!says}
          isPinned={isOpen}
          onGo={goTo}
          onOpen={() => setOpen(hasCalls)}
        />
        <div className="crowd-side">
          <Readings view={view} time={at} />
          {says && isStanding && <OneCall calls={around.calls} />}
        </div>
      </div>
      {isOpen && isStanding && <MomentCalls {...{ view, around, onCall }} at={readAt} onClose={() => setOpen(false)} />}
      {compares && crowd.policies.length > 0 && (
        <Policies policies={crowd.policies} chosen={setupKey(wanted.setup)} isOld={isHeld} onChoose={crowd.choose} />
      )}
    </section>
  );
}
