/**
 * The time of the stubs' copies on a MicroVAX II (Schroeder & Burrows 1990, Tables II to V). The tables give what an
 * argument adds to a whole call; who copies what is `stubs/modula/copies.ts`.
 *
 * Rules
 * 1. A value of up to four bytes: half of Table II's time at each end.
 * 2. An array of fixed or of variable length: the straight line through the two points of Table III or IV, for each
 *    copy of it. The lines go on beyond their points.
 * 3. A text: the line through the two texts of Table V. At no bytes it is 376 us, of which NIL's 89 are calls of the
 *    library, half at each end, and the rest is the allocation, at the end that receives. The time for each byte is
 *    half at each end.
 * 4. An object behind a pointer costs what a text of its bytes costs. That is assumed: the paper says only that a
 *    library marshals it.
 * 5. Lightweight RPC has no packet: the argument stack is the server's own, so nothing of fixed size is copied there.
 *    A local call copies nothing.
 */
import { durationOf, sizedDuration } from "../../hardware/cost.ts";
import { FIREFLY } from "../../hardware/firefly-costs.ts";
import { FIREFLY_MARSHAL } from "../../hardware/firefly-marshal-costs.ts";
import type { TimedStep } from "../../hardware/processors.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Source, Step } from "../../kernel/trace-data.ts";
import type { Copy, CopyKind, End } from "../../stubs/modula/copies.ts";
import type { Packet } from "../../stubs/modula/types.ts";
import type { Transport } from "./transport.ts";

/** The stubs' own copies of a call: what each end does with each packet. */
export type StubSteps = Readonly<Record<Packet, Readonly<Record<End, readonly TimedStep[]>>>>;

const HALVED = "one half at each end, which is ours";

const derived = (source: Source, text: string): Source => ({
  ...source,
  kind: "derived",
  text: `${source.text}: ${text}`,
});

const TEXT_AT_ZERO = sizedDuration(FIREFLY_MARSHAL.text, 0);
const NIL = durationOf(FIREFLY_MARSHAL.nil);
const ALLOCATION = TEXT_AT_ZERO - NIL;

interface Priced {
  readonly name: string;
  readonly duration: Nanos;
  readonly source: Source;
}

/** The end that writes the packet takes what is left of a half that is no whole nanosecond. */
const halfOf = (whole: Nanos, isInto: boolean): Nanos =>
  isInto ? whole - Math.floor(whole / 2) : Math.floor(whole / 2);

const WHAT: Readonly<Record<CopyKind, string>> = {
  scalar: "values",
  block: "array",
  open: "array",
  text: "text",
  nil: "NIL",
  object: "structure",
};

function arrayPrice({ kind, bytes, packet }: Copy, isInto: boolean): Priced {
  const cost = kind === "block" ? FIREFLY.marshalFixed : FIREFLY.marshalVariable;
  const { source } = bytes <= cost.smallBytes ? cost.small : cost.large;
  const what = packet === "call" ? "argument" : "result";
  const name = isInto ? `Marshal the ${what}` : `Unmarshal the ${what}`;
  return { name, duration: bytes === 0 ? 0 : sizedDuration(cost, bytes), source };
}

/** Where the stubs write to, and read from. */
type Places = readonly [into: string, outOf: string];
const PACKET: Places = ["into the packet", "out of the packet"];
const STACK: Places = ["onto the argument stack", "off the argument stack"];

/** The prices of one copy at its end: the copy, and an allocation where there is one. */
function pricesOf(copy: Copy, [into, outOf]: Places): readonly Priced[] {
  const { kind, bytes, end, packet, allocates } = copy;
  const isInto = (end === "caller") === (packet === "call");
  if (kind === "block" || kind === "open") return [arrayPrice(copy, isInto)];
  const name = `Copy ${kind === "scalar" || kind === "nil" ? "" : "the "}${WHAT[kind]} ${isInto ? into : outOf}`;
  if (kind === "scalar") {
    const { source } = FIREFLY_MARSHAL.integer;
    const duration = halfOf(durationOf(FIREFLY_MARSHAL.integer), isInto);
    return [{ name, duration, source: derived(source, HALVED) }];
  }
  const { source } = kind === "nil" ? FIREFLY_MARSHAL.nil : FIREFLY_MARSHAL.text.large;
  const copied = kind === "nil" ? 0 : sizedDuration(FIREFLY_MARSHAL.text, bytes) - TEXT_AT_ZERO;
  const duration = halfOf(NIL, isInto) + halfOf(copied, isInto);
  const priced = { name, duration, source: derived(source, HALVED) };
  if (!allocates) return [priced];
  const heap = derived(FIREFLY_MARSHAL.text.small.source, "the line at no bytes, less NIL");
  return [priced, { name: `Allocate the ${WHAT[kind]}`, duration: ALLOCATION, source: heap }];
}

/** Rule 5. */
function isMade({ end, kind, allocates }: Copy, transport: Transport): boolean {
  if (transport === "local") return false;
  return (
    transport !== "lrpc" || end === "caller" || allocates || kind === "nil" || kind === "text" || kind === "object"
  );
}

/** The steps of an end for a packet: copies of one name are one step. */
function stepsOf(copies: readonly Copy[], places: Places): readonly TimedStep[] {
  const steps = new Map<string, { readonly step: Step; duration: Nanos }>();
  for (const { name, duration, source } of copies.flatMap((copy) => pricesOf(copy, places))) {
    const known = steps.get(name);
    if (known !== undefined) known.duration += duration;
    else steps.set(name, { step: { name, layer: "rpc", part: "stub", source }, duration });
  }
  return [...steps.values()];
}

/** The copies of a call that a transport leaves to the stubs. */
export const madeCopies = (copies: readonly Copy[], transport: Transport): readonly Copy[] =>
  copies.filter((copy) => isMade(copy, transport));

/** The stubs' copies of one call, priced. */
export function stubSteps(copies: readonly Copy[], transport: Transport): StubSteps {
  const places = transport === "lrpc" ? STACK : PACKET;
  const of = (packet: Packet, end: End): readonly TimedStep[] =>
    stepsOf(
      copies.filter((copy) => copy.packet === packet && copy.end === end),
      places,
    );
  return {
    call: { caller: of("call", "caller"), server: of("call", "server") },
    result: { caller: of("result", "caller"), server: of("result", "server") },
  };
}
