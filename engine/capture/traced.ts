/**
 * Some calls of a capture as a trace, for the figures that draw runs. A capture says when a packet passed the point of
 * recording, and nothing of what the machines did: each packet leaves and arrives at that moment, and the one step is
 * the time from a call to its reply. Times are nanoseconds since the first frame.
 */
import { entryOf } from "../kernel/reads.ts";
import { NO_REF } from "../kernel/trace-data.ts";
import type { Ref, Step, TraceData } from "../kernel/trace-data.ts";
import { TraceRecorder } from "../kernel/trace.ts";
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

const startOf = ({ sends, replies }: Call): number => sends[0]?.firstNs ?? replies[0]?.firstNs ?? 0;
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

/** What stands at the server between a call and its reply. */
const SERVED: Step = {
  name: "Until the reply",
  layer: "rpc",
  part: "program",
  source: {
    kind: "derived",
    text: "From the call to its reply, where the capture was taken: server and network together.",
  },
};

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

/**
 * The machines are named "client" and "server", as in the chosen call.
 * @param calls some calls of a capture, with `chosen` among them
 */
export function capturedTrace(calls: readonly Call[], chosen: Call, bytesOf: BytesOf): CapturedTrace {
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
  const step = recorder.step(SERVED);
  const serve = (call: Call, number: number, { ref, endNs }: Sent, until: number): Ref => {
    const track = recorder.track({ name: "Process", machine: machine(call.server), kind: "processor" });
    return recorder.span(track, step, NOBODY, endNs, until, ref, number);
  };
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
    const served = isServed ? serve(call, number, sent, departs) : null;
    const ref = recorder.packet({
      ...{ departs, arrives, bytes: sighting.bytes, delayed: 0, call: number },
      from: track(isReply ? call.server : call.client),
      to: track(isReply ? call.client : call.server),
      kind: recorder.packetKind(isReply ? "reply" : "call"),
      origin: nth === 0 ? "first" : "retransmission",
      cause: served ?? (isReply && sent !== undefined && sent.endNs <= departs ? sent.ref : NO_REF),
      frame: sighting.firstFrame === sighting.frame ? bytesOf(sighting.frame) : null,
    });
    recorder.fate(ref, "delivered"); // to the point of recording; what became of it behind that nobody saw
    if (!isReply) lastSends.set(call, { ref, endNs: arrives, isAnswered: false });
    else if (sent !== undefined) lastSends.set(call, { ...sent, isAnswered: true });
    if (isReply && nth === 0) recorder.endCall(number, arrives, "returned", ref);
    last = Math.max(last, arrives);
  }
  const trace: TraceData = { ...recorder.finish(last), measured: true };
  return { trace, call: entryOf(numbers, chosen, "call of the capture") };
}
