/** Captures recorded before and after a known change: what-if and the twin foretell the second from the first. */
import { expect, test } from "vitest";
import type { Recorded } from "../capture/ask/recorded.ts";
import { whatIf, type Change } from "../capture/ask/what-if.ts";
import { stateOf, tookNs } from "../capture/call.ts";
import { twinOf } from "../capture/twin/twin.ts";
import { recordedOf, type Settings } from "./recorded-run.ts";
import { runTwin } from "./run-twin.ts";

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const meanMs = ({ calls }: Recorded): number =>
  mean(calls.filter((call) => stateOf(call) === "answered").map((call) => (tookNs(call) ?? Number.NaN) / 1e6));

const HALF: Change = { server: 0.5, hasRetries: true, everyNth: 1 };
const slow = (id: string): string => `slow ${id === "machine/call" ? "server1" : "server"} by 2 at 0 ms`;
const RPC2 = { protocol: "rpc2", machine: "today-sockets", calls: 20, bytes: 200, resultBytes: 1000 };

const PAIRS: readonly (readonly [name: string, id: string, set: Settings, faults: readonly string[]])[] = [
  ["Sun RPC over UDP", "sun-rpc/call", { iterations: 30, argumentBytes: 400 }, []],
  ["Sun RPC over UDP with losses", "sun-rpc/call", { iterations: 30, retryS: 2 }, ["drop call#4", "drop call#9"]],
  ["Sun RPC over TCP", "sun-rpc/call", { iterations: 30, transport: "tcp", argumentBytes: 4000 }, []],
  ["RPC2", "machine/call", RPC2, []],
];

test.each(PAIRS)("%s: a server of twice the speed is foretold within 10 %%", async (_name, id, set, faults) => {
  const before = recordedOf(id, set, [...faults, slow(id)]);
  const after = meanMs(recordedOf(id, set, faults));
  const [row] = (whatIf(before, HALF).tables?.["calls"] ?? []) as readonly { readonly afterMs: number }[];
  const { kinds } = await twinOf(before, runTwin, HALF);
  const twin = mean(kinds.flatMap(({ calls }) => calls.map(({ simulatedNs }) => simulatedNs / 1e6)));
  const off = [row?.afterMs ?? Number.NaN, twin].map((ms) => ms / after - 1);
  for (const one of off) expect(Math.abs(one)).toBeLessThan(0.1);
});
