/** How long the parts of an undisturbed call take, read from a run of the whole system. */
import { numberAt, timeAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { AnyEnds, StepWords } from "../protocols/ends.ts";
import { executionsIn, packetBefore, allRowsOf } from "./replay.ts";

/** In nanoseconds. */
export interface CallTimes {
  readonly begins: Nanos; // from the start of the run to the beginning of its first call
  readonly prepare: Nanos; // from the beginning of a call to the caller's first step
  readonly request: Nanos; // from a step of the caller to the callee's step for the packet that it sent
  readonly enter: Nanos; // from the callee's step that executes to the start of the procedure
  readonly service: Nanos; // from there to the step that sends its result
  readonly reply: Nanos; // from a step of the callee to the caller's step for the packet that it sent
  readonly finish: Nanos; // from the caller's last step to the end of the call
  /** The same as `request` and `reply` for the kinds of packets that the run has: "caller call". */
  readonly ways?: Readonly<Record<string, Nanos>>;
}

export const wayName = (sender: string, kind: string): string => `${sender} ${kind}`;

/** A step of the first call. */
interface FirstStep {
  readonly protocol: string;
  readonly machine: string;
  readonly at: Nanos;
  readonly packet: number | null; // the row of the packet that led to it
}

function stepsOfFirst(trace: TraceData): readonly FirstStep[] {
  const { transitions, words } = trace;
  const word = (column: Int32Array, row: number): string => words[numberAt(column, row)] ?? "";
  return Array.from({ length: transitions.count }, (_, row) => row)
    .filter((row) => transitions.call[row] === 1)
    .map((row) => ({
      protocol: word(transitions.protocol, row),
      machine: word(transitions.machine, row),
      at: timeAt(transitions.at, row),
      packet: packetBefore(trace, numberAt(transitions.cause, row)),
    }));
}

/** How long each packet of the first call took, from the last step of its sender before it left, by its name. */
function waysIn({ packets, packetKinds, tracks }: TraceData, steps: readonly FirstStep[]): Record<string, Nanos> {
  const ways: Record<string, Nanos> = {};
  for (const { machine, at, packet } of steps) {
    if (packet === null) continue;
    const sender = tracks[numberAt(packets.from, packet)]?.machine ?? "";
    const departs = timeAt(packets.departs, packet);
    const sent = steps.findLast((step) => step.machine === sender && step.at <= departs);
    const name = wayName(sender, packetKinds[numberAt(packets.kind, packet)] ?? "");
    // Steps of the sender itself that a packet has led to are no arrival.
    if (sent !== undefined && machine !== sender) ways[name] ??= at - sent.at;
  }
  return ways;
}

/** Throws where the run was disturbed: a step is missing. */
export function timesOf(trace: TraceData, { steps, procedure }: Pick<AnyEnds, "steps" | "procedure">): CallTimes {
  const taken = stepsOfFirst(trace);
  const need = <Found>(found: Found | undefined, what: string): Found => {
    if (found === undefined) throw new Error(`The first call ${what}.`);
    return found;
  };
  const step = (words: StepWords): Nanos => {
    const row = allRowsOf(trace, words).find((one) => trace.transitions.call[one] === 1);
    return timeAt(trace.transitions.at, need(row, `took no step of the ${words.protocol} with "${words.input}"`));
  };
  const { at: begun } = need(
    executionsIn(trace, procedure).find(({ call }) => call === 1),
    "was not executed",
  );
  const end = timeAt(trace.calls.end, 0);
  const [caller, callee] = [steps.starts.protocol, steps.executes.protocol];
  const isHeard = ({ packet }: FirstStep): boolean => packet !== null;
  const executes = need(
    taken.findLast((one) => one.protocol === callee && one.at <= begun && isHeard(one)),
    `brought no packet to the ${callee}`,
  );
  const returns = need(
    taken.findLast((one) => one.protocol === caller && one.at <= end && isHeard(one)),
    `brought no packet to the ${caller}`,
  );
  const ways = waysIn(trace, taken);
  const wayOf = ({ packet }: FirstStep): Nanos => {
    const { packets, tracks, packetKinds } = trace;
    const row = packet ?? -1;
    const sender = tracks[numberAt(packets.from, row)]?.machine ?? "";
    return need(ways[wayName(sender, packetKinds[numberAt(packets.kind, row)] ?? "")], "has a packet from nowhere");
  };
  const begins = timeAt(trace.calls.start, 0);
  const starts = step(steps.starts);
  return {
    begins,
    prepare: starts - begins,
    request: wayOf(
      need(
        taken.find((one) => one.protocol === callee && isHeard(one)),
        "has no request",
      ),
    ),
    enter: begun - executes.at,
    service: step(steps.answers) - begun,
    reply: wayOf(returns),
    finish: end - returns.at,
    ways,
  };
}
