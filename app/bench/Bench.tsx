import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { fetched } from "../controls/fetched.tsx";
import { addressOf } from "../setup/location.ts";
import { LOW, PHONE, useMedia } from "../controls/media.ts";
import { useGlobalKeys } from "../controls/page-keys.ts";
import { useHides, usePresentation } from "../setup/presentation.ts";
import { AnswerBoard } from "./AnswerBoard.tsx";
import { useBench, useBenchStore } from "../lab/context.ts";
import { copy, CopiedLine } from "../controls/CopiedLine.tsx";
import type { Copied } from "../controls/CopiedLine.tsx";
import { ExperimentChooser } from "./ExperimentChooser.tsx";
import { FaultPanel } from "../lab/FaultPanel.tsx";
import { Chosen } from "./Chosen.tsx";
import { Figures } from "./Figures.tsx";
import { placeOf } from "./session.ts";
import { ParameterPanel } from "../lab/ParameterPanel.tsx";
import { setupKey } from "../setup/setup.ts";
import { redo, undo } from "../lab/store.ts";
import { EXPORT_BUTTON, Toolbar } from "./Toolbar.tsx";
import { Views } from "./Views.tsx";
import { useIsCrowdShown, useView } from "./views.ts";

const Dock = fetched("The dock", () => import("./Dock.tsx").then((m) => m.Dock));
const ExportPanel = fetched("Export", () => import("../lab/ExportPanel.tsx").then((m) => m.ExportPanel));

/** The parts of the column of settings. */
const SETTINGS = ["experiment", "parameters", "faults"] as const;

/** The address of all that the bench shows, with the hash of its run where that is there. */
function useLink(hash: string | undefined): string {
  const setup = useBench((state) => state.setup);
  const pins = useBench((state) => state.pins);
  const chart = useBench((state) => state.chart);
  const lost = useBench((state) => state.lost);
  const axis = useBench((state) => state.axis);
  const rung = useBench((state) => state.rung);
  const view = useBench((state) => state.view);
  const linked = hash === undefined ? undefined : { version: __ROUNDTRIP_VERSION__, hash };
  return addressOf(placeOf({ setup, pins, chart, lost, view, axis, rung }, linked));
}

/** The settings, without what a link hides; false where it hides all of them. */
function useSettings(): ReactNode {
  const hides = useHides();
  return (
    SETTINGS.some((part) => !hides(part)) && (
      <aside className="settings" id="settings" tabIndex={-1} aria-label="Settings">
        {!hides("experiment") && <ExperimentChooser />}
        {!hides("parameters") && <ParameterPanel few />}
        {!hides("faults") && <FaultPanel few />}
      </aside>
    )
  );
}

/** The lab bench: parameters and faults, the figures of the run, and the inspector. */
export function Bench() {
  const store = useBenchStore();
  const setup = useBench((state) => state.setup);
  const shown = useBench((state) => state.work.shown);
  const [open, setOpen] = useState(false);
  const [copied, setCopied] = useState<{ readonly key: string; readonly result: Copied } | null>(null);
  const key = setupKey(setup);
  const current = shown?.key === key ? shown : null;
  const link = useLink(current?.run.traceHash);
  const copyLink = (): void => void copy(link).then((result) => setCopied({ key, result }));
  const wide = useMedia("(min-width: 89.625em)"); // as styles/bench.css: the inspector beside the figures
  const narrow = useMedia(PHONE); // as there: with a dock
  const exporting = open && shown !== null;
  const closeExport = (): void => {
    setOpen(false);
    document.getElementById(EXPORT_BUTTON)?.focus();
  };
  const toggleExport = (): void => (exporting ? closeExport() : setOpen(true));
  const exportFromDock = (): void => {
    toggleExport();
    document.getElementById("figures")?.scrollIntoView();
  };
  const crowd = useIsCrowdShown(); // it says its question itself
  const hides = useHides();
  useGlobalKeys({
    ...(hides("export") ? {} : { export: toggleExport }),
    ...(hides("link") ? {} : { link: copyLink }),
    undo: () => undo(store),
    redo: () => redo(store),
  });
  const form = useSettings();
  const hasInspector = !hides("inspector");
  const view = useView();
  const [beside, setBeside] = useState<HTMLElement | null>(null);
  const charted = wide && !hides("chart") && view !== "sweep" && view !== "search";
  const side = hasInspector || charted || (wide && !hides("answers"));
  // In a frame of another page the figures come first: they are what the page shows.
  const framed = usePresentation().embed && !wide;
  const answersAfter = useMedia(LOW) || framed || crowd; // the figure comes first
  const answers = !hides("answers") && <AnswerBoard />;
  return (
    <>
      <div className={["bench", form === false ? "no-settings" : "", side ? "" : "no-side"].join(" ").trim()}>
        {!framed && form}
        <main id="figures" tabIndex={-1}>
          <Toolbar asks={!crowd} exporting={exporting} onExport={toggleExport} onLink={copyLink} />
          <CopiedLine copied={copied?.key === key ? copied.result : null} />
          {exporting && (
            <Suspense fallback={<p className="note">Export is loading.</p>}>
              <ExportPanel run={shown.run} link={link} onClose={closeExport} />
            </Suspense>
          )}
          <Views />
          {!wide && !answersAfter && answers}
          <Figures beside={charted ? beside : null} />
          {!wide && answersAfter && answers}
        </main>
        {framed && form}
        {side && (
          <div className="side">
            {wide && answers}
            {hasInspector && <Chosen />}
            {charted && <div ref={setBeside} />}
          </div>
        )}
      </div>
      {narrow && (
        <Suspense fallback={<nav className="dock" aria-label="Parts of the page" />}>
          <Dock exporting={exporting} onExport={exportFromDock} />
        </Suspense>
      )}
    </>
  );
}
