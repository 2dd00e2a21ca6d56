/** The claims of the Firefly paper that a run of its experiments tries. */
import { triedBy, type Tries } from "../tries.ts";
import type { Ask } from "../types.ts";
import type { MARSHAL_PARAMS, MarshalMeasure } from "./marshal-params.ts";
import type { NULL_PARAMS as BESIDE_PARAMS, NullMeasure as BesideMeasure } from "../sweepstakes/params.ts";
import type { FireflyMeasure, MAX_ARG_PARAMS, MAX_RESULT_PARAMS, NULL_PARAMS } from "./params.ts";

const nullCall = triedBy<typeof NULL_PARAMS, FireflyMeasure>("firefly/null");
const maxResult = triedBy<typeof MAX_RESULT_PARAMS, FireflyMeasure>("firefly/max-result");
const maxArg = triedBy<typeof MAX_ARG_PARAMS, FireflyMeasure>("firefly/max-arg");
const beside = triedBy<typeof BESIDE_PARAMS, BesideMeasure>("sweepstakes/null");
const moved = triedBy("sweepstakes/throughput");
const marshal = triedBy<typeof MARSHAL_PARAMS, MarshalMeasure>("firefly/marshal");

/** "Time for 10,000 RPCs", Table I. */
const PAPER_RUN = { calls: 10_000 } as const;
/** Section 5: the stubs and the order of statements of Tables X and XI, and the machines of the race. */
const EXERCISER = { stubs: "exerciser", statementOrder: "swapped" } as const;
const UNI = { callerProcessors: 1, serverProcessors: 1 } as const;
/** Enough calls to look at one after the other. */
const FEW = { calls: 20 } as const;

type NullAsk = Ask<typeof NULL_PARAMS>;
type NullSet = Parameters<NullAsk>[0];

const quotient = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one / other;
const percent = (one: number | null, other: number | null): number | null => {
  const ratio = quotient(one, other);
  return ratio === null ? null : 100 * (ratio - 1);
};
const difference = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one - other;

/** By how many percent the run takes longer than one with these settings. */
const rise =
  (set: NullSet) =>
  (ask: NullAsk): number | null =>
    percent(ask({}), ask(set));
/** By how much it takes longer, or shorter, than one with these settings. */
const longer =
  (set: NullSet) =>
  (ask: NullAsk): number | null =>
    difference(ask({}), ask(set));
const shorter =
  (set: NullSet) =>
  (ask: NullAsk): number | null =>
    difference(ask(set), ask({}));

/** A change of Section 4.2: what it saves, in µs, beside the system that the paper measured. */
const improved = (change: NullSet, before: NullSet, look: string) =>
  nullCall({ ...FEW, ...change }, look, { measure: "medianMs", compute: shorter(before), scale: 1000 });

