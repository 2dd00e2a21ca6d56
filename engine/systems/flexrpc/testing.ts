/** Short ways to run FlexRPC and to read its trace, for tests; and the laws that hold for every run. */
import { parseScript } from "../../faults/parse-script.ts";
import { elapsedOf } from "../../kernel/reads.ts";
import { waterfall } from "../../kernel/waterfall.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { toMicros } from "../../kernel/time.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { flexBodyBytes, flexHeaderBytes, parseFlexHeader, type FlexMessage } from "../../wire/flexrpc.ts";
import { dissect } from "../../wire/layers.ts";
import { stationNumber } from "../../wire/station.ts";
import { TCP_FLAG } from "../../wire/tcp.ts";
import { decodeTcpFrame } from "../../wire/tcp-frame.ts";
import { machineNames, simulateFlexrpc, type FlexrpcOptions, type FlexrpcOutcome } from "../flexrpc.ts";
import { brokenLaws, callsOf, marksOf, packetsOf, type PacketRow } from "../testing.ts";
import { argumentWord, resultWord } from "./stream.ts";

/** The paper's platform: an empty call to one callee. */
const EMPTY: FlexrpcOptions = {
  mode: "serial",
  callees: 1,
  argumentBytes: 0,
  resultBytes: 0,
  pipelined: false,
  wanted: 64, // in parallel no more than there are
  calls: 1,
  processUs: 140.4,
  networkMbps: 1000,
  relayCost: 0.75,
  moderationUs: 20,
  calleeUs: 67,
  order: "closest",
  slowCallee: 0,
  slowMs: 0,
  refusing: [],
  silent: [],
};

/** Runs with these options in place of an empty call to one callee; the whole trace is kept. */
export function run(
  options: Partial<FlexrpcOptions> = {},
  faults: readonly string[] = [],
  keep: Keep = "all",
): FlexrpcOutcome {
  const all = { ...EMPTY, ...options };
  const script = parseScript(faults, { machines: machineNames(all.callees) });
  return simulateFlexrpc({ ...all, wanted: Math.min(all.wanted, all.callees) }, 1, script, keep);
}

/** Of the only call, or the first. Throws where it did not return. */
export function latencyUs(outcome: FlexrpcOutcome): number {
  const [first] = callsOf(outcome.trace);
  if (first?.outcome !== "returned") throw new Error(`The call ${first?.outcome ?? "was not made"}.`);
  return toMicros(elapsedOf(outcome.trace, 0));
}

export const labelsOf = (trace: TraceData): readonly string[] => marksOf(trace).map(({ label }) => label);

/** The first call's way, step by step: `caller Send a segment`; a packet is `argument`, a wait in parentheses. */
export const wayOf = (trace: TraceData): readonly string[] =>
  waterfall(trace, 1).map(({ name, machine, wait }) => {
    const text = machine === "" ? name : `${machine} ${name}`;
    return wait ? `(${text})` : text;
  });

/** Messages that went from one machine to another, as its bytes tell, with what their bodies are made of. */
interface CarriedMessage {
  readonly from: number; // station
  readonly to: number;
  readonly message: FlexMessage;
  readonly words: readonly number[]; // the distinct 32-bit words of each part of the body
}

/** Puts the streams of a run together from the frames of its trace. Throws where bytes are missing or make no sense. */
export function messagesOf(trace: TraceData): readonly CarriedMessage[] {
  const streams = new Map<string, { from: number; to: number; pieces: Map<number, Uint8Array> }>();
  for (const { frame, fate } of packetsOf(trace)) {
    const { from, to, header, data } = decodeTcpFrame(frame);
    if (data.length === 0 || fate === "lost") continue;
    const key = `${from.ip}:${header.from}>${to.ip}:${header.to}`;
    const known = streams.get(key) ?? { from: stationNumber(from.ip), to: stationNumber(to.ip), pieces: new Map() };
    streams.set(key, known);
    known.pieces.set(header.sequence - 1, data); // data begins behind SYN, number 0
  }
  return [...streams.values()].flatMap(({ from, to, pieces }) => {
    const bytes = joined(pieces);
    const found: CarriedMessage[] = [];
    for (let at = 0; at < bytes.length;) {
      const message = parseFlexHeader(bytes, at);
      at += flexHeaderBytes(message);
      const body = bytes.subarray(at, at + flexBodyBytes(message));
      if (body.length < flexBodyBytes(message)) break; // it was not sent to its end
      found.push({ from, to, message, words: wordsOf(message, body) });
      at += body.length;
    }
    return found;
  });
}

function joined(pieces: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const parts: number[] = [];
  for (const [offset, data] of [...pieces].sort(([a], [b]) => a - b)) {
    if (offset > parts.length) throw new Error(`Bytes ${parts.length}..${offset} of a stream never crossed the wire.`);
    for (const byte of data.subarray(parts.length - offset)) parts.push(byte);
  }
  return Uint8Array.from(parts);
}

function wordsOf(message: FlexMessage, body: Uint8Array): readonly number[] {
  const lengths = message.type === "request" ? [message.argumentBytes] : message.results.map(({ bytes }) => bytes);
  let at = 0;
  return lengths.flatMap((length) => {
    const words = new Set<number>();
    for (let i = 0; i + 4 <= length; i += 4) {
      words.add(new DataView(body.buffer, body.byteOffset + at + i).getUint32(0));
    }
    at += length;
    return [...words];
  });
}

/** What a message's body has to be made of. */
export const expectedWords = (message: FlexMessage): readonly number[] =>
  message.type === "request"
    ? message.argumentBytes >= 4
      ? [argumentWord(message.call)]
      : []
    : message.results.flatMap(({ callee, bytes }) => (bytes >= 4 ? [resultWord(callee, message.call)] : []));

/** A line for each law that a run breaks; none where all is well. */
export const violations = (outcome: FlexrpcOutcome): readonly string[] => [
  ...brokenLaws(outcome),
  ...packetsOf(outcome.trace).flatMap((packet) => brokenPacket(packet)),
];

/** Packets are what the trace says they are. */
function brokenPacket({ kind, frame }: PacketRow): string[] {
  const problems = dissect(frame).some(({ name }) => name === "malformed") ? [`${kind} is malformed`] : [];
  const { header, data } = decodeTcpFrame(frame);
  const has = (flag: number): boolean => (header.flags & flag) !== 0;
  const isRight =
    kind === "argument" || kind === "result"
      ? data.length > 0
      : data.length === 0 && has(TCP_FLAG.syn) === (kind === "open") && has(TCP_FLAG.rst) === (kind === "reset");
  return isRight ? problems : [...problems, `a packet that is called ${kind} is something else`];
}
