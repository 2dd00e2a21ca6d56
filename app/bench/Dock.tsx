import { flushSync } from "react-dom";
import { useHides } from "../setup/presentation.ts";
import type { PartName } from "../setup/presentation.ts";
import { useBench, useBenchStore } from "../lab/context.ts";

interface Props {
  readonly exporting: boolean;
  readonly onExport: () => void;
}

const PARTS = [
  { id: "figures", name: "Figures", holds: [] },
  { id: "settings", name: "Settings", holds: ["experiment", "parameters", "faults"] },
  { id: "details", name: "Inspector", holds: ["inspector"] },
] as const satisfies readonly { readonly id: string; readonly name: string; readonly holds: readonly PartName[] }[];

/** On a phone: the parts of the page within reach of a thumb. The timeline's steps stand above it (--dock-height). */
export function Dock({ exporting, onExport }: Props) {
  const store = useBenchStore();
  const ran = useBench((state) => state.work.shown !== null);
  const hides = useHides();
  const there = PARTS.filter(({ holds }) => holds.length === 0 || holds.some((part) => !hides(part)));
  const show = (id: string): void => {
    if (id === "details") flushSync(() => store.setState({ inspects: true }));
    const part = document.getElementById(id);
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  };
  return (
    <nav className="dock" aria-label="Parts of the page">
      <div className="seg">
        {there.map(({ id, name }) => (
          <button key={id} type="button" onClick={() => show(id)}>
            {name}
          </button>
        ))}
      </div>
      {!hides("export") && (
        <button type="button" className="btn" disabled={!ran} aria-expanded={exporting} onClick={onExport}>
          Export
        </button>
      )}
    </nav>
  );
}
