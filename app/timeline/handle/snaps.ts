/**
 * Moments at which a held thing stays, each with its reason: an event of the run that comes in another order there, or
 * a value that is known. “Just before” and “just after” are a nanosecond, the smallest step of simulated time; a
 * parameter takes the nearest value of its table beyond.
 */
import { formatPacket } from "../../../engine/faults/text.ts";
import { causeOf, numberAt, originOf, timeAt } from "../../../engine/kernel/reads.ts";
import { NO_REF, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { packetNames } from "../../trace/packet-names.ts";
import { timersOfCall } from "../../trace/timers.ts";
import type { SetTimer } from "../../trace/timers.ts";
import type { Handle, Snap } from "./handle.ts";
import type { About } from "./about.ts";
import { allowedValue, defaultOf, pulledOf } from "./parameters.ts";
import type { Pulled } from "./parameters.ts";
import { proceduresOf } from "./procedures.ts";
import { theMachine } from "../the-machine.ts";
import { placeOf, valueAt } from "../../../engine/experiments/stretched.ts";
import { publishedSpeeds } from "./speeds.ts";

const MOST_SNAPS = 5;
const STEP = 1; // nanosecond

/** At most five, the nearest first; of those at one moment the first stays. */
export function snapsOf(about: About, handle: Handle): readonly Snap[] {
  const near = ({ at }: Snap): number => Math.abs(at - handle.to);
  const seen = new Set<number>();
  return found(about, handle)
    .filter(({ at }) => Number.isFinite(at) && !seen.has(at) && seen.add(at) !== undefined)
    .toSorted((a, b) => near(a) - near(b))
    .slice(0, MOST_SNAPS);
}

function found(about: About, handle: Handle): readonly Snap[] {
  switch (handle.kind) {
    case "packet":
      return packetSnaps(about, handle);
    case "copy":
      return handle.sets.tag === "packet" ? [{ at: handle.sets.behind, words: "right behind the first" }] : [];
    case "edge":
    case "crash":
      return crashSnaps(about, handle);
    case "restart":
      return arrivalsAt(about, handle.machine).filter(({ at }) => at > handle.from);
    case "timer":
    case "bar":
    case "wire":
      return parameterSnaps(about, handle);
  }
}

const nameOf = ({ run }: About, machine: string): string => theMachine(run.trace, machine);

const timersOf = ({ run, shown }: About): readonly SetTimer[] => timersOfCall(run.trace, shown.story.call);

/** The first reply to a call that was received; its arrival, or null where none was. */
function resultOf(
  { run: { trace }, experiment }: About,
  call: number,
): { readonly name: string; readonly at: number } | null {
  const [, answer] = experiment.packetKinds;
  for (const [row, packet] of packetNames(trace, call)) {
    const at = timeAt(trace.packets.arrives, row);
    if (packet.kind === answer && trace.packets.fate[row] === 0) return { name: formatPacket(packet), at };
  }
  return null;
}

/** The rows that led to a row, with itself. */
function* chainOf({ run: { trace } }: About, last: Ref): Generator<Ref> {
  for (let ref = last; ref !== NO_REF; ref = causeOf(trace, ref)) yield ref;
}

/**
 * Whether a timer goes off where a packet comes later than that: it was set before the packet came, and goes off now,
 * or is stopped by what comes of the packet.
 */
function isSure(about: About, { from, due, left, leftBy }: SetTimer, packet: Ref, arrival: number): boolean {
  if (from >= arrival || due <= arrival) return false;
  return left >= due || [...chainOf(about, leftBy)].some((ref) => ref === packet);
}

/** A packet may come just after a timer goes off; a call may be so late that its result does. */
function packetSnaps(about: About, { ref, to, sets }: Handle): readonly Snap[] {
  if (sets.tag !== "packet") return [];
  const { call } = sets.packet; // of the whole run, the packet’s own
  const due = timersOfCall(about.run.trace, call).filter((timer) => isSure(about, timer, ref, sets.undelayed));
  const name = formatPacket(sets.packet);
  const own = due.map(({ due: at, machine }): Snap => ({
    at: at + STEP,
    words: `${name} arrives just after the timer of ${nameOf(about, machine)}`,
  }));
  const result = resultOf(about, call);
  if (result === null || result.at <= to) return own;
  const later = due
    .filter((timer) => timer.due > result.at)
    .map(({ due: at, machine }): Snap => ({
      at: to + at + STEP - result.at,
      words: `${result.name} arrives just after the timer of ${nameOf(about, machine)}`,
    }));
  return [...own, ...later];
}

/** Just before each packet comes to the machine. */
function arrivalsAt({ run: { trace }, shown }: About, machine: string): readonly Snap[] {
  const { packets, tracks } = trace;
  return [...packetNames(trace, shown.story.call)]
    .filter(([row]) => tracks[numberAt(packets.to, row)]?.machine === machine && originOf(trace, row) !== "duplicate")
    .map(([row, packet]) => ({
      at: timeAt(packets.arrives, row) - STEP,
      words: `just before ${formatPacket(packet)} arrives`,
    }));
}

function crashSnaps(about: About, { machine }: Handle): readonly Snap[] {
  const work = proceduresOf(about.run.trace, about.shown.story.call).filter((one) => one.machine === machine);
  const begin = work.length === 0 ? null : Math.min(...work.map(({ from }) => from));
  const end = work.length === 0 ? null : Math.max(...work.map(({ to }) => to));
  const around: readonly Snap[] = [
    ...(begin === null ? [] : [{ at: begin - STEP, words: "just before the procedure begins" }]),
    ...(end === null ? [] : [{ at: end + STEP, words: "just after the procedure has ended" }]),
  ];
  return [...around, ...arrivalsAt(about, machine)].filter(({ at }) => at >= 0);
}

/** Where an allowed value stands that moves the end at least so far. */
function snapAt(pulled: Pulled, at: number, words: string): Snap {
  const value = allowedValue(pulled.param, valueAt(pulled, at), true);
  return { at: placeOf(pulled, value), words };
}

function parameterSnaps(about: About, handle: Handle): readonly Snap[] {
  const pulled = pulledOf(handle, about.setup);
  if (pulled === null) return [];
  const { param } = pulled;
  const standard: Snap = { at: placeOf(pulled, defaultOf(param)), words: "the default" };
  if (handle.kind === "wire") {
    const speeds = publishedSpeeds(param).map(({ value, words }) => ({ at: placeOf(pulled, value), words }));
    return [standard, ...speeds];
  }
  return [
    standard,
    ...(handle.kind === "timer" ? afterResult(about, handle, pulled) : afterTimer(about, handle, pulled)),
  ];
}

/** Whether what led to a row was sent again: then it came of a timer, and comes later with a later one. */
function wasSentAgain(about: About, last: Ref): boolean {
  const { trace } = about.run;
  const isAgain = (ref: Ref): boolean =>
    refTable(ref) === "packet" && originOf(trace, refRow(ref)) === "retransmission";
  return [...chainOf(about, last)].some(isAgain);
}

/** A timer that waits until just after the state was left, which is when the result was taken in. */
function afterResult(about: About, handle: Handle, pulled: Pulled): readonly Snap[] {
  const own = timersOf(about).find(({ machine, from }) => machine === handle.machine && from === handle.from);
  if (own === undefined || own.left === Infinity || wasSentAgain(about, own.leftBy)) return [];
  return [snapAt(pulled, own.left + STEP, "just after the result has come")];
}

/** Work that lasts so long that the state which waits for its result is still there when its timer goes off. */
function afterTimer(about: About, handle: Handle, pulled: Pulled): readonly Snap[] {
  return timersOf(about)
    .filter(
      ({ machine, from, due, left }) =>
        machine !== handle.machine && from < handle.to && left > handle.to && due >= left,
    )
    .map(({ machine, due, left }) =>
      snapAt(
        pulled,
        handle.to + due + STEP - left,
        `the result comes just after the timer of ${nameOf(about, machine)}`,
      ),
    );
}
