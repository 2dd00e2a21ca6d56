/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import { CIRCUS_KINDS } from "../../wire/circus.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { circusClient, type ClientInput } from "./client.ts";
import { COLLATORS, type Collator } from "./collator.ts";
import { circusMember, type MemberInput } from "./member.ts";
import type { CircusEffect, CircusPacket } from "./message.ts";
import { MACHINES } from "./states.ts";

const drive = fc.array(
  fc.record({
    what: fc.nat(9),
    kind: fc.constantFrom(...CIRCUS_KINDS),
    behind: fc.constantFrom(0, 0, 0, 0, 1, -1),
    from: fc.nat(3),
    index: fc.integer({ min: 1, max: 2 }),
    total: fc.constantFrom(1, 1, 2),
    pleaseAck: fc.boolean(),
    answer: fc.constantFrom(1, 1, 2, 3),
  }),
  { minLength: 20, maxLength: 80 },
);
type Drawn = typeof drive extends fc.Arbitrary<(infer Value)[]> ? Value : never;

const wordOf = (effect: CircusEffect): string => (effect.tag === "send" ? `send ${effect.kind}` : effect.tag);

const packetOf = (drawn: Drawn, from: number, number: number, clients: number): CircusPacket => {
  const { kind, behind, index, pleaseAck, answer } = drawn;
  const total = Math.max(drawn.total, index);
  const data = kind === "call" || kind === "return" ? Uint8Array.of(answer) : new Uint8Array(0);
  const ofReturn = kind === "return";
  return { kind, from, number: Math.max(1, number - behind), ofReturn, total, index, pleaseAck, clients, data };
};

const listed = (protocol: string): readonly string[] => {
  const found = MACHINES.find((machine) => machine.protocol === protocol);
  if (found === undefined) throw new Error(`There is no ${protocol}.`);
  return inLines(listedWays(found));
};

it("Circus client: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  const collators = Object.keys(COLLATORS) as Collator[];
  const troupes = [
    [1, 2],
    [1, 2, 3, 4],
  ].flatMap((members) => collators.map((collator) => ({ members, collator })));
  for (const troupe of troupes) {
    const machine = circusClient({ ...troupe, clients: 1, segmentBytes: 1 });
    fc.assert(
      fc.property(drive, (steps) => {
        let state = machine.start({ host: 0, begins: null });
        let [now, call] = [0, 0];
        for (const drawn of steps) {
          now += millis(1);
          const isBegun = state.tag !== "calling" && drawn.what > 6;
          if (!isBegun && drawn.what < 5) now = machine.deadline(state) ?? now;
          const input: ClientInput = isBegun
            ? { tag: "call", call: ++call, data: new Uint8Array(drawn.total) }
            : drawn.what < 5
              ? { tag: "tick" }
              : { tag: "packet", packet: packetOf(drawn, 1 + (drawn.from % troupe.members.length), call, 1) };
          state = stepNoted(ways, machine, { state, input, now, wordOf });
        }
      }),
      { numRuns: 900, seed: 1 },
    );
  }
  expect(inLines(ways)).toEqual(listed("Circus client"));
});

it("Circus member: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  for (const clients of [1, 2]) {
    const machine = circusMember(1);
    fc.assert(
      fc.property(drive, (steps) => {
        let state = machine.start({ host: 1, isOutside: false });
        let now = 0;
        for (const drawn of steps) {
          now += millis(1);
          const number = state.calls.at(-1)?.number ?? 1;
          const ended = state.calls.at(drawn.index - 2)?.number ?? 1; // the last call, or the first one that is known
          const due = machine.deadline(state);
          if (drawn.what < 2 && due !== null) now = due;
          const input: MemberInput =
            drawn.what < 2
              ? { tag: "tick" }
              : drawn.what < 3
                ? { tag: "done", number: ended, data: new Uint8Array(drawn.total) }
                : { tag: "packet", packet: packetOf(drawn, 4 * (drawn.from % clients), number, clients) };
          state = stepNoted(ways, machine, { state, input, now, wordOf });
        }
      }),
      { numRuns: 3000, seed: 1 },
    );
  }
  expect(inLines(ways)).toEqual(listed("Circus member"));
});

it("a program makes one call at a time", () => {
  const machine = circusClient({ members: [1], collator: "unanimous", clients: 1, segmentBytes: 1 });
  const call = { tag: "call", call: 1, data: new Uint8Array(1) } as const;
  const [busy] = machine.step(machine.start({ host: 0, begins: null }), call, 0);
  expect(() => machine.step(busy, { ...call, call: 2 }, 1)).toThrow("one call at a time");
});
