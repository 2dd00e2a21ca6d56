/** Over the bytes on the wire: a button for each layer. Below the figure: the bytes of the chosen one. */
import { useRef } from "react";
import type { CSSProperties, KeyboardEvent } from "react";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { frameOf } from "../../trace/packet-facts.ts";
import { counted } from "../../words/numbers.ts";
import type { Figure } from "../figure/figure.ts";

interface LayersProps {
  readonly figure: Figure;
  readonly chosen: number;
  readonly onLayer: (layer: number) => void;
}

/** A finger needs so much. */
const LEAST = 24;

export function LayerButtons({ figure, chosen, onLayer }: LayersProps) {
  const box = useRef<HTMLDivElement>(null);
  const { layers, down } = figure;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.min(layers.length - 1, Math.max(0, chosen + by));
    onLayer(next);
    box.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div ref={box} className="tl-layers" role="group" aria-label="Bytes in the order of sending" onKeyDown={onKeyDown}>
      {layers.map(({ name, length, from, to, top, bottom }, i) => {
        const size = Math.max(LEAST, to - from);
        const at = (from + to - size) / 2;
        const place: CSSProperties = down
          ? { left: top, top: at, width: bottom - top, height: size }
          : { left: at, top, width: size, height: bottom - top };
        return (
          <button
            key={i}
            type="button"
            style={place}
            aria-pressed={i === chosen}
            aria-label={`${name}, ${counted(length, "byte")}`}
            onClick={() => onLayer(i)}
          />
        );
      })}
    </div>
  );
}

interface BytesProps {
  readonly trace: TraceData;
  readonly packet: number;
  readonly figure: Figure;
  readonly chosen: number;
}

/** So many bytes of a layer are written out; the inspector has all. */
const MOST = 96;

export function LayerBytes({ trace, packet, figure, chosen }: BytesProps) {
  const layer = figure.layers[chosen];
  if (layer === undefined) return null;
  const at = figure.layers.slice(0, chosen).reduce((sum, { length }) => sum + length, 0);
  const bytes = frameOf(trace, packet).subarray(at, at + layer.length);
  const hex = Array.from(bytes.subarray(0, MOST), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return (
    <p className="tl-layer-bytes">
      <b>
        {layer.name}, {counted(layer.length, "byte")}.
      </b>{" "}
      <code>
        {hex}
        {bytes.length > MOST && " …"}
      </code>
    </p>
  );
}
