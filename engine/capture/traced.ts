/**
 * Some calls of a capture as a trace, for the figures that draw runs. A capture says when a packet passed the point of
 * recording, and nothing of what the machines did: each packet leaves and arrives at that moment, and the one step is
 * the time from a call to its reply. Times are nanoseconds since the first frame.
 */
import { entryOf, itemAt } from "../kernel/reads.ts";
import { NO_REF } from "../kernel/trace-data.ts";
import type { Ref, Step, TraceData } from "../kernel/trace-data.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { isServing, waitsIn, type Parts } from "./ask/parts.ts";
import type { Call, Sighting } from "./call.ts";

interface CapturedTrace {
  readonly trace: TraceData;
  /** The number in the trace of the call that was asked for. */
  readonly call: number;
}

/** The bytes of an Ethernet frame by its number; null where they are not at hand. */
type BytesOf = (frame: number) => Uint8Array | null;

/** Beside the call that is asked for so many others of the same two machines are drawn at most, those next to it. */
const MOST_OTHERS = 12;

/** "10.0.0.1" of "10.0.0.1:830", "fe80::1" of "[fe80::1]:830". */
export const hostOf = (end: string): string => end.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");

const startOf = ({ sends, replies }: Call): number => (sends[0] ?? itemAt(replies, 0, "reply")).firstNs;
const endOf = (call: Call): number => call.replies[0]?.timeNs ?? call.sends.at(-1)?.timeNs ?? startOf(call);

/** The calls that share the time and the machines of one, nearest first, in the order of the file. */
export function neighboursOf(calls: readonly Call[], chosen: Call): readonly Call[] {
  const [from, to] = [startOf(chosen), endOf(chosen)];
  const ends = new Set([hostOf(chosen.client), hostOf(chosen.server)]);
  const beside = calls.filter(
    (call) =>
      call !== chosen &&
      endOf(call) >= from &&
      startOf(call) <= to &&
      ends.has(hostOf(call.client)) &&
      ends.has(hostOf(call.server)),
  );
  const nearest = beside
    .toSorted((a, b) => Math.abs(a.number - chosen.number) - Math.abs(b.number - chosen.number))
    .slice(0, MOST_OTHERS);
  return [chosen, ...nearest].toSorted((a, b) => a.number - b.number);
}

const NOBODY = -1; // nobody knows which process it is

const step = (name: string, text: string): Step => ({
  name,
  layer: "rpc",
  part: "program",
  source: { kind: "derived", text },
});
const INFERRED = "Inferred: half of the way there and back, as the connection’s opening shows it.";
/** What stands at the server between a call and its reply. */
const SERVED = step(
  "Until the reply",
  "Measured: from the call to its reply, where the capture was taken; server and network together.",
);
const AT_SERVER = step("In the server", "Measured: from the call to its reply, recorded at the server.");
const IN_SERVER = step(
  "In the server (inferred)",
  "Inferred: from the call to its reply, less the way there and back, as the connection’s opening shows it.",
);
const THERE = step("On the way to the server (inferred)", INFERRED);
const BACK = step("On the way back (inferred)", INFERRED);
const RETRY = step("Until the client’s timer", "Measured: from one sending of the call to the next.");
const TIMER = step(
  "Until a timer of TCP",
  "Measured: bytes came again, or left only with a late acknowledgement. “Why 40 ms, 200 ms, 1 s?” names the timer.",
);

interface Sent {
  readonly ref: Ref;
  readonly endNs: number;
  readonly isAnswered: boolean;
}

interface Seen {
  readonly call: Call;
  readonly sighting: Sighting;
  readonly isReply: boolean;
  readonly nth: number;
}

const seenOf = (call: Call): readonly Seen[] => [
  ...call.sends.map((sighting, nth) => ({ call, sighting, isReply: false, nth })),
  ...call.replies.map((sighting, nth) => ({ call, sighting, isReply: true, nth })),
];

/** Whether ICMP says of a sending that it did not arrive: it quotes the last one before it. */
const isUnreached = ({ sends, unreachable }: Call, sighting: Sighting, isReply: boolean): boolean =>
  !isReply && unreachable !== null && sends.findLast(({ timeNs }) => timeNs <= unreachable.timeNs) === sighting;

/** Bytes of a call that were missing in the stream and came only when they were sent again: they were lost before. */
const missingOf = (call: Call) =>
  waitsIn(call).flatMap(({ kind, from, startNs, bytes }) =>
    kind === "filled" ? [{ isReply: from === call.server, startNs, bytes }] : [],
  );

/** A part of the time between the last sending of a call and its reply. */
interface Stretch {
  readonly step: Step;
  readonly end: "client" | "server" | "";
  readonly from: number;
  readonly to: number;
}

/** The time from `from` to `to` by what is known of it, without gaps. */
function stretchesOf({ networkNs, placed, call }: Parts, from: number, to: number): readonly Stretch[] {
  const timers = waitsIn(call)
    .map((wait) => ({ ...wait, from: Math.max(from, wait.startNs), to: Math.min(to, wait.endNs), sender: wait.from }))
    .filter((wait) => wait.to > wait.from)
    .toSorted((a, b) => a.from - b.from);
  const half = Math.floor(networkNs / 2);
  const isFree = timers.every((wait) => wait.from >= from + half && wait.to <= to - half);
  const way = isFree && from + 2 * half <= to ? half : 0;
  const isNear = placed.place === "server" || placed.place === "one machine";
  const work = way > 0 ? IN_SERVER : isNear ? AT_SERVER : SERVED;
  const all: Stretch[] = way > 0 ? [{ step: THERE, end: "", from, to: from + way }] : [];
  let at = from + way;
  for (const timer of timers) {
    if (timer.from > at) all.push({ step: work, end: "server", from: at, to: timer.from });
    const begins = Math.max(at, timer.from);
    const end = timer.sender === call.client ? "client" : "server";
    if (timer.to > begins) all.push({ step: TIMER, end, from: begins, to: timer.to });
    at = Math.max(at, timer.to);
  }
  if (to - way > at) all.push({ step: work, end: "server", from: at, to: to - way });
  return way > 0 ? [...all, { step: BACK, end: "", from: to - way, to }] : all;
}

