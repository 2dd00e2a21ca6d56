/**
 * A program with several threads, which make a call each at the same time: two callers of one server. The ends are
 * those of one caller, whose host takes a further call while others are under way.
 *
 * A host that hears of the first call begins the others by itself, at the same moment. Where one of them fails, the
 * others go on.
 */
import type { Ends, HostEffect } from "./ends.ts";

/**
 * @param ends their effects name the calls that they end
 * @param calls how many the program makes at once; for 1 the ends stay as they are
 * @param program says what it gives a call
 */
export function callsAtOnce<State, Packet>(
  ends: Ends<State, Packet>,
  calls: number,
  program: { argument(call: number): Uint8Array },
): Ends<State, Packet> {
  if (calls <= 1) return ends;
  const step: Ends<State, Packet>["step"] = (state, input, moment) => {
    const [first, effects] = ends.step(state, input, moment);
    if (input.tag !== "call") return [first, effects.map(goesOn)];
    let after = first;
    const all: HostEffect<Packet>[] = effects.map(goesOn);
    for (let call = input.call + 1; call <= calls; call++) {
      const [next, more] = ends.step(after, { tag: "call", call, data: program.argument(call) }, moment);
      all.push({ tag: "begins", call }, ...more.map(goesOn));
      after = next;
    }
    return [after, all];
  };
  return Object.assign(Object.create(ends) as Ends<State, Packet>, { step, makesCalls: true });
}

/** A thread that has failed ends its own call alone. */
const goesOn = <Packet>(effect: HostEffect<Packet>): HostEffect<Packet> =>
  effect.tag === "failed" ? { ...effect, goesOn: true } : effect;
