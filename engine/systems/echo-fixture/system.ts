/** The echo protocol over UDP on two machines of a test, joined by an Ethernet. */
import type { Fault } from "../../faults/index.ts";
import { stationOf, type StationTable } from "../../hardware/station.ts";
import { micros } from "../../kernel/time.ts";
import type { Source } from "../../kernel/trace-data.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { echoEnds } from "../../protocols/echo-fixture/ends.ts";
import { ECHO, ECHO_PORT } from "../../wire/echo-fixture.ts";
import { EthernetMedium } from "../world/ethernet-medium.ts";
import { runEnds } from "../world/ends-run.ts";
import { overUdp } from "../world/formats.ts";
import { World } from "../world/world.ts";
import type { WorldRun } from "../world/world-run.ts";

interface EchoOptions {
  readonly calls: number;
  readonly bytes: number;
  readonly retryUs: number;
}

const OURS: Source = { kind: "assumed", text: "A machine of a test." };

const MACHINE: StationTable = {
  controller: "Ethernet",
  sendRing: 16,
  receiveRing: 16,
  send: [{ name: "Send a packet", value: 100, unit: "us", source: OURS }],
  receive: [{ name: "Take a packet in", value: 150, unit: "us", source: OURS }],
};

export function simulateEcho(
  { calls, bytes, retryUs }: EchoOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): WorldRun {
  const world = new World({ faults, keep, seed, garbles: true });
  const medium = new EthernetMedium(world, { mbps: 10, metres: 100, others: null });
  return runEnds(world, medium, {
    ends: echoEnds(micros(retryUs)),
    machine: stationOf(MACHINE),
    format: overUdp(ECHO_PORT, ECHO),
    program: {
      calls,
      argument: (call) => new Uint8Array(bytes).fill(call),
      result: (argument) => argument,
      procedure: { step: { name: "Echo", layer: "rpc", source: OURS }, duration: micros(50) },
    },
    busy: () => [["ethernet", medium.ethernet.busyNs]],
    progress,
  });
}
