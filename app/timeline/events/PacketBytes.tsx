/** The bytes of a packet, taken apart: fetched with the first packet, because it takes every format on the wire. */
import { useContext, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import type { Field, Layer } from "../../../engine/wire/layer.ts";
import { dissect } from "../../../engine/wire/layers.ts";
import { fieldAt, frameOf } from "../../trace/packet-facts.ts";
import { withNamedArguments } from "../../trace/argument-bytes.ts";
import { withNamedWords } from "../../trace/packet-words.ts";
import { counted } from "../../words/numbers.ts";
import { FieldsShown } from "./fields-shown.ts";

const ROW = 8;
/** So many bytes are shown at first: all of a small packet, the headers of a large one. */
const FIRST_BYTES = 128;

/** Layers, fields and bytes of a packet, with the arguments and results named where the programs have an interface. */
export function PacketBytes({ trace, row }: { readonly trace: TraceData; readonly row: number }) {
  const { interfaceText } = trace;
  const frame = useMemo(() => frameOf(trace, row), [trace, row]);
  const layers = useMemo(() => {
    const plain = dissect(frame);
    if (interfaceText === undefined) return plain;
    return withNamedArguments(withNamedWords(plain, trace, row, interfaceText), trace, row, interfaceText);
  }, [frame, trace, row, interfaceText]);
  if (frame.length === 0) return <p className="tl-note">The bytes of this packet were not kept.</p>;
  return <PacketLayers frame={frame} layers={layers} />;
}

/** Each layer with the fields of these names; layers without any are left out. */
const onlyFields = (layers: readonly Layer[], names: readonly string[]): readonly Layer[] =>
  layers.flatMap((layer) => {
    const fields = layer.fields.filter(({ name }) => names.includes(name));
    return fields.length === 0 ? [] : [{ ...layer, fields }];
  });

interface LayersProps {
  readonly frame: Uint8Array;
  readonly layers: readonly Layer[];
}

/** The fields that the reader is to look at; one that is chosen, or a button below them, shows all and the bytes. */
function PacketLayers(props: LayersProps) {
  const wanted = useContext(FieldsShown);
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<Field | null>(null);
  if (wanted === null || all || chosen !== null) return <AllLayers {...props} chosen={chosen} />;
  const count = props.layers.reduce((sum, { fields }) => sum + fields.length, 0);
  return (
    <>
      {onlyFields(props.layers, wanted).map((layer, i) => (
        <section key={i} className="tl-layer" aria-label={`${layer.name}, some fields`}>
          <h3>{layer.name}</h3>
          <Fields fields={layer.fields} onField={setChosen} />
        </section>
      ))}
      <button type="button" className="btn small" onClick={() => setAll(true)}>
        {`Show all ${counted(count, "field")} and the bytes`}
      </button>
    </>
  );
}

interface FieldsProps {
  readonly fields: readonly Field[];
  /** Left out where one cannot stay chosen. */
  readonly chosen?: Field | null;
  readonly onField: (field: Field) => void;
}

const Fields = ({ fields, chosen, onField }: FieldsProps) => (
  <ul>
    {fields.map((one) => (
      <li key={`${one.at} ${one.name}`}>
        <button
          type="button"
          className="pick"
          aria-pressed={chosen === undefined ? undefined : one === chosen}
          onClick={() => onField(one)}
        >
          <span>
            {one.name}
            {one.note !== undefined && <em> {one.note}</em>}
          </span>
          <code>{one.text}</code>
        </button>
      </li>
    ))}
  </ul>
);

/** Choosing a field marks its bytes, choosing a byte marks its field. */
export function AllLayers({ frame, layers, chosen = null }: LayersProps & { readonly chosen?: Field | null }) {
  const [field, setField] = useState(chosen);
  return (
    <>
      {layers.map((layer, i) => (
        <section key={i} className="tl-layer" aria-label={`${layer.name}, ${counted(layer.length, "byte")}`}>
          <h3>
            {layer.name} <span>{counted(layer.length, "byte")}</span>
          </h3>
          <Fields fields={layer.fields} chosen={field} onField={(one) => setField(one === field ? null : one)} />
        </section>
      ))}
      <Bytes frame={frame} field={field} onByte={(at) => setField(fieldAt(layers, at))} />
      <p className="tl-note">
        {counted(frame.length, "byte")}. Choose a field to mark its bytes, or a byte to find its field.
      </p>
    </>
  );
}

interface BytesProps {
  readonly frame: Uint8Array;
  readonly field: Field | null;
  readonly onByte: (at: number) => void;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

/** Eight bytes a row. One byte is in the order of the Tab key; the arrow keys go from byte to byte. */
function Bytes({ frame, field, onByte }: BytesProps) {
  const [all, setAll] = useState(false);
  const [cursor, setCursor] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const shown = all ? frame.length : Math.min(frame.length, FIRST_BYTES);
  const marked = (at: number): boolean => field !== null && at >= field.at && at < field.at + field.length;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: ROW, ArrowUp: -ROW };
    const step = event.ctrlKey || event.altKey || event.metaKey ? undefined : by[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(shown - 1, Math.max(0, cursor + step));
    setCursor(next);
    grid.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus();
  };
  const rows = Array.from({ length: Math.ceil(shown / ROW) }, (_, i) => i * ROW);
  return (
    <>
      <div ref={grid} className="tl-bytes" role="group" aria-label="Bytes" onKeyDown={onKeyDown}>
        {rows.map((start) => (
          <div key={start}>
            <span aria-hidden="true">{hex(start, 4)}</span>
            {Array.from(frame.subarray(start, Math.min(start + ROW, shown)), (value, i) => (
              <button
                key={i}
                type="button"
                data-at={start + i}
                className={marked(start + i) ? "marked" : undefined}
                tabIndex={start + i === Math.min(cursor, shown - 1) ? 0 : -1}
                aria-pressed={marked(start + i)}
                aria-label={`Byte ${start + i}: ${hex(value, 2)}`}
                onClick={() => {
                  setCursor(start + i);
                  onByte(start + i);
                }}
              >
                {hex(value, 2)}
              </button>
            ))}
          </div>
        ))}
      </div>
      {shown < frame.length && (
        <button type="button" className="btn small" onClick={() => setAll(true)}>
          {`Show all ${counted(frame.length, "byte")}`}
        </button>
      )}
    </>
  );
}
