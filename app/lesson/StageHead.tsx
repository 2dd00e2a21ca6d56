import { Suspense, useState } from "react";
import { fetched } from "../controls/fetched.tsx";
import { useBench, useBenchStore } from "../lab/context.ts";
import { copy, CopiedLine } from "../controls/CopiedLine.tsx";
import type { Copied } from "../controls/CopiedLine.tsx";
import { experimentOf } from "../setup/setup.ts";
import { writeLink } from "../setup/write-link.ts";
import { addressOf } from "../setup/location.ts";
import { useHides, withPresentation } from "../setup/presentation.ts";
import { useLesson } from "./context.ts";
import { setText } from "../setup/setting-text.ts";
import { Later } from "./later.tsx";

const ExportPanel = fetched("Export", () => import("../lab/ExportPanel.tsx").then((m) => m.ExportPanel));

/** "Null()" of "Firefly RPC: Null()". */
const shortTitle = (title: string): string => title.slice(title.indexOf(":") + 1).trim();

interface Props {
  /** Whether the reader has wandered off from what the step shows. */
  readonly away: boolean;
  readonly onBack: () => void;
  /** Whether a part of the run is still covered: then there is nothing to compare it with. */
  readonly covered: boolean;
}

/** Names the run on the stage, with a button back to the step's own run and the tools for it. */
export function StageHead({ away, onBack, covered }: Props) {
  const store = useBenchStore();
  const setup = useBench((bench) => bench.setup);
  const chart = useBench((bench) => bench.chart.name);
  const shown = useBench((bench) => bench.work.shown);
  const hasPins = useBench((bench) => bench.pins.list.length > 0);
  const [exporting, setExporting] = useState(false);
  const [copied, setCopied] = useState<Copied | null>(null);
  const hides = useHides();
  const { lesson, step } = useLesson();
  const from = { lesson: lesson.slug, step: lesson.steps.indexOf(step) + 1 };
  const link = addressOf(withPresentation(writeLink(setup, undefined, chart), from));
  const bare = (name: string, onClick: () => void, rest: { disabled?: boolean } = {}) => (
    <button type="button" className="btn small bare" onClick={onClick} {...rest}>
      {name}
    </button>
  );
  return (
    <>
      <header className="head">
        <h2>{shortTitle(experimentOf(setup).title)}</h2>
        <span className="note settings-text" title={setText(setup)}>
          {setText(setup)}
        </span>
        <div className="acts">
          {away && (
            <button type="button" className="btn small" onClick={onBack} aria-keyshortcuts="B">
              Back to the step
            </button>
          )}
          {!hides("pin") &&
            bare("Pin", () => void import("../lab/pin.ts").then((pin) => pin.pinPresent(store)), {
              disabled: shown === null || covered,
            })}
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
      </header>
      <CopiedLine copied={copied} />
      {hasPins && !hides("pin") && !covered && <Later.PinRow />}
      {exporting && shown !== null && (
        <Suspense fallback={<p className="note">Export is loading.</p>}>
          <ExportPanel run={shown.run} link={link} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  );
}