export const tries: Tries = {
  paper: "firefly",
  claims: {
    "null-latency": nullCall({}, "The mean latency stands beside the paper’s among the answers.", {
      measure: "latencyMs",
    }),
    "maxresult-latency": maxResult({}, "The mean latency stands beside the paper’s among the answers.", {
      measure: "latencyMs",
    }),
    "max-throughput": maxResult(
      { threads: 4, ...PAPER_RUN },
      "On the chart the throughput stops rising at four threads.",
      { measure: "throughputMbps" },
    ),
    "null-rate": nullCall({ threads: 7, ...PAPER_RUN }, "The chart shows the calls per second at seven threads.", {
      measure: "callsPerSecond",
    }),
    "cpu-use": maxResult(
      { threads: 4, ...PAPER_RUN },
      "Compare how busy the processors of the caller and of the server are.",
      { measure: "callerCpu" },
    ),
    "scaling-two-threads": nullCall(
      { threads: 2, ...PAPER_RUN },
      "Set one thread, then two, and compare the calls per second.",
    ),
    saturation: maxResult({ threads: 6, ...PAPER_RUN }, "Beyond four threads the curve of the throughput stays flat.", {
      measure: "throughputMbps",
    }),
    "packet-sizes": maxResult(FEW, "Select a call packet, then a result packet, and read their sizes."),
    "implicit-acks": nullCall(FEW, "Each call has two packets, and none of them is an acknowledgement."),
    "var-copies": maxArg({ calls: 1 }, "The array is copied in one step only, and that step is on the caller."),
    "same-machine": marshal({ argumentType: "none" }, "Compare the latency with that of a local call.", {
      measure: "overLocal",
    }),
    bershad: marshal(
      { argumentType: "none", transport: "lrpc" },
      "Compare the latency with that of a local call: the same thread runs the procedure.",
      { measure: "overLocal" },
    ),
    "marshal-int": marshal({ arguments: 4 }, "Set one argument, two and four: each adds as much.", {
      measure: "marshalUs",
    }),
    "marshal-fixed": marshal(
      { argumentType: "fixed", argumentBytes: 400, passing: "out" },
      "Set 4 bytes, then 400, and compare what the argument adds.",
      { measure: "marshalUs" },
    ),
    "marshal-variable": marshal(
      { argumentType: "variable", argumentBytes: 1440, passing: "out" },
      "Set 1 byte, then 1,440, and compare what the argument adds.",
      { measure: "marshalUs" },
    ),
    "marshal-linear": marshal(
      { argumentType: "variable", argumentBytes: 720 },
      "On the chart the times of an array lie on a straight line, and they stay when it is passed back.",
    ),
    "marshal-text": marshal(
      { argumentType: "text", argumentBytes: 128 },
      "Find the step that allocates the text, and compare it with the copies.",
      { measure: "marshalUs" },
    ),
    "multi-packet": marshal(
      { argumentType: "variable", argumentBytes: 14_400, transport: "ethernet", calls: 5 },
      "Each packet but the last has an acknowledgement, and the next one leaves only after it.",
      { measure: "throughputMbps" },
    ),
    streaming: marshal(
      { argumentType: "variable", argumentBytes: 14_400, transport: "ethernet", underWay: "all", processors: 1 },
      "Compare the throughput with four threads that send 1,440 bytes in a call, on one processor and on five.",
    ),
    "rpc-for-bulk": maxResult(
      { threads: 4, calls: 200 },
      "A file of 288 kB comes in 200 calls: read the time for all calls and the throughput.",
    ),
    "local-transport-size-free": marshal(
      { argumentType: "fixed", argumentBytes: 1440 },
      "The steps between the stubs take as long as those of an empty call.",
    ),
    "register-overlap": nullCall(FEW, "The step that registers the call is in the timeline but not in the waterfall."),
    cpu0: maxResult(FEW, "The steps that drive the Ethernet controller stand in the lane of CPU 0."),
    "store-and-forward": maxResult(
      FEW,
      "A packet enters the Ethernet only after the QBus step of the sender has ended.",
    ),
    "two-send-receive": nullCall(
      FEW,
      "In the waterfall the steps of sending and receiving come twice, in the same order.",
    ),
    dominance: maxResult(FEW, "The longest step of the waterfall is the time on the Ethernet."),
    "buffer-recycling": nullCall(
      { threads: 8, calls: 400 },
      "Some interrupts of CPU 0 handle more than one received packet.",
    ),
    "account-null": nullCall(
      { calls: 40, threads: 3 },
      "The steps of the waterfall add up to the latency of the call, with nothing left over.",
    ),
    "account-maxresult": maxResult(
      { calls: 40, threads: 3 },
      "The steps of the waterfall add up to the latency of the call, with nothing left over.",
    ),
    "retransmit-600": nullCall(
      { calls: 1 },
      "The call packet is lost, and the caller waits before it sends the packet again.",
      { measure: "latencyMs", faults: ["drop call#1"] },
    ),
    "slow-path-when": nullCall(
      { calls: 2 },
      "The second copy of the result finds no waiting thread and goes through the operating system’s thread.",
      { faults: ["duplicate result#1"] },
    ),
    "fix-100us": nullCall(
      { statementOrder: "swapped" },
      "The step that registers the call is on the way of the call now: read its length.",
      { measure: "latencyMs", compute: longer({ statementOrder: "fast" }), scale: 1000 },
    ),
    "uni-20ms": nullCall(UNI, "The mean is far above the median: a few calls take more than 600 ms.", {
      measure: "latencyMs",
    }),
    "uni-loss": nullCall(UNI, "Go to a call that takes more than 600 ms: its first result is lost at the caller.", {
      measure: "lossesPerSecond",
    }),
    "processors-5to2": nullCall(
      { callerProcessors: 2, ...EXERCISER },
      "Set the caller processors to five, then to two, and compare the latencies.",
      { measure: "latencyMs", compute: rise({ callerProcessors: 5 }) },
    ),
    "processors-jump": nullCall(
      { callerProcessors: 1, ...EXERCISER },
      "Set the caller processors to two, then to one, and compare the latencies.",
      { measure: "latencyMs", compute: rise({ callerProcessors: 2 }) },
    ),
    "processors-75": nullCall(
      { callerProcessors: 1, serverProcessors: 1, ...EXERCISER },
      "Set both machines to five processors, then to one, and compare the latencies.",
      { measure: "latencyMs", compute: rise({ callerProcessors: 5, serverProcessors: 5 }) },
    ),
    "uni-throughput": maxResult(
      { threads: 4, callerProcessors: 1, serverProcessors: 1, ...EXERCISER },
      "Set both machines to five processors, then to one, and compare the throughputs.",
      {
        measure: "throughputMbps",
        compute: (ask) => quotient(ask({}), ask({ callerProcessors: 5, serverProcessors: 5 })),
      },
    ),
    "checksums-included": maxResult(
      { calls: 1 },
      "The controller’s check misses a damaged byte of the result, and the software finds it: the result comes again.",
      { faults: ["garble result#1 byte 100"] },
    ),
    "fast-path-share": nullCall(
      { threads: 8, calls: 400 },
      "All calls take the fast path, and on one processor more than 95 of 100 do.",
      { measure: "fastPathShare" },
    ),
    "processors-server": nullCall(
      { callerProcessors: 1, serverProcessors: 1, calls: 400, ...EXERCISER },
      "Set the server’s processors to five and take them away one by one: the last one costs most.",
    ),
    "uni-reasons": maxResult(
      { callerProcessors: 1, threads: 3, calls: 300, ...EXERCISER },
      "The caller’s thread waits through the scheduler, and some calls leave the fast path.",
    ),
    "fast-path-condition": nullCall(
      { calls: 3, pauseMs: 6000 },
      "After a pause of six seconds the call packet takes the slow path, and after four it does not.",
    ),
    "direct-wakeup": nullCall(
      { ...FEW, demultiplexing: "thread" },
      "Each packet has two wake-ups in the waterfall, not one.",
    ),
    "shared-buffers": maxResult({ ...FEW, buffers: "copied" }, "Each packet is copied at both ends."),
    assembly: nullCall(
      { ...FEW, interruptRoutine: "best" },
      "Read the length of the step that handles a received packet, in each of the three versions.",
    ),
    exerciser: nullCall({ ...FEW, stubs: "exerciser" }, "The stubs’ steps are shorter than with generated stubs."),
    "improve-controller": maxResult(
      { ...FEW, controller: "overlapping" },
      "The steps of bus and controller have nearly gone.",
    ),
    "improve-controller-throughput": maxResult(
      { threads: 8, serverMachines: 2 },
      "Set one server, then two: this shows how much more one machine can receive than another can send.",
      {
        measure: "throughputMbps",
        compute: (ask) => percent(ask({}), ask({ serverMachines: 1 })),
      },
    ),
    "improve-cpu": nullCall({ ...FEW, cpuSpeed: 3 }, "All steps of software are a third as long, but for one."),
    "improve-no-checksum": nullCall({ ...FEW, udpChecksums: "off" }, "Four steps have gone from the waterfall."),
    "checksum-need": maxResult(
      { calls: 1, udpChecksums: "off" },
      "A byte of the result is damaged, and the call returns as if all were well: switch the checksums on.",
      { faults: ["garble result#1 byte 100"] },
    ),
    "improve-protocol": improved(
      { header: "redesigned" },
      { header: "published" },
      "Look at the header of a packet: its fields moved.",
    ),
    "improve-no-ip": improved(
      { layering: "ethernet" },
      { layering: "udp-ip" },
      "Look at a packet: it has no IP and no UDP header.",
    ),
    "improve-busy-wait": improved(
      { waiting: "busy" },
      { waiting: "wakeup" },
      "From the second call on no thread is woken, and the processors are busy all the time.",
    ),
    "improve-recode": improved(
      { runtime: "assembly" },
      { runtime: "modula2" },
      "Six steps of the run time are a third as long.",
    ),
    "improve-not-additive": nullCall(
      { ...FEW, cpuSpeed: 3, waiting: "busy" },
      "Switch one of them off, then the other, and add what each saves alone: it is more than both save together.",
    ),
    "improve-network": nullCall(
      { networkMbps: 100 },
      "Set the network to 10 Mbit/s, then to 100, and compare the latencies.",
    ),
    "others-cedar": beside({ system: "cedar" }, "Compare the time a call with that of Amoeba.", {
      measure: "msPerCall",
      compute: (ask) => {
        const less = percent(ask({ system: "cedar" }), ask({ system: "amoeba" }));
        return less === null ? null : -less;
      },
    }),
    "others-100x": beside({ system: "firefly" }, "Divide the time a call by 15 µs, which a local call takes."),
    "others-throughput-limit": moved(
      { system: "cedar" },
      "Look at the share of the wire, then set eight calls at once: it hardly grows.",
    ),
  },
};
