/**
 * The point of no return of a run that breaks a promise: after its event no further fault and no other moment for a
 * late packet lets a run keep all promises. A search finds it. It follows the run backwards from its failure, and from
 * each state looks for a way that ends well.
 *
 * Some ways end well and save nothing, so the search leaves them out: a further crash of the caller ends every call,
 * and some promises do not hold where a machine has crashed or stood still.
 */
import type { Fault } from "../faults/fault.ts";
import { formatFault } from "../faults/text.ts";
import { itemAt } from "../kernel/reads.ts";
import { isExcused } from "../protocols/promises.ts";
import type { Net } from "./net.ts";
import type { NetState } from "./net-state.ts";
import { mishapOf } from "./properties.ts";
import type { Violation } from "./search.ts";

type State = NetState<unknown, unknown>;

/** A step of a run after which it is lost. */
export interface LastStep {
  /** Null where the run is lost from its beginning. */
  readonly before: State | null;
  readonly after: State;
}

/** Above this many states the search gives up: it is to answer at once. */
const MOST_STATES = 100_000;

/**
 * Null where the search cannot say it.
 * @param net with as many faults as a run may have, those of the violation included
 * @param clients the names of the machines that call
 */
export function pointOfNoReturn(
  net: Net<unknown, unknown>,
  violation: Violation,
  clients: readonly string[],
): LastStep | null {
  const path = pathOf(net, violation);
  const rescue = new Rescue(net, { clients, violation });
  for (let i = path.length - 1; i >= 0; i--) {
    const isSaved = rescue.isThere(itemAt(path, i, "state"));
    if (isSaved === null) return null;
    const after = path[i + 1];
    if (isSaved) return after === undefined ? null : { before: itemAt(path, i, "state"), after };
  }
  const [first] = path;
  return first === undefined ? null : { before: null, after: first };
}

/** Equal keys, equal futures with as many faults left. */
function keyIn(net: Net<unknown, unknown>, state: State): string {
  const { row, length } = net.key(state);
  return `${state.faults.length} ${row.subarray(0, length).join()}`;
}

/** Whether the faults so far are the first ones of the violation; one that holds a packet back has no time yet. */
function isOnTheWay({ faults, held }: State, wanted: readonly Fault[]): boolean {
  return faults.every((fault, i) => {
    const other = wanted[i];
    if (other === undefined || other.what !== fault.what) return false;
    if (held.some((late) => late.fault === i)) return isSamePacket(fault, other);
    return formatFault(fault) === formatFault(other);
  });
}

const isSamePacket = (one: Fault, other: Fault): boolean =>
  "packet" in one && "packet" in other && JSON.stringify(one.packet) === JSON.stringify(other.packet);

/** The states of the run with the violation’s faults, up to the one that breaks the promise; none where it is lost. */
function pathOf(net: Net<unknown, unknown>, { faults, property }: Violation): readonly State[] {
  const seen = new Set<string>();
  const open: { readonly state: State; readonly before: number }[] = [{ state: net.start(), before: -1 }];
  const done: { readonly state: State; readonly before: number }[] = [];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { state } = one;
    const key = keyIn(net, state);
    const isAgain = seen.has(key);
    const place = done.push(one) - 1;
    const isWhole = state.faults.length === faults.length && state.held.length === 0;
    const isStuck = property === "ends" && state.facts.isCalling && (isAgain || net.isAtEnd(state));
    if (isWhole && (net.broken(state)?.property === property || isStuck)) return wayTo(done, place);
    if (isAgain) continue;
    seen.add(key);
    const next = net.successors(state).filter((after) => isOnTheWay(after.state, faults));
    // The last one is looked at first: a fault of the violation, or else what happens by itself.
    for (const { state: after } of next.toReversed())
      if (!isNew(after, state)) open.push({ state: after, before: place });
    for (const { state: after } of next) if (isNew(after, state)) open.push({ state: after, before: place });
  }
  return [];
}

const isNew = (after: State, before: State): boolean => after.faults.length > before.faults.length;

function wayTo(done: readonly { readonly state: State; readonly before: number }[], last: number): readonly State[] {
  const way: State[] = [];
  for (let at = last; at >= 0;) {
    const { state, before } = itemAt(done, at, "state");
    way.push(state);
    at = before;
  }
  return way.reverse();
}

/** Looks for ways that end well. */
class Rescue {
  private readonly lost = new Set<string>(); // keys of states that no such way leads from
  private readonly net: Net<unknown, unknown>;
  private readonly clients: readonly string[];
  private readonly violation: Violation;

  constructor(
    net: Net<unknown, unknown>,
    { clients, violation }: { clients: readonly string[]; violation: Violation },
  ) {
    this.net = net;
    this.clients = clients;
    this.violation = violation;
  }

  /** Null where there are too many states to know. */
  isThere(from: State): boolean | null {
    const open: State[] = [from];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (this.net.broken(state) !== null) continue;
      const key = keyIn(this.net, state);
      if (this.lost.has(key)) continue;
      this.lost.add(key); // no way is found so far that goes through it; the answer is out when one is
      if (this.lost.size > MOST_STATES) return null;
      if (this.endsWell(state)) return true;
      for (const { state: next } of this.net.successors(state)) if (this.counts(next, state)) open.push(next);
    }
    return false;
  }

  private endsWell(state: State): boolean {
    return this.net.isAtEnd(state) && state.held.length === 0 && !state.facts.isCalling;
  }

  private counts(next: State, before: State): boolean {
    const fault = next.faults.length > before.faults.length ? next.faults.at(-1) : undefined;
    const mishap = fault === undefined ? null : mishapOf(fault);
    if (fault === undefined || mishap === null) return true;
    const { faults, property } = this.violation;
    const own = faults[next.faults.length - 1];
    if (own !== undefined && formatFault(own) === formatFault(fault)) return true;
    const isEnd = fault.what === "crash" && this.clients.includes(fault.machine);
    return !isEnd && !isExcused(property, [mishap]);
  }
}
