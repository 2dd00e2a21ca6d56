import { useBench } from "./context.ts";

interface Props {
  readonly exporting: boolean;
  readonly onExport: () => void;
}

const PARTS = [
  { id: "figures", name: "Figures" },
  { id: "settings", name: "Settings" },
  { id: "details", name: "Inspector" },
] as const;

/** On a phone: the parts of the page within reach of a thumb. The timeline's steps stand above it (--dock-height). */
export function Dock({ exporting, onExport }: Props) {
  const ran = useBench((state) => state.shown !== null);
  const show = (id: string): void => {
    const part = document.getElementById(id);
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  };
  return (
    <div className="dock" role="group" aria-label="Parts of the page">
      <div className="seg">
        {PARTS.map(({ id, name }) => (
          <button key={id} type="button" onClick={() => show(id)}>
            {name}
          </button>
        ))}
      </div>
      <button type="button" className="btn" disabled={!ran} aria-expanded={exporting} onClick={onExport}>
        Export
      </button>
    </div>
  );
}
