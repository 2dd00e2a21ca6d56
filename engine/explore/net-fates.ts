/** The possible fates of a packet. */
import { itemAt } from "../kernel/reads.ts";
import type { Host } from "../protocols/ends.ts";
import { kindOf, type Sending, type Sends } from "./net-acts.ts";
import { countedIn, Draft, named, type Due, type Event, type Held, type Names } from "./net-state.ts";

/**
 * Every fate of a packet that a host sends. The first is that it arrives; it meets a fault only where it may.
 * @param state becomes the one in which it arrives
 */
export function fatesOf<State, Packet>(
  state: Draft<State, Packet>,
  from: Host,
  sends: Sends<Packet>,
  mayFail: boolean,
  repeated: Set<number>,
): readonly Draft<State, Packet>[] {
  const { names } = state;
  const { counter, send } = sends;
  const number = send ?? countedIn(names, counter) + 1;
  const sending = sends.sentAs(number);
  const { code, events, failures } = sending;
  if (failures === null) {
    flies(state, from, sending, events);
    return [state]; // no script can name it
  }
  const known = named(names, code);
  if (known !== null) repeated.add(kindOf(counter));
  if (known?.isMet === true) return []; // a script cannot tell the two apart
  const name = { name: code, counted: send === null ? number : 0, counter, isMet: false, before: names };
  const others = known !== null || !mayFail ? [] : failed(state, from, sending, { ...name, isMet: true });
  state.names = name;
  flies(state, from, sending, events);
  return [state, ...others];
}

/** The packet is on its way to its receivers, as these events. */
function flies<State, Packet>(
  state: Draft<State, Packet>,
  from: Host,
  { flights }: Sending<Packet>,
  events: readonly Event<Packet>[],
): void {
  const { now } = state;
  for (const [i, { takes, inside }] of flights.entries()) {
    state.expects({ at: now + takes, event: itemAt(events, i, "packet"), of: from, leaves: now + inside });
  }
}

/** The fates in which it meets a fault. */
function failed<State, Packet>(
  state: Draft<State, Packet>,
  from: Host,
  sending: Sending<Packet>,
  names: Names,
): readonly Draft<State, Packet>[] {
  const { events, failures, lasts } = sending;
  return (failures ?? []).map(({ fault, comes, isHeld }) => {
    const fate = new Draft(state);
    if (isHeld !== "no") {
      const behind = isHeld === "until the next" ? from : null;
      fate.held = [
        ...state.held,
        { since: state.now + lasts, events, fault: state.faultCount, isCopy: comes !== null, behind },
      ];
    }
    fate.names = names;
    fate.meets(fault, null, 0);
    if (comes !== null) flies(fate, from, sending, comes);
    return fate;
  });
}

/** Whether a packet that was sent later comes to the host that a reordered one goes to. */
export function isOvertaken<Packet>({ behind, since, events }: Held<Packet>, { of, at, event }: Due<Packet>): boolean {
  const [late] = events;
  if (behind !== of || at <= since || event.tag !== "input" || late?.tag !== "input") return false;
  return event.to === late.to && event.input.input.tag === "packet";
}
