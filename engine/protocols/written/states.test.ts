/** Holds the state machines that the reference draws to what the step functions do, by any rules. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import type { HostInput } from "../ends.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { writtenClient } from "./client.ts";
import type { WrittenMachine } from "./ends.ts";
import { RETRY_AFTER, type WrittenEffects, type WrittenPacket } from "./message.ts";
import { CELL_NAMES, RULE_BOOK, valuesOf, type WrittenRules } from "./rules.ts";
import { writtenServer } from "./server.ts";
import { MACHINES } from "./states.ts";

const KINDS = ["call", "result", "acknowledgement", "reject"] as const;

const anyRules = fc
  .tuple(...CELL_NAMES.map((name) => fc.constantFrom(...valuesOf(name))))
  .map((values) => Object.fromEntries(CELL_NAMES.map((name, i) => [name, values[i]])) as WrittenRules);

const drawn = fc.record({
  what: fc.nat(9),
  kind: fc.constantFrom(...KINDS),
  behind: fc.constantFrom(0, 0, 0, 1, -1),
  life: fc.constantFrom(1, 1, 1, 2),
});
const drive = fc.tuple(anyRules, fc.array(drawn, { minLength: 20, maxLength: 60 }));
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

const wordOf = (effect: WrittenEffects[number]): string =>
  effect.tag === "send" ? `send ${String(effect.kind)}` : effect.tag === "execute" ? "run" : effect.tag;

const packetOf = ({ kind, behind, life }: Drawn, number: number): WrittenPacket => ({
  kind,
  number: Math.max(0, number - behind),
  life,
  data: Uint8Array.of(1),
});

/** All ways of a machine, by any rules. */
function waysOf<State>(
  machineBy: (rules: WrittenRules) => WrittenMachine<State>,
  inputOf: (state: State, drawn: Drawn, seen: { calls: number; works: string[] }) => HostInput<WrittenPacket>,
): Ways {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, ([rules, steps]) => {
      const machine = machineBy(rules);
      let state = machine.start({ life: 1, server: 1 });
      const seen = { calls: 0, works: [] as string[] };
      for (const [i, one] of steps.entries()) {
        const word = (effect: WrittenEffects[number]): string => {
          if (effect.tag === "execute") seen.works.push(effect.work);
          return wordOf(effect);
        };
        const input = inputOf(state, one, seen);
        state = stepNoted(ways, machine, { state, input, now: millis(i), wordOf: word });
      }
    }),
    { numRuns: 2000, seed: 1 },
  );
  return ways;
}

const listed = (protocol: string): readonly string[] => {
  const found = MACHINES.find((machine) => machine.protocol === protocol);
  if (found === undefined) throw new Error(`There is no ${protocol}.`);
  return inLines(listedWays(found));
};

it("the client: lists all that the step function does, which does all that is listed", () => {
  const ways = waysOf(
    (rules) => writtenClient({ rules, retryAfter: RETRY_AFTER }),
    (state, one, seen) => {
      if (state.tag === "idle" && one.what > 3) return { tag: "call", call: ++seen.calls, data: Uint8Array.of(1) };
      // A timer goes off only where one runs.
      if (state.tag === "waiting" && one.what < 4) return { tag: "tick" };
      return { tag: "packet", packet: packetOf(one, state.number), call: 1, from: 1 };
    },
  );
  expect(inLines(ways)).toEqual(listed("Written client"));
});

it("the server: lists all that the step function does, which does all that is listed", () => {
  const ways = waysOf(
    (rules) => writtenServer({ rules, retryAfter: RETRY_AFTER }),
    ({ row }, one, { works }) => {
      const [work] = works;
      if (one.what < 3 && work !== undefined) {
        works.shift();
        return { tag: "done", work, data: Uint8Array.of(1) };
      }
      return {
        tag: "packet",
        packet: packetOf({ ...one, kind: "call" }, (row?.number ?? 0) + (one.what % 2)),
        call: 1,
        from: 0,
      };
    },
  );
  expect(inLines(ways)).toEqual(listed("Written server"));
});

it("a client that asks later waits ten times as long behind an acknowledgement", () => {
  const client = writtenClient({ rules: { ...RULE_BOOK, ack: "later" }, retryAfter: RETRY_AFTER });
  const start = client.start({ life: 1, server: 1 });
  const [asks] = client.step(start, { tag: "call", call: 1, data: Uint8Array.of(1) }, 0);
  const acknowledgement = { kind: "acknowledgement", number: asks.number, life: 1, data: new Uint8Array(0) } as const;
  const [waits] = client.step(asks, { tag: "packet", packet: acknowledgement, from: 1, call: 1 }, millis(1));
  expect([asks, waits].map((state) => client.deadline(state))).toEqual([RETRY_AFTER, millis(1) + 10 * RETRY_AFTER]);
});
