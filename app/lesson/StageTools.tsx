/** Behind the door of the stage: back to the step, and what one may take away of its run. */
import { Suspense, useState } from "react";
import { copy, CopiedLine } from "../controls/CopiedLine.tsx";
import type { Copied } from "../controls/CopiedLine.tsx";
import { fetched } from "../controls/fetched.tsx";
import { useBench, useBenchStore } from "../lab/context.ts";
import { addressOf } from "../setup/location.ts";
import { useHides, withPresentation } from "../setup/presentation.ts";
import { writeLink } from "../setup/write-link.ts";
import { useLesson } from "./context.ts";
import { toggleStands, useStands } from "./tools.ts";

const RunInWords = fetched("The run in words", () => import("./RunInWords.tsx").then((m) => m.RunInWords));
const ExportPanel = fetched("Export", () => import("../lab/ExportPanel.tsx").then((m) => m.ExportPanel));

interface Props {
  readonly onBack: () => void;
  /** Whether a part of the run is still covered: then there is nothing to compare it with, and nothing to tell. */
  readonly covered: boolean;
}

export function StageTools({ onBack, covered }: Props) {
  const store = useBenchStore();
  const setup = useBench((bench) => bench.setup);
  const chart = useBench((bench) => bench.chart.name);
  const shown = useBench((bench) => bench.work.shown);
  const [exporting, setExporting] = useState(false);
  const [telling, setTelling] = useState(false);
  const [copied, setCopied] = useState<Copied | null>(null);
  const hides = useHides();
  const stands = useStands();
  const { lesson, step } = useLesson();
  const from = { lesson: lesson.slug, step: lesson.steps.indexOf(step) + 1 };
  const link = addressOf(withPresentation(writeLink(setup, undefined, chart), from));
  const bare = (
    name: string,
    onClick: () => void,
    rest: { disabled?: boolean; "aria-pressed"?: boolean; "aria-expanded"?: boolean } = {},
  ) => (
    <button type="button" className="btn small bare" onClick={onClick} {...rest}>
      {name}
    </button>
  );
  return (
    <>
      <div className="row stage-tools" role="group" aria-label="Tools">
        <button type="button" className="btn small bare keys" onClick={onBack} aria-keyshortcuts="B">
          <kbd aria-hidden="true">B</kbd> back to this step
        </button>
        {!hides("pin") &&
          bare("Pin", () => void import("../lab/pin.ts").then((pin) => pin.pinPresent(store)), {
            disabled: shown === null || covered,
          })}
        {!hides("events") &&
          bare("In words", () => setTelling(!telling), { disabled: shown === null, "aria-expanded": telling })}
        {bare("Fly at once", toggleStands, { "aria-pressed": !stands })}
        {!hides("link") && bare("Link", () => void copy(link).then(setCopied))}
        {!hides("export") && (
          <button
            type="button"
            className="btn small"
            disabled={shown === null}
            aria-expanded={exporting}
            onClick={() => setExporting(!exporting)}
          >
            Export
          </button>
        )}
      </div>
      <CopiedLine copied={copied} />
      {telling && covered && (
        <p className="note" role="status">
          These words would give the answer away. Commit your guess first: then they stand here.
        </p>
      )}
      {telling && shown !== null && !covered && (
        <Suspense fallback={<p className="note">The run in words is loading.</p>}>
          <RunInWords run={shown.run} />
        </Suspense>
      )}
      {exporting && shown !== null && (
        <Suspense fallback={<p className="note">Export is loading.</p>}>
          <ExportPanel run={shown.run} link={link} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  );
}
