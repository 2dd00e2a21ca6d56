/** Short ways to run the Firefly and to read its trace, for tests; and the laws that hold for every run. */
import { parseScript } from "../../faults/parse-script.ts";
import { itemAt, numberAt } from "../../kernel/reads.ts";
import { turnsOf } from "../../kernel/turns.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { tally } from "../../kernel/tally.ts";
import { AS_MEASURED, type FireflyDesign } from "../../hardware/firefly-design.ts";
import { fireflyFormat } from "../../wire/firefly-format.ts";
import { dissect } from "../../wire/layers.ts";
import { simulateFirefly, type FireflyOptions, type FireflyOutcome } from "../firefly.ts";
import { brokenLaws, callsOf, packetsOf, packetsUntilAnswer, type PacketRow } from "../testing.ts";

export const MACHINES = ["caller", "server"] as const;

export const QUIET: FireflyOptions = {
  procedure: { argumentBytes: 0, resultBytes: 0, array: "variable" }, // Null()
  threads: 1,
  calls: 1,
  networkMbps: 10,
  callerProcessors: 5,
  serverProcessors: 5,
  shared: false,
  without: [],
};

/** Runs with these options in place of one call of Null() by one thread; the whole trace is kept. */
export function run(options: Partial<FireflyOptions> = {}, faults: readonly string[] = [], seed = 1): FireflyOutcome {
  return simulateFirefly({ ...QUIET, ...options }, seed, parseScript(faults, { machines: MACHINES }), "all");
}

/** `call#1 lost`, in the order in which they were on the wire; of the packets until the last answer. */
export const story = (trace: TraceData, packets = packetsUntilAnswer): readonly string[] =>
  packets(trace)
    .filter(({ kind }) => kind !== "other traffic")
    .map(({ kind, call, fate, origin }) => `${kind}#${call}${origin === "first" ? "" : ` ${origin}`} ${fate}`);

/** How often the step with this name ran, for each call. */
export function timesRun(trace: TraceData, name: string): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const { call } of turnsOf(trace, name)) tally(times, call);
  return times;
}

/** Executions of the procedure, for each call that was executed. */
export const executions = (trace: TraceData): ReadonlyMap<number, number> =>
  timesRun(trace, "Null (the server procedure)");

/** A line for each law that a run breaks; none where all is well. */
export function violations(outcome: FireflyOutcome, design: Partial<FireflyDesign> = {}): readonly string[] {
  const { trace } = outcome;
  return [
    ...brokenLaws(outcome),
    ...brokenCalls(trace),
    ...strayInterrupts(trace),
    ...packetsOf(trace).flatMap((packet) => brokenPacket(packet, { ...AS_MEASURED, ...design })),
  ];
}

/** Every call runs at most once; if it returned, once, and its result was delivered. */
function brokenCalls(trace: TraceData): string[] {
  const times = executions(trace);
  const delivered = new Set(
    packetsOf(trace).flatMap(({ kind, call, fate }) => (kind === "result" && fate !== "lost" ? [call] : [])),
  );
  return callsOf(trace).flatMap(({ call, outcome }) => {
    const ran = times.get(call) ?? 0;
    const broken =
      ran > 1 || (outcome === "returned" && ran !== 1) ? [`call ${call} ${outcome}, executed ${ran} times`] : [];
    if (outcome === "returned" && !delivered.has(call)) broken.push(`call ${call} returned without a result`);
    return broken;
  });
}

/** Interrupts run on CPU 0. */
function strayInterrupts({ spans, tracks }: TraceData): string[] {
  return Array.from(spans.owner.subarray(0, spans.count)).flatMap((owner, row) => {
    const { kind, name } = itemAt(tracks, numberAt(spans.track, row), "track");
    return owner >= 0 || kind !== "processor" || name === "CPU 0" ? [] : [`an interrupt on ${name}`];
  });
}

/** Packets are what the trace says they are, and a result carries the bytes of its call. */
function brokenPacket({ kind, call, frame }: PacketRow, design: FireflyDesign): string[] {
  if (kind === "other traffic") {
    return dissect(frame).some(({ name }) => name === "malformed") ? ["malformed traffic"] : [];
  }
  const { packet } = fireflyFormat(design).decode(frame);
  const problems = packet.type === kind ? [] : [`${kind}#${call} says that it is ${packet.type}`];
  const isRight = packet.data.every((byte, index) => byte === ((call >>> (8 * (3 - (index & 3)))) & 0xff));
  return isRight ? problems : [...problems, `${kind}#${call} carries another call’s bytes`];
}
