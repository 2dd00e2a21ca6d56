/** One host stands on every medium, with a machine that is a table. */
import { describe, expect, it } from "vitest";
import { parseScript } from "../../faults/index.ts";
import { assumed } from "../../hardware/cost.ts";
import { planCampus } from "../../hardware/campus-plan.ts";
import { QUIET_CAMPUS } from "../../hardware/campus.ts";
import { dorado } from "../../hardware/dorado.ts";
import { AS_MEASURED } from "../../hardware/firefly-design.ts";
import { fireflyMachine } from "../../hardware/firefly-machine.ts";
import { RandomStreams } from "../../kernel/random.ts";
import { linuxMachine } from "../../hardware/linux-node.ts";
import type { Hardware, MachineKind } from "../../hardware/machine.ts";
import { stationOf, type StationTable } from "../../hardware/station.ts";
import { segment } from "../../hardware/processors.ts";
import { spansOf } from "../../hardware/testing.ts";
import { micros, seconds } from "../../kernel/time.ts";
import { NO_REF, type TraceData } from "../../kernel/trace-data.ts";
import { u32 } from "../../wire/bytes.ts";
import { WireError } from "../../wire/error.ts";
import { marksOf, packetsOf } from "../testing.ts";
import { CampusMedium } from "./campus-medium.ts";
import { EthernetMedium } from "./ethernet-medium.ts";
import type { Frame } from "./frame.ts";
import { LoopbackMedium } from "./loopback-medium.ts";
import { MachineHost, type HostProgram, type PacketWork } from "./host.ts";
import type { HostMedium } from "./medium.ts";
import { SwitchedMedium } from "./switched-medium.ts";
import { World } from "./world.ts";

const us = (name: string, value: number, unit = "us") => assumed(name, value, unit, "a test’s");

const TABLE: StationTable = {
  controller: "controller",
  sendRing: 2,
  receiveRing: 2,
  send: [us("prepare", 100), us("copy out", 0.5, "us per byte")],
  receive: [us("take in", 200)],
  received: us("interrupt", 30),
};

const BYTES = 100;

/** The number in a frame’s first four bytes; odd ones cannot be read. */
function read(octets: Uint8Array): number {
  const number = u32(octets, 0);
  if (number % 2 === 1)
    throw new WireError({ what: "number", at: 0, field: "value", got: number, want: "an even one" });
  return number;
}

const MEDIA: Readonly<Record<string, (world: World) => HostMedium>> = {
  Ethernet: (world) => new EthernetMedium(world, { mbps: 10, metres: 10, others: null }),
  switch: (world) => new SwitchedMedium(world, { mbps: 10, metres: 10, latency: 5000, places: [0, 0] }),
  campus: (world) => new CampusMedium(world, planCampus(), QUIET_CAMPUS),
  loopback: (world) => new LoopbackMedium(world, () => 1000),
};

interface Run {
  readonly heard: readonly string[];
  readonly trace: TraceData;
  readonly hosts: readonly MachineHost<number>[];
}

interface Asked {
  readonly medium?: string;
  readonly faults?: readonly string[];
  readonly count?: number;
  readonly machine?: MachineKind<Frame, Hardware<Frame>>;
  readonly work?: (world: World) => PacketWork<number>;
}

/** A client sends so many frames at once to a server, which hears them. */
function runOf({
  medium: which = "Ethernet",
  faults = [],
  count = 1,
  machine = stationOf<Frame>(TABLE),
  work,
}: Asked): Run {
  const world = new World({ faults: parseScript(faults), keep: "all", garbles: true });
  const medium = MEDIA[which]?.(world);
  if (medium === undefined) throw new Error(`There is no medium ${which}.`);
  const heard: string[] = [];
  const server: HostProgram<number> = {
    start: (host) => void heard.push(`${host.name} is up`),
    received: (host, frame) => void heard.push(`${host.packetOf(frame)} at ${host.now / 1e3}`),
    crashed: (host) => void heard.push(`${host.name} is down`),
  };
  const client: HostProgram<number> = {
    start(host) {
      for (let i = 1; i <= count; i++) {
        const octets = new Uint8Array(BYTES);
        octets[3] = 2 * i;
        host.send(octets, { to: 1, kind: "call", call: i, origin: "first", cause: NO_REF });
      }
    },
    received: () => undefined,
  };
  const hosts = [client, server].map((program, number) => {
    const given = work === undefined ? {} : { work: work(world) };
    return new MachineHost(world, medium, {
      name: ["client", "server"][number] ?? "",
      number,
      machine,
      read,
      program,
      ...given,
    });
  });
  world.scheduleMachineEvents();
  for (const host of hosts) host.start();
  world.sim.run(seconds(1)); // a Firefly’s background threads have no end
  medium.carrier.close();
  return { heard, trace: world.recorder.finish(world.sim.now), hosts };
}

