/** Two hosts and a ping, as MODEL.md shows it; and what faults do to it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FaultError, parseScript } from "../../faults/index.ts";
import { toMicros } from "../../kernel/time.ts";
import { LOSSES, MARK_KINDS, NO_REF, POWER, type TraceData } from "../../kernel/trace-data.ts";
import { callsOf, packetsOf } from "../testing.ts";
import { DatagramHost } from "./datagram-host.ts";
import { SwitchedMedium } from "./switched-medium.ts";
import { World } from "./world.ts";

// The example of MODEL.md begins.
function ping(faults: readonly string[]): TraceData {
  const world = new World({ faults: parseScript(faults), keep: "all" });
  const { sim, recorder } = world;
  const medium = new SwitchedMedium(world, { mbps: 1000, metres: 5, latency: 5000, places: [0, 0] });
  const data = Uint8Array.of(1, 2, 3, 4);
  const asked = { to: 1, toPort: 7, data, kind: "call", call: 1, origin: "first", cause: NO_REF } as const;
  const call = recorder.beginCall(recorder.owner("client"), sim.now);
  const client = new DatagramHost(world, medium, {
    name: "client",
    number: 0,
    port: 7000,
    program: {
      start: (host) => host.socket.send(asked),
      received: (_host, _datagram, frame) => recorder.endCall(call, sim.now, "returned", frame.ref),
    },
  });
  const server = new DatagramHost(world, medium, {
    name: "server",
    number: 1,
    port: 7,
    program: {
      received: (host, { from, fromPort }, { ref }) =>
        host.socket.send({ ...asked, to: from, toPort: fromPort, kind: "result", cause: ref }),
    },
  });
  world.scheduleMachineEvents();
  for (const host of [client, server]) host.start();
  sim.run();
  medium.carrier.close();
  return recorder.finish(sim.now);
}
// The example of MODEL.md ends.

const story = (trace: TraceData): readonly string[] =>
  packetsOf(trace).map(({ kind, origin, fate }) => `${kind}${origin === "first" ? "" : ` ${origin}`} ${fate}`);

function marksOf({ marks, tracks }: TraceData): readonly string[] {
  return Array.from({ length: marks.count }, (_, row) => {
    const kind = MARK_KINDS[marks.kind[row] ?? -1];
    const value = marks.value[row] ?? NaN;
    const what = kind === "loss" ? LOSSES[value] : kind === "power" && value === POWER.crashed ? "crashed" : "";
    return `${tracks[marks.track[row] ?? -1]?.machine ?? ""} ${kind ?? ""} ${what ?? ""}`.trim();
  });
}

describe("a ping between two hosts", () => {
  it("is the example of MODEL.md, to the letter", () => {
    const source = readFileSync(new URL("ping.test.ts", import.meta.url), "utf8");
    const model = readFileSync(new URL("MODEL.md", import.meta.url), "utf8");
    const [, own = ""] = source.split("// The example of MODEL.md begins.\n");
    const [code = ""] = own.split("// The example of MODEL.md ends.\n");
    expect(code).toContain("function ping");
    expect(model).toContain(code.trim());
  });

  it("takes four links, the switch twice, and four segments’ handling", () => {
    const [call] = callsOf(ping([]));
    expect(call?.outcome).toBe("returned");
    const [frame, handling, latency, cable] = [0.576, 9.665, 5, 0.022];
    expect((call?.tookMs ?? NaN) * 1000).toBeCloseTo(4 * (frame + cable) + 2 * latency + 4 * handling, 2);
  });

  it("has no answer where either packet is dropped or corrupted; a corrupted one is lost at its receiver", () => {
    expect(story(ping(["drop call#1"]))).toEqual(["call lost"]);
    expect(story(ping(["drop result#1"]))).toEqual(["call delivered", "result lost"]);
    const corrupted = ping(["corrupt call#1"]);
    expect(story(corrupted)).toEqual(["call lost"]);
    expect(marksOf(corrupted)).toEqual(["server loss damaged"]);
    expect(callsOf(corrupted).map(({ outcome }) => outcome)).toEqual(["pending"]);
  });

  it("is late by a delay", () => {
    const took = (faults: readonly string[]): number => callsOf(ping(faults))[0]?.tookMs ?? NaN;
    expect(took(["delay call#1 by 5ms"])).toBeCloseTo(took([]) + 5, 6);
  });

  it("is answered twice where the call comes twice, the copy a frame and a gap behind it", () => {
    const trace = ping(["duplicate call#1", "drop result#1"]);
    expect(story(trace)).toEqual(["call delivered", "call duplicate delivered", "result lost", "result delivered"]);
    const [first = NaN, copy = NaN] = trace.packets.arrives;
    expect(toMicros(copy - first)).toBeCloseTo(0.672, 3);
  });

  it("is lost where nothing overtakes it", () => {
    expect(story(ping(["reorder call#1"]))).toEqual(["call lost"]);
  });

  it("begins again when its machine has crashed and come up, and a machine that is down hears nothing", () => {
    const trace = ping([
      "crash server at 1us",
      "restart server at 30us",
      "crash client at 25us",
      "restart client at 40us",
    ]);
    expect(story(trace)).toEqual(["call ignored", "call delivered", "result delivered"]);
    expect(callsOf(trace).map(({ outcome }) => outcome)).toEqual(["returned"]);
  });

  it("cannot have a fault of a machine that is not there", () => {
    expect(() => ping(["crash router at 1ms"])).toThrow(FaultError);
    expect(() => ping(["crash router at 1ms"])).toThrow("there is no machine router, want one of client, server.");
  });
});
