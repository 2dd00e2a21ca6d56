/** The bytes in a packet of the Firefly by the names that the definition module of its programs gives them. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { StubError } from "../../engine/stubs/error.ts";
import type { Part } from "../../engine/stubs/modula/marshal.ts";
import { modula, procedureAt, type StubProcedure } from "../../engine/stubs/modula/stub.ts";
import { WireError } from "../../engine/wire/error.ts";
import { decodeFrame, type FireflyPacket } from "../../engine/wire/firefly.ts";
import type { Field, Layer } from "../../engine/wire/layer.ts";
import { frameOf } from "./packet-facts.ts";

const HEADER = "Firefly RPC";
const DATA = "data";
/** Bytes of an array, and fields of a record, that are written out. */
const SHOWN = 6;

const hex = (byte: number): string => byte.toString(16).padStart(2, "0");

function valueText(value: Part["value"]): string {
  if (value === null) return "NIL";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object") return String(value);
  if (value instanceof Uint8Array) {
    const bytes = [...value.subarray(0, SHOWN)].map(hex).join(" ");
    return value.length > SHOWN ? `${bytes} … (${value.length})` : bytes;
  }
  const texts = Object.values(value)
    .slice(0, SHOWN)
    .map((one: Part["value"]) => (typeof one === "object" && one !== null ? "…" : valueText(one)));
  const count = Object.keys(value).length;
  return count > SHOWN ? `${texts.join(", ")}, … (${count})` : texts.join(", ");
}

/** The packet in a frame; null where its bytes are damaged. */
function packetIn(frame: Uint8Array): FireflyPacket | null {
  try {
    return decodeFrame(frame, { udpChecksum: false }).packet;
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error; // a bug of ours, not of the bytes
  }
}

/** The values of a whole message; null for a packet that carries a part of one, or none. */
function partsOf(stub: StubProcedure, { type, data }: FireflyPacket): readonly Part[] | null {
  if (type === "call") return stub.callParts(data);
  return type === "result" ? stub.resultParts(data) : null;
}

/** Objects stand behind the values that point to them. */
function restOf(parts: readonly Part[], length: number): readonly Part[] {
  const at = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  if (at === length) return [];
  return [{ name: "objects", type: "behind the pointers", value: `${length - at} bytes`, at, bytes: length - at }];
}

/**
 * The layers of a packet of a trace, with the arguments or results in it named. They stay as they are where the packet
 * is no whole message of a call, or holds other bytes than the interface says.
 * @param text the definition module of the run's programs
 */
export function withNamedArguments(
  layers: readonly Layer[],
  trace: TraceData,
  row: number,
  text: string,
): readonly Layer[] {
  const header = layers.findIndex(({ name }) => name === HEADER);
  const data = layers[header + 1];
  const packet = header < 0 || data?.name !== DATA ? null : packetIn(frameOf(trace, row));
  if (data === undefined || packet === null || !packet.lastFragment || packet.fragment > 0) return layers;
  const from = layers.slice(0, header + 1).reduce((sum, { length }) => sum + length, 0);
  try {
    const stubs = modula(text);
    const stub = procedureAt(stubs, packet.procedure - 1);
    const parts = partsOf(stub, packet);
    if (parts === null) return layers;
    const fields = [...parts, ...restOf(parts, data.length)].map(({ name, type, value, at, bytes }): Field => ({
      name,
      text: typeof value === "string" && name === "objects" ? value : valueText(value),
      at: from + at,
      length: bytes,
      note: type,
    }));
    const what = packet.type === "call" ? "arguments" : "results";
    return [
      ...layers.slice(0, header + 1),
      { name: `${what} of ${stubs.name}.${stub.name}`, length: data.length, fields },
      ...layers.slice(header + 2),
    ];
  } catch (error) {
    if (error instanceof StubError) return layers;
    throw error; // a bug of ours, not of the bytes
  }
}
