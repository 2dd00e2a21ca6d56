/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { geminiCaller } from "./caller.ts";
import { geminiProcess } from "./process.ts";
import { MACHINES } from "./states.ts";

const drive = fc.array(fc.record({ what: fc.nat(9), who: fc.integer({ min: 1, max: 3 }), late: fc.boolean() }), {
  minLength: 10,
  maxLength: 60,
});
const DATA = Uint8Array.of(1);

const listed = (protocol: string): readonly string[] => {
  const found = MACHINES.find((machine) => machine.protocol === protocol);
  if (found === undefined) throw new Error(`There is no ${protocol}.`);
  return inLines(listedWays(found));
};

type Written = { readonly tag: string; readonly messages?: readonly { readonly kind: string }[] };
const wordOf = (effect: Written): string =>
  effect.messages === undefined ? effect.tag : `write ${effect.messages[0]?.kind ?? ""}`;

it("Gemini caller: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, fc.integer({ min: 1, max: 3 }), (steps, wanted) => {
      const machine = geminiCaller({ callees: 3, wanted, without: [] });
      let state = machine.start(1);
      for (const { what, who, late } of steps) {
        const number = state.call - (late ? 1 : 0);
        const input =
          state.tag === "idle" && what > 3
            ? ({ tag: "call", call: state.call + 1, data: DATA } as const)
            : what > 7
              ? ({ tag: "lost", from: who } as const)
              : ({ tag: "message", from: who, message: { kind: "reply", number, data: DATA } } as const);
        state = stepNoted(ways, machine, { state, input, now: 0, wordOf });
      }
    }),
    { numRuns: 500, seed: 1 },
  );
  expect(inLines(ways)).toEqual(listed("Gemini caller"));
});

it("Gemini process: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, fc.boolean(), (steps, isBound) => {
      const machine = geminiProcess({ forkTakes: millis(5) });
      let state = machine.start({ isBound });
      if (!isBound) state = stepNoted(ways, machine, { state, input: { tag: "accepted" }, now: 0, wordOf });
      let [now, call] = [0, 0];
      for (const { what } of steps) {
        now += millis(1);
        const input =
          what < 4
            ? ({ tag: "message", message: { kind: "call", number: ++call, data: DATA } } as const)
            : what < 6
              ? ({ tag: "done", number: 1, data: DATA } as const)
              : what < 9
                ? ({ tag: "tick" } as const)
                : ({ tag: "lost" } as const);
        state = stepNoted(ways, machine, { state, input, now, wordOf });
      }
    }),
    { numRuns: 500, seed: 1 },
  );
  expect(inLines(ways)).toEqual(listed("Gemini process"));
});

it("a caller makes one call at a time", () => {
  const machine = geminiCaller({ callees: 1, wanted: 1, without: [] });
  const [busy] = machine.step(machine.start(1), { tag: "call", call: 1, data: DATA }, 0);
  expect(() => machine.step(busy, { tag: "call", call: 2, data: DATA }, 1)).toThrow("Call 1 is under way");
});
