/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { seconds } from "../../../kernel/time.ts";
import { encodeCallit, encodeCallitResult, encodeMapping, PORTMAP, PORTMAP_PROGRAM } from "../../../wire/portmap.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../../testing/state-machine.ts";
import { broadcaster, type BroadcasterInput } from "./broadcaster.ts";
import { portmapperMachine, type PortmapperInput } from "./portmapper.ts";
import { BROADCASTER_MACHINE, PORTMAPPER_MACHINE } from "./states.ts";

const PLACE = { program: 300, version: 1, procedure: 1 };
const NOTHING = new Uint8Array(0);
const steps = fc.array(fc.record({ what: fc.nat(9), wait: fc.constantFrom(0, 1, 5, 15) }), {
  minLength: 10,
  maxLength: 40,
});

function ask(procedure: number, data: Uint8Array): PortmapperInput {
  const call = { xid: 1, program: PORTMAP_PROGRAM, version: 2, procedure, data };
  return { tag: "request", request: { from: "a", call } };
}

function requestOf(what: number): PortmapperInput {
  const mapping = encodeMapping({ program: 300, version: 1, protocol: 17, port: 1000 });
  if (what < 2) return ask(PORTMAP.set, mapping);
  if (what === 2) return ask(PORTMAP.unset, mapping);
  if (what === 3) return ask(PORTMAP.dump, NOTHING);
  return ask(PORTMAP.callit, encodeCallit({ ...PLACE, data: NOTHING }));
}

it("Portmapper: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  const machine = portmapperMachine();
  const run = (drawn: readonly { readonly what: number; readonly wait: number }[]): void => {
    let state = machine.start();
    let now = 0;
    for (const { what, wait } of drawn) {
      now += seconds(wait);
      const answer = { status: what === 8 ? "SYSTEM_ERR" : "SUCCESS", data: NOTHING } as const;
      const ending = answer.status === "SUCCESS" ? answer : ({ status: "SYSTEM_ERR" } as const);
      const later: PortmapperInput = what > 8 ? { tag: "tick" } : { tag: "answer", number: state.calls, ending };
      const input = what < 6 ? requestOf(what) : later;
      state = stepNoted(ways, machine, { state, input, now, wordOf: ({ tag }) => tag });
    }
  };
  fc.assert(fc.property(steps, run), { numRuns: 300, seed: 1 });
  expect(inLines(ways)).toEqual(inLines(listedWays(PORTMAPPER_MACHINE)));
});

it("Sun RPC broadcast: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  const machine = broadcaster();
  const run = (drawn: readonly { readonly what: number; readonly wait: number }[]): void => {
    let state = machine.start({ xid: 7 });
    let now = 0;
    for (const { what, wait } of drawn) {
      now += seconds(wait);
      const data = what === 2 ? NOTHING : encodeCallitResult(1000, NOTHING);
      const reply = { xid: state.xid, ending: { status: "SUCCESS", data } } as const;
      const busy: BroadcasterInput =
        what < 4 ? { tag: "reply", from: "a", reply } : what === 4 ? { tag: "stop" } : { tag: "tick" };
      const call = { ...PLACE, data: new Uint8Array(what === 0 ? 1400 : 4) };
      const input: BroadcasterInput = state.tag === "idle" ? { tag: "start", call } : busy;
      state = stepNoted(ways, machine, { state, input, now, wordOf: ({ tag }) => tag });
    }
  };
  fc.assert(fc.property(steps, run), { numRuns: 300, seed: 1 });
  expect(inLines(ways)).toEqual(inLines(listedWays(BROADCASTER_MACHINE)));
});
