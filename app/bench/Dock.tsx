import { useBench, useBenchStore } from "./context.ts";

interface Props {
  readonly exporting: boolean;
  readonly onExport: () => void;
}

const PARTS = [
  { id: "figures", name: "Figures" },
  { id: "settings", name: "Set" },
  { id: "details", name: "Packet" },
] as const;

/** On a phone: the parts of the page and the one transport key that matters, within reach of a thumb. */
export function Dock({ exporting, onExport }: Props) {
  const store = useBenchStore();
  const playing = useBench((state) => state.playing);
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
      <button
        type="button"
        className="btn primary"
        disabled={!ran}
        onClick={() => store.setState({ playing: !playing })}
      >
        {playing ? "Pause" : "Play"}
      </button>
      <button type="button" className="btn" disabled={!ran} aria-expanded={exporting} onClick={onExport}>
        Export
      </button>
    </div>
  );
}
