/** The segments of a call: which components of Table VI run where, and how they are divided among threads. */
import { durationOf, type Cost } from "../../hardware/cost.ts";
import { joined, segment, type Segment, type TimedStep } from "../../hardware/processors.ts";
import { PROTOTYPE, RT_PC, RT_PC_ASSUMED, RT_PC_CIPHERS, RT_PC_DERIVED } from "../../hardware/rt-pc-costs.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Layer, Step } from "../../kernel/trace-data.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import { RPC2_AT, RPC2_BYTES } from "../../wire/rpc2.ts";
import type { Rpc2Options } from "./options.ts";
import { gather } from "../../kernel/tally.ts";

export const NOTHING: Segment = { steps: [], ends: [], total: 0 };

const COMPUTE: Step = {
  name: "Compute",
  layer: "other",
  source: { kind: "assumed", text: "The procedure’s service time: a timing loop, as long as the run’s parameters say" },
};

const HANDLER: Step = {
  name: "The client’s handler",
  layer: "other",
  source: { kind: "assumed", text: "What the handler computes: as long as the run’s parameters say" },
};

const timed = (name: string, layer: Layer, whole: Cost): TimedStep => ({
  step: { name, layer, source: whole.source },
  duration: durationOf(whole),
});

/** A part of a component: its source names the component's cell and the parts that were taken away from it. */
function part(name: string, whole: Cost, duration: Nanos, text: string): TimedStep {
  const { cell } = whole.source;
  const source = { kind: "derived" as const, text, ...(cell === undefined ? {} : { cell }) };
  return { step: { name, layer: "rpc", source }, duration };
}

const SEND = timed("Send the packet (sendto)", "kernel", RT_PC.sendtime);

/** The time to take a request in: as for a reply. The rest of servoh prepares the reply. The division is ours. */
const TAKE_IN = durationOf(RT_PC_DERIVED.takeReply);
const PREPARE_REPLY = durationOf(RT_PC_DERIVED.takeRequest) - TAKE_IN;

/** The body of a packet: one integer, in requests and replies alike (caller.ts). */
const BODY_BYTES = 4;
const DES_BLOCK = 8;

/** A step for the packets that are encrypted, or none where no packet is. */
type CipherStep = readonly TimedStep[];

/** The steps of encrypting a packet at one end and of decrypting it at the other: each bit takes the same time. */
function cipherSteps({ security = "openKimono", cipher = "xor" }: Costs): Record<"encrypt" | "decrypt", CipherStep> {
  const encrypts = security === "headersOnly" || security === "secure";
  if (!encrypts) return { encrypt: [], decrypt: [] };
  const bytes = RPC2_BYTES - RPC2_AT.bodyLength + (security === "secure" ? BODY_BYTES : 0);
  const { source } = RT_PC_CIPHERS[cipher];
  const duration = durationOf(RT_PC_CIPHERS[cipher]) * (cipher === "des" ? Math.ceil(bytes / DES_BLOCK) : bytes);
  const step = (name: string): CipherStep => [{ step: { name, layer: "rpc", source }, duration }];
  return { encrypt: step("Encrypt the packet"), decrypt: step("Decrypt the packet") };
}

/** A segment for packets in clear, and one for those that are encrypted where the run's connections do so. */
export interface BySeal {
  readonly clear: Segment;
  readonly sealed: Segment;
}

/** The segments of a run's calls: alike for every call but for the time of the procedure. */
export interface Rpc2Segments {
  readonly pack: Segment;
  /** Of a simple call, and of a MultiRPC call to each server. */
  readonly request: Segment;
  readonly multiRequest: Segment;
  readonly takeReply: BySeal;
  readonly unpack: Segment;
  readonly takeRequest: BySeal;
  /** Runs the procedure for `compute` and replies. */
  readonly serve: (compute: Nanos) => Segment;
  /** Sends the reply of a procedure that has waited. */
  readonly respond: Segment;
  /** Sends a packet that is ready: one that is sent again, a BUSY, a NAK. */
  readonly send: BySeal;
  /** Sends a packet that is ready, at a client that makes MultiRPC calls. */
  readonly multiSend: BySeal;
  /** The listener lets another thread run, and goes on after it. */
  readonly yield: () => Segment;
  /** That work, and with quadratic scans a pass over so many outstanding events. */
  readonly through: (work: Segment, events: number) => Segment;
}

/** The segments of a request at the client: all of cloh, and the part of it that is `sendto`. */
type Requests = Pick<Rpc2Segments, "request" | "send">;

function requests(recorder: TraceRecorder, encrypt: CipherStep): Requests {
  const { prepareRequest } = RT_PC_DERIVED;
  const prepare = part("Prepare a request", RT_PC.cloh, durationOf(prepareRequest), prepareRequest.source.text);
  return requestsFrom(recorder, prepare, encrypt, SEND);
}

