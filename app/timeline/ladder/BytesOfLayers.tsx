/** Bytes on the wire in the hand: areas over the figure for a pointer; below it a button for each layer, its bytes. */
import { useRef } from "react";
import type { CSSProperties, KeyboardEvent } from "react";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { frameOf } from "../../trace/packet-facts.ts";
import { counted } from "../../words/numbers.ts";
import type { Figure } from "../../figure/figure.ts";

interface AreasProps {
  readonly figure: Figure;
  readonly onLayer: (layer: number) => void;
}

/** A box in the figure may be a few pixels wide: who needs more has the buttons below. */
export const LayerAreas = ({ figure: { layers, down }, onLayer }: AreasProps) => (
  <div className="tl-layer-areas" aria-hidden="true">
    {layers.map(({ from, to, top, bottom }, i) => {
      const place: CSSProperties = down
        ? { left: top, top: from, width: bottom - top, height: to - from }
        : { left: from, top, width: to - from, height: bottom - top };
      return <div key={i} style={place} onClick={() => onLayer(i)} />;
    })}
  </div>
);

interface BytesProps {
  readonly trace: TraceData;
  readonly packet: number;
  readonly figure: Figure;
  readonly chosen: number;
  readonly onLayer: (layer: number) => void;
}

/** So many bytes of a layer are written out; the inspector has all. */
const MOST = 96;

export function LayerBytes({ trace, packet, figure: { layers }, chosen, onLayer }: BytesProps) {
  const box = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.min(layers.length - 1, Math.max(0, chosen + by));
    onLayer(next);
    box.current?.querySelectorAll("button")[next]?.focus();
  };
  const layer = layers[chosen];
  if (layer === undefined) return null;
  const at = layers.slice(0, chosen).reduce((sum, { length }) => sum + length, 0);
  const bytes = frameOf(trace, packet).subarray(at, at + layer.length);
  const hex = Array.from(bytes.subarray(0, MOST), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return (
    <div className="tl-layers">
      <div ref={box} className="seg" role="group" aria-label="Bytes in the order of sending" onKeyDown={onKeyDown}>
        {layers.map(({ name, length }, i) => (
          <button
            key={i}
            type="button"
            aria-pressed={i === chosen}
            aria-label={`${name}, ${counted(length, "byte")}`}
            onClick={() => onLayer(i)}
          >
            {name}
          </button>
        ))}
      </div>
      <p className="tl-layer-bytes">
        <b>
          {layer.name}, {counted(layer.length, "byte")}.
        </b>{" "}
        <code>
          {hex}
          {bytes.length > MOST && " …"}
        </code>
      </p>
    </div>
  );
}
