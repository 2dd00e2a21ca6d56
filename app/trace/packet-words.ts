/** The words in a packet by the names that the interface of its call gives them. */
import { numberAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { Field, Layer } from "../../engine/wire/layer.ts";
import { decodeFrame, isSealed, type CedarPacket } from "../../engine/wire/cedar.ts";
import { WireError } from "../../engine/wire/error.ts";
import { StubError } from "../../engine/stubs/error.ts";
import type { Part } from "../../engine/stubs/lupine/marshal.ts";
import { lupine } from "../../engine/stubs/lupine/lupine.ts";
import { procedureAt, signalAt, type Stub } from "../../engine/stubs/lupine/stub.ts";
import { frameOf } from "./packet-facts.ts";

const HEADER = "Cedar RPC";
const DATA = "data";
const WORD = 2; // bytes
/** Elements of an array that are written out. */
const SHOWN = 6;

function valueText(value: Part["value"]): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object") return String(value);
  const texts = Object.values(value).map((one: Part["value"]) => valueText(one));
  return texts.length <= SHOWN ? texts.join(", ") : `${texts.slice(0, SHOWN).join(", ")}, … (${texts.length})`;
}

/**
 * A packet's message in words, with its arguments or results; null for a packet that carries only a part of a message,
 * or none.
 */
function partsOf(
  stub: Stub,
  { type, data }: CedarPacket,
  procedure: number,
): { readonly what: string; readonly parts: readonly Part[] } | null {
  switch (type) {
    case "call": {
      const one = procedureAt(stub, procedure);
      return { what: `arguments of ${stub.name}.${one.name}`, parts: one.argumentParts(data) };
    }
    case "result": {
      const one = procedureAt(stub, procedure);
      return { what: `results of ${stub.name}.${one.name}`, parts: one.resultParts(data) };
    }
    case "exception": {
      const one = signalAt(stub, 0);
      return { what: `arguments of ${stub.name}.${one.name}`, parts: one.argumentParts(data) };
    }
    case "resume":
    case "unwind": {
      const one = signalAt(stub, 0);
      return { what: `results of ${stub.name}.${one.name}`, parts: one.resultParts(data) };
    }
    default:
      return null;
  }
}

/** The packet in a frame; null where it is encrypted, or its bytes are damaged. */
function packetIn(frame: Uint8Array): CedarPacket | null {
  try {
    const { packet } = decodeFrame(frame);
    return isSealed(packet) ? null : packet;
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error; // a bug of ours, not of the bytes
  }
}

/** The procedure that the call of a packet names. A result does not name it again. Null where no packet shows it. */
function procedureOf(trace: TraceData, row: number): number | null {
  const call = numberAt(trace.packets.call, row);
  for (let other = 0; other < trace.packets.count && call > 0; other++) {
    if (trace.packets.call[other] !== call) continue;
    const packet = packetIn(frameOf(trace, other));
    if (packet?.type === "call") return packet.procedure;
  }
  return null;
}

/**
 * The layers of a packet of a trace, with the arguments or results in it named. They stay as they are where the packet
 * is no whole message of a call, is encrypted, or holds other words than the interface says.
 * @param text the definitions module of the run's programs
 */
export function withNamedWords(
  layers: readonly Layer[],
  trace: TraceData,
  row: number,
  text: string,
): readonly Layer[] {
  const header = layers.findIndex(({ name }) => name === HEADER);
  const data = layers[header + 1];
  if (header < 0 || data?.name !== DATA) return layers;
  const packet = packetIn(frameOf(trace, row));
  const procedure = procedureOf(trace, row);
  if (packet?.lastFragment !== true || procedure === null) return layers;
  const at = layers.slice(0, header + 1).reduce((sum, { length }) => sum + length, 0);
  try {
    const found = partsOf(lupine(text), packet, procedure);
    if (found === null) return layers;
    const fields = found.parts.map(({ name, type, value, at: word, words }): Field => ({
      name,
      text: valueText(value),
      at: at + word * WORD,
      length: words * WORD,
      note: type,
    }));
    return [
      ...layers.slice(0, header + 1),
      { name: found.what, length: data.length, fields },
      ...layers.slice(header + 2),
    ];
  } catch (error) {
    if (error instanceof StubError) return layers;
    throw error; // a bug of ours, not of the bytes
  }
}
