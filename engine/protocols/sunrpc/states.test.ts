/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { sunClient, type SunClientEffect, type SunClientInput } from "./client.ts";
import type { Ending } from "./message.ts";
import { sunServer, type SunServerEffect, type SunServerInput } from "./server.ts";
import { MACHINES } from "./states.ts";

interface Drawn {
  readonly what: number;
  readonly ahead: number; // of the identifier of the call that is outstanding
  readonly wait: number;
}

const drive = fc.array(
  fc.record({ what: fc.nat(9), ahead: fc.constantFrom(0, 0, 0, -1), wait: fc.constantFrom(0, 3, 6, 30) }),
  { minLength: 20, maxLength: 60 },
);

const DONE: Ending = { status: "SUCCESS", data: new Uint8Array(0) };
const ENDINGS: readonly (Ending | null)[] = [DONE, { status: "PROC_UNAVAIL" }, { status: "AUTH_ERROR" }, null];
const endingOf = (what: number): Ending | null => ENDINGS[what % ENDINGS.length] ?? null;
const CALL = { program: 200, version: 1, procedure: 1, data: new Uint8Array(0) };

const waysOf = (each: (ways: Ways, steps: readonly Drawn[]) => void): Ways => {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, (steps) => each(ways, steps)),
    { numRuns: 300, seed: 1 },
  );
  return ways;
};

const machineOf = (protocol: string) => {
  const found = MACHINES.find((machine) => machine.protocol === protocol);
  if (found === undefined) throw new Error(`There is no ${protocol}.`);
  return found;
};

it("Sun RPC client: lists all that the step function does, which does all that is listed", () => {
  const wordOf = (effect: SunClientEffect): string => (effect.tag === "send" ? "send call" : effect.tag);
  const ways = waysOf((seen, steps) => {
    for (const total of [millis(20), null]) {
      const client = sunClient({ retryAfter: millis(5), total, canRefresh: true, without: [] });
      let state = client.start({ xid: 7 });
      let now = 0;
      for (const { what, ahead, wait } of steps) {
        now += millis(wait);
        const reply = { xid: state.xid + ahead, ending: endingOf(what) };
        const busy: SunClientInput = what < 6 ? { tag: "reply", reply } : { tag: "tick" };
        const input: SunClientInput = state.tag === "idle" && what > 1 ? { tag: "start", call: CALL } : busy;
        state = stepNoted(seen, client, { state, input, now, wordOf });
      }
    }
  });
  expect(inLines(ways)).toEqual(inLines(listedWays(machineOf("Sun RPC client"))));
});

it("Sun RPC server: lists all that the step function does, which does all that is listed", () => {
  const wordOf = (effect: SunServerEffect): string => (effect.tag === "reply" ? "send reply" : effect.tag);
  const ways = waysOf((seen, steps) => {
    for (const cache of [0, 2]) {
      const registered = [{ program: 200, version: 1, procedures: [0, 1] }];
      const server = sunServer({ registered, cache, without: [] });
      let state = server.start();
      for (const { what } of steps) {
        const call = { ...CALL, xid: what % 3, procedure: what % 4 };
        const input: SunServerInput =
          state.tag === "listening"
            ? { tag: "request", request: { from: "client", call } }
            : { tag: "done", ending: DONE };
        state = stepNoted(seen, server, { state, input, now: 0, wordOf });
      }
    }
  });
  expect(inLines(ways)).toEqual(inLines(listedWays(machineOf("Sun RPC server"))));
});