/**
 * The machines are named "client" and "server", as in the chosen call.
 * @param calls some calls of a capture, with `chosen` among them
 * @param parts what is known of the time of `chosen`; null where it has no reply
 */
export function capturedTrace(
  calls: readonly Call[],
  chosen: Call,
  parts: Parts | null,
  bytesOf: BytesOf,
): CapturedTrace {
  const recorder = new TraceRecorder("all");
  // On one machine client and server are told apart by their ports.
  const isOneMachine = hostOf(chosen.client) === hostOf(chosen.server);
  const placeOf = (end: string): string => (isOneMachine ? end : hostOf(end));
  const machine = (end: string): string => {
    const place = placeOf(end);
    if (place === placeOf(chosen.client)) return "client";
    return place === placeOf(chosen.server) ? "server" : place;
  };
  const track = (end: string): number =>
    recorder.track({ name: "Network", machine: machine(end), kind: "controller", way: "both" });
  track(chosen.client);
  track(chosen.server);
  recorder.track({ name: "Network", machine: "", kind: "medium" });
  const process = (end: string): number =>
    end === ""
      ? recorder.track({ name: "Network", machine: "", kind: "medium" })
      : recorder.track({ name: "Process", machine: machine(end), kind: "processor" });
  const serve = (call: Call, number: number, { ref, endNs }: Sent, until: number): Ref => {
    const whole: readonly Stretch[] = [{ step: SERVED, end: "server", from: endNs, to: until }];
    const stretches = call === chosen && parts !== null ? stretchesOf(parts, endNs, until) : whole;
    return stretches.reduce<Ref>((cause, { step: what, end, from, to }) => {
      const track = process(end === "" ? "" : call[end]);
      return recorder.span(track, recorder.step(what), NOBODY, from, to, cause, number);
    }, ref);
  };
  /** The time until a client sends a call again. */
  const wait = (call: Call, number: number, { ref, endNs }: Sent, until: number): Ref =>
    recorder.span(process(call.client), recorder.step(RETRY), NOBODY, endNs, until, ref, number);
  const numbers = new Map<Call, number>();
  const lastSends = new Map<Call, Sent>();
  let last = 0;
  const seen = calls.flatMap(seenOf).toSorted((a, b) => a.sighting.firstNs - b.sighting.firstNs);
  for (const { call, sighting, isReply, nth } of seen) {
    const { firstNs: departs, timeNs: arrives } = sighting;
    const number = numbers.get(call) ?? recorder.beginCall(recorder.owner(machine(call.client)), departs);
    numbers.set(call, number);
    const sent = lastSends.get(call);
    const isServed = isReply && sent !== undefined && !sent.isAnswered && sent.endNs < departs;
    const isRetry = !isReply && sent !== undefined && !sent.isAnswered && sent.endNs < departs && !isServing(call);
    const served = isServed ? serve(call, number, sent, departs) : isRetry ? wait(call, number, sent, departs) : null;
    const ref = recorder.packet({
      ...{ departs, arrives, bytes: sighting.bytes, delayed: 0, call: number },
      from: track(isReply ? call.server : call.client),
      to: track(isReply ? call.client : call.server),
      kind: recorder.packetKind(isReply ? "reply" : "call"),
      origin: nth === 0 ? "first" : "retransmission",
      cause: served ?? (isReply && sent !== undefined && sent.endNs <= departs ? sent.ref : NO_REF),
      frame: sighting.firstFrame === sighting.frame ? bytesOf(sighting.frame) : null,
    });
    // Delivered to the point of recording. What became of it behind that nobody saw, but where ICMP says it.
    recorder.fate(ref, isUnreached(call, sighting, isReply) ? "lost" : "delivered");
    // A server that has the call works on it since its first sending.
    if (!isReply && !(sent !== undefined && isServing(call)))
      lastSends.set(call, { ref, endNs: arrives, isAnswered: false });
    else if (isReply && sent !== undefined) lastSends.set(call, { ...sent, isAnswered: true });
    if (isReply && nth === 0) recorder.endCall(number, arrives, "returned", ref);
    last = Math.max(last, arrives);
  }
  const number = entryOf(numbers, chosen, "call of the capture");
  for (const { isReply, startNs, bytes } of missingOf(chosen)) {
    const ref = recorder.packet({
      ...{ departs: startNs, arrives: startNs, bytes, delayed: 0, call: number, cause: NO_REF, frame: null },
      from: track(isReply ? chosen.server : chosen.client),
      to: track(isReply ? chosen.client : chosen.server),
      ...{ kind: recorder.packetKind(isReply ? "reply" : "call"), origin: "first" },
    });
    recorder.fate(ref, "lost");
  }
  const trace: TraceData = { ...recorder.finish(last), measured: true };
  return { trace, call: number };
}
