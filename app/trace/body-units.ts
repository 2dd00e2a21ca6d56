/** The units of four bytes in a body of RPC2, by the names of the parameters of the specification that is called. */
import { calledBy } from "../../engine/experiments/multirpc/specification/texts.ts";
import { wireArgs } from "../../engine/stubs/rp2gen/args.ts";
import { bare } from "../../engine/stubs/rp2gen/types.ts";
import type { Parameter } from "../../engine/stubs/rp2gen/types.ts";
import { u32 } from "../../engine/wire/bytes.ts";
import { WireError } from "../../engine/wire/error.ts";
import { argParts, type ArgPart } from "../../engine/wire/rpc2-args.ts";

const UNIT = 4;

/** What is said of a unit behind the header. */
export interface UnitText {
  readonly name: string;
  readonly value: string; // an empty string where the bytes say all
  readonly filling: number; // bytes at its end that only fill it up
}

const letters = (bytes: Uint8Array): string => `“${new TextDecoder().decode(bytes)}”`;

/** The parts of a body; null where its bytes are damaged, or it belongs to no call. */
function partsOf(specification: string, body: Uint8Array, kind: string) {
  if (kind !== "request" && kind !== "reply") return null;
  const { procedure } = calledBy(specification);
  try {
    return { parameters: procedure.parameters, parts: argParts(kind, wireArgs(procedure), body) };
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error; // a bug of ours, not of the bytes
  }
}

/** What a length, a count or a number is; an empty string where the bytes say all. */
function numberText(path: string, at: ArgPart, body: Uint8Array, of: Parameter | undefined): string {
  const tag = of === undefined ? "" : bare(of.type).tag;
  const isNumber = tag === "integer" || tag === "unsigned" || tag === "enum";
  const isCount = /\.(length|count|max)$/.test(path);
  if (isNumber && tag === "integer") return String(u32(body, at.at) | 0);
  return isNumber || isCount ? String(u32(body, at.at)) : "";
}

/** The units of one part. The bytes that fill the last one up stand at its end. */
function unitsOf(part: ArgPart, body: Uint8Array, parameters: readonly Parameter[]): readonly UnitText[] {
  const { path, at, length, padding } = part;
  const of = parameters.find(({ name }) => name === path);
  const isText = of !== undefined && bare(of.type).tag === "string";
  const end = at + length - padding; // of a text its zero byte stands before this
  return Array.from({ length: length / UNIT }, (_, i): UnitText => {
    const start = at + UNIT * i;
    const filling = Math.max(0, Math.min(UNIT, start + UNIT - end));
    if (!isText) return { name: path, value: i === 0 ? numberText(path, part, body, of) : "", filling };
    const text = body.subarray(start, Math.min(start + UNIT, end - 1));
    const isLast = start + UNIT >= end;
    const ending = isLast ? "a zero byte ends it" : "";
    const value = [text.length === 0 ? "" : letters(text), ending].filter((one) => one !== "").join(", and ");
    return { name: path, value, filling };
  });
}

/** @param kind of the packet. Null where the bytes are no body of the procedure that the run calls. */
export function bodyUnits(specification: string, body: Uint8Array, kind: string): readonly UnitText[] | null {
  const found = partsOf(specification, body, kind);
  return found === null ? null : found.parts.flatMap((part) => unitsOf(part, body, found.parameters));
}
