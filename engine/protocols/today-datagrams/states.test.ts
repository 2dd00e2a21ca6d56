/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import type { DatagramsPacket } from "../../wire/today-datagrams.ts";
import type { HostEffect } from "../ends.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { datagramsClient, type DatagramsClientInput } from "./client.ts";
import { datagramsServer, type DatagramsServerInput } from "./server.ts";
import { MACHINES } from "./states.ts";

const drive = fc.array(
  fc.record({ what: fc.nat(9), packet: fc.nat(2), bytes: fc.integer({ min: 1, max: 3 }), older: fc.nat(5) }),
  { minLength: 10, maxLength: 60 },
);
const OPTIONS = { packetBytes: 1, credits: 2, resendAfter: millis(5), sendLimit: 3 };
const PLACE = { slot: 0, session: 0 };

const listed = (protocol: string): readonly string[] => {
  const found = MACHINES.find((machine) => machine.protocol === protocol);
  if (found === undefined) throw new Error(`There is no ${protocol}.`);
  return inLines(listedWays(found));
};

const wordOf = (effect: HostEffect<DatagramsPacket>): string =>
  effect.tag === "send" ? `send ${effect.kind ?? ""}` : effect.tag;

it("Datagrams client: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, (steps) => {
      const machine = datagramsClient(OPTIONS);
      let state = machine.start(0);
      let now = 0;
      for (const { what, bytes, older } of steps) {
        now += millis(what > 7 ? 6 : 1);
        const call = state.call - (older === 0 ? 1 : 0);
        const answered = state.tag === "calling" ? state.answered : 0;
        const requests = state.tag === "calling" ? state.requests : 1;
        const isCredit = answered < requests - 1;
        const answer: DatagramsPacket = isCredit
          ? { kind: "credit", ...PLACE, packet: answered, packets: requests, call, data: new Uint8Array(0) }
          : { kind: "reply", ...PLACE, packet: answered - requests + 1, packets: 2, call, data: new Uint8Array(1) };
        const input: DatagramsClientInput =
          state.tag === "idle" && what > 2
            ? { tag: "call", call: state.call + 1, data: new Uint8Array(bytes) }
            : what < 5
              ? { tag: "packet", packet: answer }
              : { tag: "tick" };
        state = stepNoted(ways, machine, { state, input, now, wordOf });
      }
    }),
    { numRuns: 500, seed: 1 },
  );
  expect(inLines(ways)).toEqual(listed("Datagrams client"));
});

it("Datagrams server: lists all that the step function does, which does all that is listed", () => {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, (steps) => {
      const machine = datagramsServer({ ...OPTIONS, without: [] });
      let state = machine.start(0);
      for (const { what, packet, bytes, older } of steps) {
        const call = state.call + (older < 2 ? 1 : 0);
        const at = older < 2 ? 0 : Math.min(packet, bytes - 1);
        const kind = what < 2 ? "more" : "request";
        const given: DatagramsPacket = { kind, ...PLACE, packet: at, packets: bytes, call, data: new Uint8Array(1) };
        const input: DatagramsServerInput =
          what > 6 ? { tag: "done", call: state.call, data: new Uint8Array(bytes) } : { tag: "packet", packet: given };
        state = stepNoted(ways, machine, { state, input, now: 0, wordOf });
      }
    }),
    { numRuns: 500, seed: 1 },
  );
  expect(inLines(ways)).toEqual(listed("Datagrams server"));
});
