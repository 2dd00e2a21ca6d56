/** The message in a packet of Sun RPC or of RPC2, cut into units of four bytes. */
import type { Run } from "../../engine/experiments/types.ts";
import { itemAt, numberAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { ArgumentForm } from "../../engine/systems/sunrpc/arguments.ts";
import { fillingOf } from "../../engine/systems/sunrpc/arguments.ts";
import type { Layer } from "../../engine/wire/layer.ts";
import { dissect } from "../../engine/wire/layers.ts";
import { bodyUnits } from "./body-units.ts";
import type { UnitText } from "./body-units.ts";
import { frameOf, garbledByteOf } from "./packet-facts.ts";

const UNIT = 4;
/** The layers that carry a message. */
const CARRIERS: ReadonlySet<string> = new Set(["UDP", "TCP"]);
/** The layers of the two systems' own fields. */
const HEADERS: ReadonlySet<string> = new Set(["Sun RPC", "RPC2"]);

export interface MessageUnit {
  readonly at: number; // from the beginning of the message
  readonly bytes: Uint8Array; // four, or fewer at the end of a message without XDR
  readonly name: string;
  readonly value: string; // an empty string where the bytes say all
  readonly filling: number; // bytes at its end that only fill it up
  readonly damaged: number | null; // the byte of it that was damaged
  readonly isHeader: boolean;
}

const four = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
/** In quotes; a byte that is no letter as a question mark. */
const letters = (bytes: Uint8Array): string =>
  `“${Array.from(bytes, (byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "?")).join("")}”`;

/** What a unit of the argument is, by its place in it. */
function argumentUnit(
  form: ArgumentForm,
  at: number,
  of: { readonly bytes: Uint8Array; readonly all: number; readonly filling: number },
): UnitText {
  const last = at + UNIT >= of.all;
  if (form === "struct") {
    if (at === 0) return { name: "struct: a short", value: String(four(of.bytes)), filling: 0 };
    if (at === UNIT) return { name: "struct: length of the string", value: String(four(of.bytes)), filling: 0 };
    if (last) return { name: "struct: a bool", value: four(of.bytes) === 0 ? "false" : "true", filling: 0 };
    const filling = at + 2 * UNIT >= of.all ? of.filling : 0;
    return { name: "struct: the string", value: letters(of.bytes.subarray(0, UNIT - filling)), filling };
  }
  const filling = last ? of.filling : 0;
  return { name: "argument", value: at === 0 ? String(four(of.bytes)) : "", filling };
}

/** "request". */
export const kindAt = ({ packets, packetKinds }: TraceData, row: number): string =>
  itemAt(packetKinds, numberAt(packets.kind, row), "kind of packet");

/** Where the message begins in the frame, and its layers; null where the frame carries none. */
function messageIn(frame: Uint8Array): { readonly from: number; readonly layers: readonly Layer[] } | null {
  const layers = dissect(frame);
  const carrier = layers.findIndex(({ name }) => CARRIERS.has(name));
  const inside = layers.slice(carrier + 1);
  const from = inside[0]?.fields[0]?.at;
  return carrier < 0 || from === undefined ? null : { from, layers: inside };
}

/** The units of a packet's message; none where its bytes were not kept, or carry no message. */
export function unitsOf({ trace, parameters }: Pick<Run, "trace" | "parameters">, row: number): readonly MessageUnit[] {
  const frame = frameOf(trace, row);
  const message = messageIn(frame);
  if (message === null) return [];
  const { from, layers } = message;
  const header = layers.find(({ name }) => HEADERS.has(name));
  const body = header === undefined ? from : from + header.length;
  const { argumentBytes = 0 } = parameters; // 0 of experiments without that parameter
  const form: ArgumentForm = parameters["argument"] === "struct" ? "struct" : "bytes";
  const argument = { form, bytes: Number(argumentBytes) };
  const filling = header === undefined ? 0 : fillingOf(argument);
  const garbled = garbledByteOf(trace, row);
  const { specification } = parameters;
  const named =
    typeof specification === "string" ? bodyUnits(specification, frame.subarray(body), kindAt(trace, row)) : null;
  const units: MessageUnit[] = [];
  for (let at = from; at < frame.length; at += UNIT) {
    const bytes = frame.subarray(at, Math.min(at + UNIT, frame.length));
    const field = header?.fields.find((one) => one.at === at);
    const told =
      field !== undefined
        ? { name: field.name, value: [field.text, field.note].filter(Boolean).join(" "), filling: 0 }
        : header === undefined
          ? { name: "", value: "", filling: 0 }
          : named !== null
            ? (named[(at - body) / UNIT] ?? { name: "", value: "", filling: 0 })
            : argumentUnit(form, at - body, { bytes, all: frame.length - body, filling });
    const damaged = garbled !== null && garbled >= at && garbled < at + UNIT ? garbled - at : null;
    units.push({ at: at - from, bytes, damaged, isHeader: field !== undefined, ...told });
  }
  return units;
}

/** The rows of a call's packets in which a message travels. */
export const messagesOf = (trace: TraceData, call: number): readonly number[] =>
  Array.from({ length: trace.packets.count }, (_, row) => row).filter(
    (row) => numberAt(trace.packets.call, row) === call && messageIn(frameOf(trace, row)) !== null,
  );
