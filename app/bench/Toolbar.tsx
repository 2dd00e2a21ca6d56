import { useHides } from "../setup/presentation.ts";
import { useBench, useBenchStore } from "../lab/context.ts";
import { PinButton } from "./PinButton.tsx";
import { PinnedLine } from "./PinnedLine.tsx";
import { experimentOf } from "../setup/setup.ts";
import { redo, undo } from "../lab/store.ts";

/** The element that opens the drawer, which gets the focus back when it closes. */
export const EXPORT_BUTTON = "export";

interface Props {
  /** Whether the question stands here. */
  readonly asks: boolean;
  readonly exporting: boolean;
  readonly onExport: () => void;
  readonly onLink: () => void;
}

/** Title and question of the experiment; undo, redo, link, export. */
export function Toolbar({ asks, exporting, onExport, onLink }: Props) {
  const store = useBenchStore();
  const experiment = experimentOf(useBench((state) => state.setup));
  const canUndo = useBench((state) => state.past.length > 0);
  const canRedo = useBench((state) => state.future.length > 0);
  const ran = useBench((state) => state.work.shown !== null);
  const hides = useHides();
  return (
    <header className="toolbar">
      <h1>{experiment.title}</h1>
      <div className="tools">
        {(canUndo || canRedo) && (
          <div className="seg">
            <button type="button" disabled={!canUndo} onClick={() => undo(store)} aria-keyshortcuts="Control+Z">
              Undo
            </button>
            <button type="button" disabled={!canRedo} onClick={() => redo(store)} aria-keyshortcuts="Control+Shift+Z">
              Redo
            </button>
          </div>
        )}
        {!hides("pin") && <PinButton />}
        {!hides("link") && (
          <button type="button" className="btn small bare" disabled={!ran} onClick={onLink} aria-keyshortcuts="L">
            Link
          </button>
        )}
        {!hides("export") && (
          <button
            type="button"
            id={EXPORT_BUTTON}
            className="btn small"
            disabled={!ran}
            aria-expanded={exporting}
            onClick={onExport}
            aria-keyshortcuts="E"
          >
            Export
          </button>
        )}
      </div>
      {asks && <p className="question">{experiment.question}</p>}
      {!hides("pin") && <PinnedLine />}
    </header>
  );
}
