/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { MERCURY_RECEIVER } from "./receiver.ts";
import { mercurySender } from "./sender.ts";
import { MACHINES } from "./states.ts";

const drive = fc.array(fc.record({ what: fc.nat(9), who: fc.integer({ min: 1, max: 2 }), back: fc.nat(3) }), {
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

it("Mercury sender: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, fc.integer({ min: 1, max: 4 }), (steps, batch) => {
      const machine = mercurySender({ receivers: 2, batch, bufferBytes: 3, linger: millis(5) });
      let state = machine.start(1);
      let [now, call] = [0, 0];
      for (const { what, who, back } of steps) {
        now += millis(1);
        const left = state.calls.filter((one) => !state.buffer.some(({ number }) => number === one.call));
        const number = left.at(-1 - back)?.call ?? 0; // nobody answers a call that has not left
        const message = { kind: "reply", number, flags: 0, data: DATA } as const;
        const input =
          what < 3
            ? ({ tag: "call", call: ++call, data: DATA } as const)
            : what < 8
              ? ({ tag: "message", from: who, message } as const)
              : what < 9
                ? ({ tag: "tick" } as const)
                : ({ tag: "lost", from: who } as const);
        state = stepNoted(ways, machine, { state, input, now, wordOf });
      }
    }),
    { numRuns: 1000, seed: 1 },
  );
  expect(inLines(ways)).toEqual(listed("Mercury sender"));
});

it("Mercury receiver: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, (steps) => {
      let state = MERCURY_RECEIVER.start({ isBound: true });
      let call = 0;
      for (const { what, back } of steps) {
        const flags = back === 0 ? 0 : 1;
        const input =
          what < 5
            ? ({ tag: "message", message: { kind: "call", number: ++call, flags, data: DATA } } as const)
            : what < 9
              ? ({ tag: "done", number: 1, data: DATA } as const)
              : ({ tag: "lost" } as const);
        state = stepNoted(ways, MERCURY_RECEIVER, { state, input, now: 0, wordOf });
      }
    }),
    { numRuns: 500, seed: 1 },
  );
  expect(inLines(ways)).toEqual(listed("Mercury receiver"));
});

it("a call that stays in the buffer leaves at its time, though the calls before it are claimed", () => {
  const machine = mercurySender({ receivers: 1, batch: 2, bufferBytes: 9, linger: millis(5) });
  const call = (number: number) => ({ tag: "call", call: number, data: DATA }) as const;
  const reply = (number: number) =>
    ({ tag: "message", from: 1, message: { kind: "reply", number, flags: 0, data: DATA } }) as const;
  const given = [call(1), call(2), call(3), reply(1), reply(2)] as const; // two leave together, the third waits
  const waits = given.reduce((state, input) => machine.step(state, input, 0)[0], machine.start(1));
  expect(machine.deadline(waits)).toBe(millis(5));
  const [left, effects] = machine.step(waits, { tag: "tick" }, millis(5));
  expect(effects.map(({ tag }) => tag)).toEqual(["write"]);
  expect(machine.deadline(left)).toBeNull();
});
