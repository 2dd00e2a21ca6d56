/** A run of the search in which hosts go on for ever, and no call begins or ends: its states are all different. */
import { formatFault } from "../faults/index.ts";
import type { Ends } from "../protocols/ends.ts";
import type { NetState } from "./net-state.ts";

/** So many events follow one another at most without a call that begins or ends. Our protocols need less than 1200. */
export const MOST_QUIET = 5000;

/** Names the host that waits for the next moment, with its machines and their states. */
export function withoutEnd<State, Packet>(
  { hosts: names, machines }: Pick<Ends<State, Packet>, "hosts" | "machines">,
  { hosts, faults }: Pick<NetState<State, Packet>, "hosts" | "faults">,
): RangeError {
  const deadlines = hosts.map((host) => host?.deadline ?? Infinity);
  const next = deadlines.indexOf(Math.min(...deadlines));
  const host = hosts[next] ?? null;
  const of = host === null ? [] : (machines?.(host.state) ?? []);
  const states = of.map(({ machine, state }) => `${machine.protocol}, in the state "${machine.name(state)}"`);
  const whose = states.length === 0 ? "" : ` (${states.join("; ")})`;
  const met = faults.length === 0 ? "without a fault" : `after ${faults.map(formatFault).join(", ")}`;
  return new RangeError(
    `a run of the search has no end: ${met}, ${MOST_QUIET} events come in which no call begins or ends. ` +
      `The host that goes off next is ${names[next] ?? "none"}${whose}. A machine has to stop sending and setting ` +
      "its timer after so many times, or come back to a state with an equal key.",
  );
}
