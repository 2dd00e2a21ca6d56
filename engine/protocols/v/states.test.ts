/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import { V_KINDS, type VPacket } from "../../wire/v.ts";
import type { Machine } from "../machine.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { vAlien, type AlienInput, type AlienState } from "./alien.ts";
import { vGroupSender, type GroupInput } from "./group-sender.ts";
import type { VEffect } from "./message.ts";
import { vSender, type SenderInput } from "./sender.ts";
import { MACHINES } from "./states.ts";

const SIZES = { messageBytes: 1, packetBytes: 1 };
const [HERE, THERE] = [1, 2];

const drive = fc.array(
  fc.record({
    what: fc.nat(9),
    kind: fc.constantFrom(...V_KINDS),
    behind: fc.constantFrom(0, 0, 0, 0, 1, -1),
    size: fc.constantFrom(0, 0, 2),
    place: fc.nat(3),
    last: fc.boolean(),
  }),
  { minLength: 20, maxLength: 80 },
);
type Drawn = typeof drive extends fc.Arbitrary<(infer Value)[]> ? Value : never;

const wordOf = (effect: VEffect): string => (effect.tag === "send" ? `send ${effect.kind}` : effect.tag);

const packetOf = ({ kind, behind, size, place, last }: Drawn, call: number): VPacket => {
  const data = new Uint8Array(size === 0 || kind === "data" ? 1 : 0);
  return { kind, call: Math.max(1, call - behind), from: THERE, to: HERE, size, place, last, data };
};

/** Drives a machine, and holds it to its table. `inputOf` draws an input for a state. */
function holds<State, Input, Identity>(
  machine: Machine<State, Input, VEffect, Identity>,
  start: Identity,
  inputOf: (state: State, drawn: Drawn, call: { number: number }) => Input,
  ways: Ways = new Map(),
): Ways {
  fc.assert(
    fc.property(drive, (steps) => {
      let state = machine.start(start);
      const call = { number: 0 };
      for (const [i, drawn] of steps.entries()) {
        const input = inputOf(state, drawn, call);
        state = stepNoted(ways, machine, { state, input, now: millis(i), wordOf });
      }
    }),
    { numRuns: 1500, seed: 1 },
  );
  return ways;
}

const listed = (protocol: string): readonly string[] => {
  const found = MACHINES.find((machine) => machine.protocol === protocol);
  if (found === undefined) throw new Error(`There is no ${protocol}.`);
  return inLines(listedWays(found));
};

it("V sender: lists all that the step function does, which does all that is listed", () => {
  const ways = holds(vSender(SIZES), HERE, (state, drawn, call): SenderInput => {
    if (state.tag === "ready" && drawn.what > 1) {
      return { tag: "call", call: ++call.number, data: new Uint8Array(drawn.size), to: THERE };
    }
    return drawn.what < 5 ? { tag: "tick" } : { tag: "packet", packet: packetOf(drawn, call.number) };
  });
  expect(inLines(ways)).toEqual(listed("V sender"));
});

it("V alien: lists all that the step function does, which does all that is listed", () => {
  const inputOf = (state: AlienState, drawn: Drawn): AlienInput => {
    // A timer goes off only where one is set.
    if (drawn.what < 3 && state.deadline !== null) return { tag: "tick" };
    if (drawn.what < 5) return { tag: "done", call: state.call, data: new Uint8Array(1 + drawn.size) };
    return { tag: "packet", packet: packetOf(drawn, state.call) };
  };
  expect(inLines(holds(vAlien(SIZES), { from: HERE, to: THERE }, inputOf))).toEqual(listed("V alien"));
});

it("V group sender: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  for (const wanted of [1, 2, Infinity]) {
    const inputOf = (state: { tag: string }, drawn: Drawn, call: { number: number }): GroupInput => {
      if (state.tag === "ready" && drawn.what > 1) {
        return { tag: "call", call: ++call.number, data: new Uint8Array(1) };
      }
      return drawn.what < 5 ? { tag: "tick" } : { tag: "packet", packet: packetOf(drawn, call.number) };
    };
    holds(vGroupSender({ members: [1, 2], replyWait: millis(50), wanted }), HERE, inputOf, ways);
  }
  expect(inLines(ways)).toEqual(listed("V group sender"));
});

it("a process sends one message at a time", () => {
  const call = { tag: "call", call: 1, data: new Uint8Array(1), to: THERE } as const;
  const [busy] = vSender(SIZES).step({ tag: "ready", from: HERE }, call, 0);
  expect(() => vSender(SIZES).step(busy, { ...call, call: 2 }, 1)).toThrow("one message at a time");
  const group = vGroupSender({ members: [1], replyWait: 0, wanted: 1 });
  const [waiting] = group.step(group.start(HERE), call, 0);
  expect(() => group.step(waiting, { ...call, call: 2 }, 1)).toThrow("one message at a time");
});
