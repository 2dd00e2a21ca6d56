/** How long the parts of an undisturbed call take, read from a run of the whole system. */
import { itemAt, numberAt, timeAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import type { Ref, TraceData } from "../kernel/trace-data.ts";
import type { AnyEnds, CallSteps } from "../protocols/ends.ts";
import { executionsIn, packetBefore } from "../experiments/call-facts.ts";

/** In nanoseconds. */
export interface CallTimes {
  readonly begins: Nanos; // from the start of the run to the beginning of its first call
  readonly prepare: Nanos; // from the beginning of a call to the caller's first step
  readonly request: Nanos; // from a step of the caller to the callee's step for the packet that it sent
  readonly enter: Nanos; // from the callee's step that executes to the start of the procedure
  readonly service: Nanos; // from there to the step that sends its result
  readonly reply: Nanos; // from a step of the callee to the caller's step for the packet that it sent
  readonly finish: Nanos; // from the caller's last step to the end of the call
  /** The packets that the run has, by `wayName`, with their number and without. */
  readonly ways?: Readonly<Record<string, Way>>;
  /** The same as `enter` and `service` for each machine that executes. */
  readonly works?: Readonly<Record<string, Pick<CallTimes, "enter" | "service">>>;
}

/** How long a packet takes from its sender's step to its receiver's, and how much of that inside the sender. */
interface Way {
  readonly takes: Nanos;
  readonly inside: Nanos;
}

/** `caller call server`, or with the number of the packet of its kind for the call: `caller call server 2` */
export const wayName = (sender: string, kind: string, receiver: string, send?: number): string =>
  [sender, kind, receiver, ...(send === undefined ? [] : [send])].join(" ");

/** A step of the first call. */
interface FirstStep {
  readonly protocol: string;
  readonly machine: string;
  readonly input: string;
  readonly at: Nanos;
  readonly packet: number | null; // the row of the packet that led to it
  readonly arrival: number | null; // the row of the last packet of another machine that led to it
}

/** The name of the host that has sent a packet. */
export const senderOf = ({ packets, tracks }: TraceData, packet: number): string =>
  itemAt(tracks, numberAt(packets.from, packet), "track").machine;

/** The packet of another machine that has led to a row of this one; null where none has. */
function arrivalBefore(trace: TraceData, ref: Ref, machine: string): number | null {
  const packet = packetBefore(trace, ref);
  if (packet === null || senderOf(trace, packet) !== machine) return packet;
  return arrivalBefore(trace, numberAt(trace.packets.cause, packet), machine);
}

function stepsOfFirst(trace: TraceData): readonly FirstStep[] {
  const { transitions, words } = trace;
  const word = (column: Int32Array, row: number): string => itemAt(words, numberAt(column, row), "word");
  return Array.from({ length: transitions.count }, (_, row) => row)
    .filter((row) => transitions.call[row] === 1)
    .map((row) => ({
      protocol: word(transitions.protocol, row),
      machine: word(transitions.machine, row),
      input: word(transitions.input, row),
      at: timeAt(transitions.at, row),
      packet: packetBefore(trace, numberAt(transitions.cause, row)),
      arrival: arrivalBefore(trace, numberAt(transitions.cause, row), word(transitions.machine, row)),
    }));
}

/**
 * How long each packet of the first call took, by its name, from the step of its sender that led to it: a step of the
 * protocol itself, or a timer of one below it, which otherwise does what the protocol says. It came when the protocol
 * itself had it, where it had; a process may read later than the protocol below.
 */
function waysIn(
  trace: TraceData,
  steps: readonly FirstStep[],
  { starts, executes, between = [] }: CallSteps,
): Record<string, Way> {
  const { packets, packetKinds } = trace;
  const ways: Record<string, Way> = {};
  const protocols = [starts.protocol, executes.protocol, ...between];
  const isOwn = ({ protocol }: FirstStep): boolean => protocols.includes(protocol);
  const own = steps.filter((step) => isOwn(step) || step.input === "tick");
  for (const { machine, at, packet } of [...steps.filter(isOwn), ...steps]) {
    if (packet === null) continue;
    const sender = senderOf(trace, packet);
    const departs = timeAt(packets.departs, packet);
    const before = own.filter((step) => step.machine === sender && step.at <= departs);
    const arrival = arrivalBefore(trace, numberAt(packets.cause, packet), sender);
    const sent = before.findLast((step) => step.arrival === arrival) ?? before.at(-1);
    const kind = itemAt(packetKinds, numberAt(packets.kind, packet), "kind of packet");
    // Steps of the sender itself that a packet has led to are no arrival.
    if (sent === undefined || machine === sender) continue;
    const way = { takes: at - sent.at, inside: departs - sent.at };
    ways[wayName(sender, kind, machine)] ??= way;
    ways[wayName(sender, kind, machine, sendOf(packets, packet))] ??= way;
  }
  return ways;
}

/** Which packet of its kind it is for its call, from 1. */
const sendOf = ({ kind, call }: TraceData["packets"], row: number): number =>
  kind.subarray(0, row + 1).filter((one, other) => one === kind[row] && call[other] === call[row]).length;

function need<Found>(found: Found | undefined, what: string): Found {
  if (found === undefined) throw new Error(`The first call ${what}.`);
  return found;
}

const isHeard = ({ packet }: FirstStep): boolean => packet !== null;

type Work = Pick<CallTimes, "enter" | "service">;

/** How long the procedure took to begin and to run, on each machine that has executed the first call. */
function worksIn(
  trace: TraceData,
  taken: readonly FirstStep[],
  { steps, procedure }: Pick<AnyEnds, "steps" | "procedure">,
): readonly (readonly [machine: string, work: Work])[] {
  const { executes, answers } = steps;
  const begun = executionsIn(trace, procedure).filter(({ call }) => call === 1);
  return begun.map(({ machine, at }) => {
    const ofIt = taken.filter((step) => step.protocol === executes.protocol && step.machine === machine);
    const before = ofIt.findLast((step) => step.at <= at && isHeard(step));
    const after = ofIt.find((step) => step.at >= at && step.input === answers.input);
    const work = {
      enter: at - need(before, `brought no packet to the ${executes.protocol}`).at,
      service: need(after, `took no step of the ${answers.protocol} with "${answers.input}"`).at - at,
    };
    return [machine, work] as const;
  });
}

/** Throws where the run was disturbed: a step is missing. */
export function timesOf(trace: TraceData, shown: Pick<AnyEnds, "steps" | "procedure">): CallTimes {
  const { starts, executes } = shown.steps;
  const taken = stepsOfFirst(trace);
  const begins = timeAt(trace.calls.start, 0);
  const end = timeAt(trace.calls.end, 0);
  const works = worksIn(trace, taken, shown);
  const [, { enter, service }] = need(works[0], "was not executed");
  const started = need(
    taken.find(({ protocol, input }) => protocol === starts.protocol && input === starts.input),
    `took no step of the ${starts.protocol} with "${starts.input}"`,
  );
  const asked = need(
    taken.find((one) => one.protocol === executes.protocol && isHeard(one)),
    "has no request",
  );
  const returns = need(
    taken.findLast((one) => one.protocol === starts.protocol && one.at <= end && isHeard(one)),
    `brought no packet to the ${starts.protocol}`,
  );
  const ways = waysIn(trace, taken, shown.steps);
  const wayOf = ({ packet, machine }: FirstStep): Nanos => {
    const { packets, packetKinds } = trace;
    const row = need(packet ?? undefined, "has a step that no packet led to");
    const name = wayName(
      senderOf(trace, row),
      itemAt(packetKinds, numberAt(packets.kind, row), "kind of packet"),
      machine,
    );
    return need(ways[name], "has a packet from nowhere").takes;
  };
  return {
    begins,
    prepare: started.at - begins,
    request: wayOf(asked),
    enter,
    service,
    reply: wayOf(returns),
    finish: end - returns.at,
    ways,
    works: Object.fromEntries(works),
  };
}