const stepsOf = (trace: TraceData): readonly string[] =>
  spansOf(trace)
    .filter(({ track }) => track === "CPU 0")
    .map(({ step, from, to }) => `${step} ${Math.round(to - from)}`);

describe("a host whose machine is a table", () => {
  it("spends what its table says on a frame, out and in, on every medium", () => {
    for (const medium of Object.keys(MEDIA)) {
      const { heard, trace } = runOf({ medium });
      const counted = medium === "campus" ? BYTES - 14 : BYTES; // the IP packet
      expect(stepsOf(trace), medium).toEqual(["prepare 100", `copy out ${counted / 2}`, "interrupt 30", "take in 200"]);
      expect(heard[1], medium).toMatch(/^2 at /);
    }
  });

  it("sends frames one behind the other, whatever machine is on which medium", () => {
    const roomy = stationOf<Frame>({ ...TABLE, sendRing: 9, receiveRing: 9 });
    const random = new RandomStreams(1).stream("background threads");
    const firefly = fireflyMachine<Frame>({ cpus: 2, design: AS_MEASURED, mbps: 10, random });
    for (const machine of [roomy, dorado<Frame>(), linuxMachine<Frame>(), firefly]) {
      for (const medium of Object.keys(MEDIA)) {
        const { heard, trace } = runOf({ medium, machine, count: 5 });
        const numbers = heard.slice(1).map((line) => line.split(" ")[0]);
        expect(numbers, `${machine.tracks.out}, ${medium}`).toEqual(["2", "4", "6", "8", "10"]);
        const { departs } = trace.packets;
        if (medium !== "loopback") expect(new Set(departs).size, medium).toBe(5);
      }
    }
  });

  it("has its tracks before its first step, and is busy for its work", () => {
    const { trace, hosts } = runOf({});
    expect(trace.tracks.filter(({ machine }) => machine === "server").map(({ name }) => name)).toEqual([
      "CPU 0",
      "controller out",
      "controller in",
    ]);
    expect(hosts.map((host) => [...host.busyNs()])).toEqual([[["client.cpu0", 150_000]], [["server.cpu0", 230_000]]]);
  });

  it("has the work that the host says of a packet, where it says any", () => {
    const work = ({ recorder }: World): PacketWork<number> => {
      const one = us("read the packet", 7);
      const step = { name: one.name, layer: "rpc", source: one.source } as const;
      return (packet) => ({ send: null, receive: segment(recorder, [{ step, duration: micros(packet) }]) });
    };
    expect(stepsOf(runOf({ work }).trace).slice(-2)).toEqual(["interrupt 30", "read the packet 2"]);
  });

  it("drops what its ring has no place for, with a mark where that happened", () => {
    const { heard, trace } = runOf({ count: 5, machine: stationOf({ ...TABLE, send: [] }) });
    expect(heard).toHaveLength(1 + 3); // one on the medium, two that wait
    const full = { label: "interface queue full", where: "client" };
    expect(marksOf(trace).filter(({ label }) => label === full.label)).toMatchObject([full, full]);
  });

  it("takes in no more frames than its controller has buffers for", () => {
    const machine = stationOf<Frame>({ ...TABLE, send: [], sendRing: 9, received: us("interrupt", 1000) });
    const fates = packetsOf(runOf({ count: 5, machine }).trace).map(({ fate }) => fate);
    expect(fates).toEqual(["delivered", "delivered", "lost", "lost", "lost"]);
  });

  it("throws away what it cannot read, once the machine has spent its time", () => {
    const { heard, trace } = runOf({ faults: ["garble call#1 byte 3"] });
    expect(heard).toEqual(["server is up"]);
    expect(stepsOf(trace).at(-1)).toBe("take in 200");
    expect(packetsOf(trace).map(({ fate }) => fate)).toEqual(["lost"]);
  });

  it("starts its program anew after a crash", () => {
    const { heard } = runOf({ faults: ["crash server at 1us", "restart server at 2us"] });
    expect(heard.slice(0, 3)).toEqual(["server is up", "server is down", "server is up"]);
  });
});

describe("a host without a place at the switch", () => {
  it("is told how many places there are, and what to do", () => {
    const world = new World({ faults: [], keep: "none" });
    const medium = new SwitchedMedium(world, { mbps: 10, metres: 10, latency: 5000, places: [0, 0] });
    const program = { received: () => undefined };
    const make = () =>
      new MachineHost(world, medium, { name: "third", number: 2, machine: stationOf<Frame>(TABLE), read, program });
    expect(make).toThrow(
      "switch: third has the number 2, but there are 2 places, numbers 0 to 1. Give it one of these, or add places.",
    );
  });
});
