/** Runs calls with arguments, and takes the measures. What the arguments add is measured as the paper measured it. */
import { failedIn } from "../call-measures.ts";
import type { Fault } from "../../faults/fault.ts";
import { itemAt, numberAt, outcomeOf, timeAt } from "../../kernel/reads.ts";
import { toMicros, toMillis, toSeconds, type Nanos } from "../../kernel/time.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { machinesOf, simulateFirefly, type FireflyOutcome } from "../../systems/firefly.ts";
import { TestInterface } from "../../systems/firefly/test-program.ts";
import type { Transport } from "../../systems/firefly/transport.ts";
import type { Outcome, RunRequest } from "../runnable.ts";
import { latenciesOf } from "../statistics.ts";
import type { OnProgress } from "../types.ts";
import type { MarshalMeasure, MarshalValues } from "./marshal-params.ts";

interface Simulated {
  readonly program: TestInterface;
  readonly keep: Keep;
  readonly progress?: OnProgress | undefined;
  readonly faults?: readonly Fault[];
  readonly seed?: number;
}

/** The arguments of the call; null for Null(). */
const argumentsOf = ({ argumentType: type, argumentBytes: bytes, arguments: count, passing }: MarshalValues) =>
  type === "none" ? null : { type, bytes, count, passing };

const NULL = { argumentBytes: 0, resultBytes: 0, array: "variable" } as const;

function simulate(
  values: MarshalValues,
  { program, keep, faults = [], progress, seed = 1 }: Simulated,
): FireflyOutcome {
  const { transport, threads, calls, processors, underWay } = values;
  return simulateFirefly(
    {
      procedure: NULL,
      program,
      threads,
      calls,
      networkMbps: 10,
      callerProcessors: processors,
      serverProcessors: processors,
      shared: false,
      without: [],
      underWay,
      transport,
      // Section 5: with one processor the other order would lose calls.
      ...(processors === 1 ? { design: { statementOrder: "swapped" } as const } : {}),
    },
    seed,
    faults,
    keep,
    progress,
  );
}

/** The mean time of the calls that returned; null where none did. */
function meanOf(trace: TraceData): Nanos | null {
  const latencies = latenciesOf(trace);
  return latencies.length === 0 ? null : latencies.reduce((sum, latency) => sum + latency, 0) / latencies.length;
}

const WAKE_UPS: ReadonlySet<string> = new Set(["Wake up RPC thread", "Hand the processor over"]);

/** Of the first call, which is kept in any case, until its end; null where it has none. */
function wakeUpsIn(trace: TraceData): number | null {
  const { spans, steps, calls } = trace;
  if (calls.count === 0 || outcomeOf(trace, 0) === "pending") return null;
  const end = timeAt(calls.end, 0);
  const isOne = (row: number): boolean =>
    spans.call[row] === 1 &&
    timeAt(spans.end, row) <= end &&
    WAKE_UPS.has(itemAt(steps, numberAt(spans.step, row), "step").name);
  return Array.from({ length: spans.count }, (_, row) => row).filter(isOne).length;
}

/** Another call on the same machines, without faults. */
function otherMean(values: MarshalValues, transport: Transport, isNull: boolean): Nanos | null {
  const program = new TestInterface(isNull ? null : argumentsOf(values), transport);
  return meanOf(simulate({ ...values, transport }, { program, keep: "none" }).trace);
}

export function runMarshal(values: MarshalValues, request: RunRequest): Outcome<MarshalMeasure> {
  const faults = request.faults(machinesOf(values));
  const program = new TestInterface(argumentsOf(values), values.transport);
  const outcome = simulate(values, {
    keep: request.keep === "none" ? { calls: 1 } : request.keep,
    progress: request.progress,
    program,
    faults,
    seed: request.seed,
  });
  const { trace, resources } = outcome;
  const mean = meanOf(trace);
  const empty = otherMean(values, values.transport, true);
  const local = otherMean(values, "local", false);
  const returned = latenciesOf(trace).length;
  const elapsedS = toSeconds(outcome.elapsed);
  const perSecond = (amount: number): number | null => (elapsedS > 0 ? amount / elapsedS : null);
  const processors = [...resources].filter(([name]) => /\.cpu\d/.test(name));
  const busy = processors.reduce((sum, [, { busyNs }]) => sum + busyNs, 0);
  return {
    ...outcome,
    faults,
    interfaceText: program.text,
    measures: {
      marshalUs: mean === null || empty === null ? null : toMicros(mean - empty),
      latencyMs: mean === null ? null : toMillis(mean),
      overLocal: mean === null || local === null ? null : mean / local,
      copies: program.copies,
      wakeUps: wakeUpsIn(trace),
      callsPerSecond: perSecond(returned),
      throughputMbps: perSecond((returned * 8 * (program.callBytes + program.resultBytes)) / 1e6),
      cpuUse: perSecond(toSeconds(busy)),
      failedCalls: failedIn(trace),
    },
  };
}
