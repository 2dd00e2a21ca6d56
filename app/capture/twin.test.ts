/** Recorded calls beside their simulated twins, as the page shows them. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Call } from "../../engine/capture/call.ts";
import { Dissection } from "../../engine/capture/dissection.ts";
import { shownTwin } from "../workers/capture-twin.ts";

const FILE = new URL("../../engine/wire/sunrpc-fixtures/lab-udp-retransmit.pcap", import.meta.url);

it("a call that was sent three times has a twin sent three times, with a whole setup for the bench", async () => {
  const calls: Call[] = [];
  const dissection = new Dissection((call) => calls.push(call));
  dissection.push(readFileSync(FILE));
  dissection.finish();
  const rest = { place: null, clockNs: dissection.clockNs(), endNs: dissection.endNs, unseenBytes: 0, holes: 0 };
  const { kinds } = await shownTwin({ calls, ...rest });
  const [kind, ...others] = kinds;
  expect(others).toEqual([]);
  expect(kind?.setup).toMatchObject({ experiment: "sun-rpc/call", faults: ["drop call#1", "drop call#1 send 2"] });
  expect(kind?.setup.parameters).toMatchObject({ iterations: 3, retryS: 1, transport: "udp" });
  expect(kind?.calls.map(({ call }) => call)).toEqual([1, 2, 3]);
  const [first] = kind?.calls ?? [];
  expect((first?.simulated ?? 0) / (first?.recorded ?? 1)).toBeCloseTo(1, 1); // two waits of a second
});
