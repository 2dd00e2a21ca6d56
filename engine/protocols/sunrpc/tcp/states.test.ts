/** Holds the state machine that the reference draws to what the step function does. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis } from "../../../kernel/time.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../../testing/state-machine.ts";
import type { Ending } from "../message.ts";
import { sunTcpClient, type SunTcpClientInput, type SunTcpClientState } from "./client.ts";
import { TCP_CLIENT_MACHINE } from "./states.ts";

const CALL = { program: 200, version: 1, procedure: 1, data: new Uint8Array(0) };
const RETURNED: Ending = { status: "SUCCESS", data: CALL.data };
const REFUSED: Ending = { status: "PROC_UNAVAIL" };

interface Drawn {
  readonly what: number;
  readonly wait: number; // ms
}

function inputOf({ tag, xid }: SunTcpClientState, { what }: Drawn): SunTcpClientInput {
  if (what === 0) return { tag: "broken" };
  if (what === 1) return { tag: "close" };
  if (tag === "closed") return what < 5 ? { tag: "start", call: CALL } : { tag: "connect" };
  if (tag === "connecting") return { tag: "connected" };
  if (tag === "idle") return { tag: "start", call: CALL };
  if (what < 4) return { tag: "tick" };
  return { tag: "reply", reply: { xid: what < 6 ? xid - 1 : xid, ending: what % 2 === 0 ? RETURNED : REFUSED } };
}

it("Sun RPC client over TCP: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  const client = sunTcpClient({ total: millis(20), without: [] });
  const drawn = fc.record({ what: fc.nat(9), wait: fc.constantFrom(0, 3, 30) });
  const run = (steps: readonly Drawn[]): void => {
    let state = client.start({ xid: 7 });
    let now = 0;
    for (const one of steps) {
      now += millis(one.wait);
      state = stepNoted(ways, client, { state, input: inputOf(state, one), now, wordOf: ({ tag }) => tag });
    }
  };
  fc.assert(fc.property(fc.array(drawn, { minLength: 20, maxLength: 60 }), run), { numRuns: 300, seed: 1 });
  expect(inLines(ways)).toEqual(inLines(listedWays(TCP_CLIENT_MACHINE)));
});
