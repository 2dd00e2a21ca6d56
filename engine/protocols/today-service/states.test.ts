/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import type { ServicePacket } from "../../wire/today-service.ts";
import type { HostEffect, HostInput } from "../ends.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { serviceClient } from "./client.ts";
import { serviceServer } from "./server.ts";
import { MACHINES } from "./states.ts";

const drive = fc.array(fc.record({ what: fc.nat(9), back: fc.nat(2), late: fc.boolean() }), {
  minLength: 10,
  maxLength: 60,
});
const DATA = Uint8Array.of(1);

const listed = (protocol: string): readonly string[] => {
  const found = MACHINES.find((machine) => machine.protocol === protocol);
  if (found === undefined) throw new Error(`There is no ${protocol}.`);
  return inLines(listedWays(found));
};

const wordOf = (effect: HostEffect<ServicePacket>): string =>
  effect.tag === "send" ? `send ${effect.kind ?? ""}` : effect.tag;

it("Service client: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  const options = {
    servers: 2,
    timeout: millis(6),
    attempts: 3,
    retry: "backoff",
    pause: millis(2),
    budget: 0.5,
    stock: 10,
    hedgeAfter: millis(3),
    cancels: true,
  } as const;
  fc.assert(
    fc.property(drive, (steps) => {
      const machine = serviceClient(options);
      let state = machine.start(1);
      let [now, call] = [0, 0];
      for (const { what, back, late } of steps) {
        now += millis(1);
        const open = state.calls.at(-1 - back)?.open[late ? 1 : 0];
        const packet: ServicePacket = {
          kind: "reply",
          attempt: open?.attempt ?? 1,
          call: state.calls.at(-1 - back)?.call ?? 0,
          data: DATA,
        };
        const input: HostInput<ServicePacket> =
          what < 2
            ? { tag: "call", call: ++call, data: DATA }
            : what < 4
              ? { tag: "packet", packet, call, from: 1 }
              : { tag: "tick" };
        state = stepNoted(ways, machine, { state, input, now, wordOf });
      }
    }),
    { numRuns: 1000, seed: 1 },
  );
  expect(inLines(ways)).toEqual(listed("Service client"));
});

it("Service server: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, fc.nat(20), (steps, from) => {
      const machine = serviceServer({ queue: 2, stands: { from: millis(from), until: millis(from + 10) } });
      let state = machine.start(1);
      let [now, call] = [0, 0];
      for (const { what, back } of steps) {
        now += millis(1);
        const of: ServicePacket = { kind: what < 4 ? "request" : "cancel", attempt: 1, call: 0, data: DATA };
        const input: HostInput<ServicePacket> =
          state.goesOn <= now
            ? { tag: "tick" }
            : what < 6
              ? { tag: "packet", packet: { ...of, call: what < 4 ? ++call : call - back }, call, from: 0 }
              : what < 8
                ? { tag: "done", work: "", data: DATA }
                : { tag: "tick" };
        state = stepNoted(ways, machine, { state, input, now, wordOf });
      }
    }),
    { numRuns: 1000, seed: 1 },
  );
  expect(inLines(ways)).toEqual(listed("Service server"));
});
