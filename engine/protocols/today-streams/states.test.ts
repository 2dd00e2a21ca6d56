/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { StreamsMessage } from "../../wire/today-streams.ts";
import type { StreamCalleeInput, StreamCallerInput } from "../tcp/stream-ends.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { STREAMS_CALLER } from "./caller.ts";
import { STREAMS_SERVER } from "./server.ts";
import { MACHINES } from "./states.ts";

const drive = fc.array(fc.record({ what: fc.nat(9), number: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 10,
  maxLength: 40,
});
const DATA = Uint8Array.of(1);

const listed = (protocol: string): readonly string[] => {
  const found = MACHINES.find((machine) => machine.protocol === protocol);
  if (found === undefined) throw new Error(`There is no ${protocol}.`);
  return inLines(listedWays(found));
};

type Written = { readonly tag: string; readonly messages?: readonly StreamsMessage[] };
const wordOf = (effect: Written): string =>
  effect.messages === undefined ? effect.tag : `write ${effect.messages[0]?.kind ?? ""}`;

it("Streams caller: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, (steps) => {
      let state = STREAMS_CALLER.start(1);
      let call = 0;
      for (const { what, number } of steps) {
        const message = { kind: "reply", number: call - number + 1, data: DATA } as const;
        const input: StreamCallerInput<StreamsMessage> =
          what < 4
            ? { tag: "call", call: ++call, data: DATA }
            : what < 9
              ? { tag: "message", from: 1, message }
              : { tag: "lost", from: 1 };
        state = stepNoted(ways, STREAMS_CALLER, { state, input, now: 0, wordOf });
      }
    }),
    { numRuns: 300, seed: 1 },
  );
  expect(inLines(ways)).toEqual(listed("Streams caller"));
});

it("Streams server: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, (steps) => {
      let state = STREAMS_SERVER.start({ isBound: true });
      let call = 0;
      for (const { what, number } of steps) {
        const isRunning = state.tag === "serving" && state.running.includes(number);
        const input: StreamCalleeInput<StreamsMessage> =
          what < 4
            ? { tag: "message", message: { kind: "call", number: ++call, data: DATA } }
            : what < 9 && isRunning
              ? { tag: "done", number, data: DATA }
              : what < 9
                ? { tag: "tick" }
                : { tag: "lost" };
        state = stepNoted(ways, STREAMS_SERVER, { state, input, now: 0, wordOf });
      }
    }),
    { numRuns: 300, seed: 1 },
  );
  expect(inLines(ways)).toEqual(listed("Streams server"));
});