function requestsFrom(recorder: TraceRecorder, prepare: TimedStep, encrypt: CipherStep, send: TimedStep): Requests {
  const request = segment(recorder, [prepare, ...encrypt, send]);
  const clear = segment(recorder, [send]);
  return {
    request,
    send: { clear, sealed: encrypt.length === 0 ? clear : segment(recorder, [...encrypt, send]) },
  };
}

/** Both parts of cloh made cheaper or dearer alike, so that a request takes `requestMs` in all. */
function requestsOf(recorder: TraceRecorder, requestMs: number, encrypt: CipherStep): Requests {
  const share = requestMs / RT_PC.cloh.value;
  const factor = `times ${share.toFixed(3)}: a MultiRPC request takes ${requestMs} ms by the run’s parameters`;
  const sendTime = millis(RT_PC.sendtime.value * share);
  const prepareTime = millis(requestMs) - sendTime;
  const { prepareRequest } = RT_PC_DERIVED;
  const prepare = part("Prepare a request", RT_PC.cloh, prepareTime, `${prepareRequest.source.text}, ${factor}`);
  const rest = part(SEND.step.name, RT_PC.sendtime, sendTime, `sendtime ${factor}`);
  const send: TimedStep = { ...rest, step: { ...rest.step, layer: SEND.step.layer } };
  return requestsFrom(recorder, prepare, encrypt, send);
}

/** The options of a run that segments depend on. */
type Costs = Pick<Rpc2Options, "handlerMs" | "requestMs" | "security" | "cipher" | "eventScan">;

const { lwpSwitch, eventLook } = PROTOTYPE;
const SWITCHES = 2; // there and back

/** Two switches of LWPs. The components and the idle wake-up contain those of a call that waits for all packets. */
function yields(recorder: TraceRecorder): Rpc2Segments["yield"] {
  const step: Step = { name: "Let another LWP run: a switch there, one back", layer: "rpc", source: lwpSwitch.source };
  let made: Segment | null = null; // a run that never yields has no such step in its trace
  return () => (made ??= segment(recorder, [{ step, duration: SWITCHES * durationOf(lwpSwitch) }]));
}

/** Some work, and a pass over so many events. Where RPC2 makes none, the components contain all of the work. */
function withPass(recorder: TraceRecorder, { eventScan = "linear" }: Costs): Rpc2Segments["through"] {
  if (eventScan === "linear") return (work) => work;
  const step: Step = { name: "Go through all outstanding events", layer: "rpc", source: eventLook.source };
  const made = new Map<Segment, Segment[]>(); // by events
  return (work, events) => {
    const known = gather(made, work);
    return (known[events] ??= joined(work, segment(recorder, [{ step, duration: events * durationOf(eventLook) }])));
  };
}

/** The segments of taking a packet in: in clear, and with decryption. */
function takeIn(recorder: TraceRecorder, step: TimedStep, decrypt: CipherStep): BySeal {
  const clear = segment(recorder, [step]);
  return { clear, sealed: decrypt.length === 0 ? clear : segment(recorder, [step, ...decrypt]) };
}

export function rpc2Segments(recorder: TraceRecorder, costs: Costs): Rpc2Segments {
  const { handlerMs, requestMs } = costs;
  const { encrypt, decrypt } = cipherSteps(costs);
  const prepareReply = part(
    "Prepare the reply",
    RT_PC.servoh,
    PREPARE_REPLY,
    `servoh less sendtime and what it takes to take a packet in (clproc, with ${RT_PC_ASSUMED.kernelInput.name})`,
  );
  let last = -1;
  let served: Segment = NOTHING;
  const pack = segment(recorder, [timed("Pack the arguments", "rpc", RT_PC.pack)]);
  const usual = requests(recorder, encrypt);
  const multi = requestMs === RT_PC.cloh.value ? usual : requestsOf(recorder, requestMs, encrypt);
  return {
    pack,
    request: usual.request,
    multiRequest: multi.request,
    send: usual.send,
    multiSend: multi.send,
    takeReply: takeIn(
      recorder,
      part("Take a packet in: reply", RT_PC.clproc, TAKE_IN, RT_PC_DERIVED.takeReply.source.text),
      decrypt,
    ),
    unpack: segment(recorder, [
      timed("Unpack a reply, and the handler", "rpc", RT_PC.unpack),
      { step: HANDLER, duration: millis(handlerMs) },
    ]),
    takeRequest: takeIn(
      recorder,
      part("Take a packet in: request", RT_PC.servoh, TAKE_IN, "a part of servoh, as long as of clproc: ours"),
      decrypt,
    ),
    serve: (compute) => {
      if (compute !== last) {
        served = segment(recorder, [{ step: COMPUTE, duration: compute }, prepareReply, ...encrypt, SEND]);
        last = compute;
      }
      return served;
    },
    respond: segment(recorder, [prepareReply, ...encrypt, SEND]),
    yield: yields(recorder),
    through: withPass(recorder, costs),
  };
}
