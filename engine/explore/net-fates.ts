/** What may become of a packet that is sent. */
import type { PacketFault } from "../faults/fault.ts";
import { itemAt } from "../kernel/reads.ts";
import type { Host } from "../protocols/ends.ts";
import { kindOf, type Sends } from "./net-acts.ts";
import { countedIn, inOrder, named, withFault, type Due, type Event, type Held, type NetState } from "./net-state.ts";

/** Every fate of a packet that a host sends. The first is that it arrives; it meets a fault only where it may. */
export function fatesOf<State, Packet>(
  state: NetState<State, Packet>,
  from: Host,
  sends: Sends<Packet>,
  mayFail: boolean,
  repeated: Set<number>,
): readonly NetState<State, Packet>[] {
  const { now, names, due, held } = state;
  const { counter, send, garbled } = sends;
  const number = send ?? countedIn(names, counter) + 1;
  const { code, name: packet, flights, lasts } = sends.sentAs(number);
  const events = flights.map(({ event }) => event);
  const flying = (as: readonly Event<Packet>[]): readonly Due<Packet>[] =>
    flights.reduce<readonly Due<Packet>[]>(
      (before, { takes, inside }, i) =>
        inOrder(before, { at: now + takes, event: itemAt(as, i, "packet"), of: from, leaves: now + inside }),
      due,
    );
  const whole = flying(events);
  if (packet === null) return [{ ...state, due: whole }]; // no script can name it
  const known = named(names, code);
  if (known !== null) repeated.add(kindOf(counter));
  if (known?.isMet === true) return []; // a script cannot tell the two apart
  const name = { name: code, counted: send === null ? number : 0, counter, before: names };
  const arrives = { ...state, due: whole, names: { ...name, isMet: false } };
  if (known !== null || !mayFail) return [arrives];
  const late = (behind: Host | null): readonly Held<Packet>[] => [
    ...held,
    { since: now + lasts, events, fault: state.faults.length, behind },
  ];
  const met = { ...name, isMet: true };
  const meets = (
    fault: PacketFault,
    flies: readonly Due<Packet>[],
    waits: readonly Held<Packet>[],
  ): NetState<State, Packet> => ({ ...withFault(state, fault), names: met, due: flies, held: waits });
  return [
    arrives,
    meets({ what: "drop", packet }, due, held),
    meets({ what: "duplicate", packet, afterNs: 0 }, whole, late(null)),
    meets({ what: "delay", packet, byNs: 1 }, due, late(null)),
    ...garbled.map(({ byte, events: damaged }) => meets({ what: "garble", packet, byte }, flying(damaged), held)),
    // A broadcast has no direction.
    ...(events.length === 1 ? [meets({ what: "reorder", packet }, due, late(from))] : []),
  ];
}

/** Whether a packet that was sent later comes to the host that a reordered one goes to. */
export function isOvertaken<Packet>({ behind, since, events }: Held<Packet>, { of, at, event }: Due<Packet>): boolean {
  const [late] = events;
  if (behind !== of || at <= since || event.tag !== "input" || late?.tag !== "input") return false;
  return event.to === late.to && event.input.input.tag === "packet";
}
