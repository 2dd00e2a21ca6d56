/** UDP and TCP on machines of every kind: a socket needs a host, not a system. */
import { describe, expect, it } from "vitest";
import { parseScript } from "../../faults/index.ts";
import { placeServers, planCampus } from "../../hardware/campus-plan.ts";
import { QUIET_CAMPUS } from "../../hardware/campus.ts";
import { AS_MEASURED } from "../../hardware/firefly-design.ts";
import { linuxMachine } from "../../hardware/linux-node.ts";
import type { Hardware, MachineKind } from "../../hardware/machine.ts";
import { stationOf } from "../../hardware/station.ts";
import { NO_REF, type TraceData } from "../../kernel/trace-data.ts";
import { decodeTcpFrame } from "../../wire/tcp-frame.ts";
import { LINUX } from "../flexrpc/host.ts";
import { Host as Firefly, surroundings } from "../firefly/host.ts";
import { TestInterface } from "../firefly/test-program.ts";
import { QUIET } from "../firefly/testing.ts";
import { packetsOf } from "../testing.ts";
import { LARGE_NET, SMALL_NET } from "./addresses.ts";
import { ByteQueue } from "./byte-queue.ts";
import { CampusMedium } from "./campus-medium.ts";
import { DatagramHost, type DatagramProgram } from "./datagram-host.ts";
import { EthernetMedium } from "./ethernet-medium.ts";
import type { Frame } from "./frame.ts";
import { MachineHost, type SocketHost } from "./host.ts";
import type { HostMedium } from "./medium.ts";
import { SwitchedMedium } from "./switched-medium.ts";
import type { Connection, Ends, Streams } from "./tcp-connection.ts";
import { PortNumbers, TcpStack, type TcpProgram } from "./tcp.ts";
import { UdpSocket } from "./udp.ts";
import { World } from "./world.ts";

const PORT = 7;
const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const bytesOf = (letters: string): Uint8Array => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));

/** A program that sends back what comes to its port over TCP, and hears what comes. */
class Talker implements TcpProgram<ByteQueue> {
  heard = "";

  accepts({ localPort }: Ends): boolean {
    return localPort === PORT;
  }

  lost(): void {
    this.heard += "(broken)";
  }

  streams(connection: Connection<ByteQueue>): Streams<ByteQueue> {
    const out = new ByteQueue();
    const take = (bytes: Uint8Array): void => {
      this.heard += text(bytes);
      if (connection.localPort !== PORT) return;
      out.write(bytes, "result", 1);
      connection.pump(connection.cause, 1);
    };
    return {
      out,
      take,
      finished: () => {
        this.heard += "(closed)";
        connection.close(connection.cause, 1);
      },
    };
  }
}

const tcpOf = (host: SocketHost, program: Talker): TcpStack<ByteQueue> =>
  new TcpStack({ host, ports: new PortNumbers(), ...LINUX, program });

/** A Firefly with TCP. Every packet takes the slow path. */
class TcpFirefly extends Firefly {
  readonly talker = new Talker();
  readonly tcp = tcpOf(this, this.talker);

  lookUp(): void {
    // There is no call table: the slow path is the only one.
  }

  protected workerOf(): undefined {
    return undefined;
  }

  protected receivedPacket(frame: Frame): void {
    this.slowPath(frame, () => this.tcp.receive(frame));
  }

  protected restarted(): void {
    // The tests restart nobody.
  }
}

interface TcpHost {
  readonly tcp: TcpStack<ByteQueue>;
  readonly talker: Talker;
}

type Pair = (world: World) => readonly [client: TcpHost, server: TcpHost];

/** Two Fireflies on an Ethernet. */
function fireflies(world: World): ReturnType<Pair> {
  const medium = new EthernetMedium(world, { mbps: 10, metres: 20, others: null });
  const procedure = new TestInterface(null, "ethernet");
  const exchange = { without: QUIET.without };
  const around = surroundings({ world, medium, design: AS_MEASURED, mbps: 10, exchange, procedure });
  return [new TcpFirefly(around, "client", 0, 5), new TcpFirefly(around, "server", 1, 5)];
}

/** Two machines of a kind at a switch. */
const atSwitch =
  (machine: MachineKind<Frame, Hardware<Frame>>): Pair =>
  (world) => {
    const medium = new SwitchedMedium(world, { mbps: 100, metres: 5, latency: 5000, places: [0, 0] });
    const make = (name: string, number: number): TcpHost => {
      const talker = new Talker();
      const program = { received: (_host: SocketHost, frame: Frame) => tcp.receive(frame) };
      const tcp = tcpOf(
        new MachineHost(world, medium, { name, number, machine, read: decodeTcpFrame, program }),
        talker,
      );
      return { tcp, talker };
    };
    return [make("client", 0), make("server", 1)];
  };

/** Says something over TCP to a machine of the same kind, and may close; gives what each has heard. */
function overTcp(said: string, faults: readonly string[] = [], closes = false, pair: Pair = fireflies) {
  const world = new World({ faults: parseScript(faults), keep: "all", seed: 1 });
  const [client, server] = pair(world);
  world.scheduleMachineEvents();
  const connection = client.tcp.connectionTo(1, PORT, NO_REF, 1);
  connection.out.write(bytesOf(said), "call", 1);
  connection.pump(NO_REF, 1);
  world.sim.run(9e9);
  if (closes) {
    connection.close(NO_REF, 1);
    world.sim.run(99e9);
  }
  const trace = world.recorder.finish(world.sim.now);
  return { client: client.talker.heard, server: server.talker.heard, trace };
}

const kindsOf = (trace: TraceData): readonly string[] => packetsOf(trace).map(({ kind, fate }) => `${kind} ${fate}`);

describe("TCP between two Fireflies on an Ethernet", () => {
  it("opens a connection, and carries bytes there and back", () => {
    const { client, server, trace } = overTcp("ping");
    expect([client, server]).toEqual(["ping", "ping"]);
    expect(kindsOf(trace).slice(0, 4)).toEqual([
      "open delivered",
      "open delivered",
      "call delivered",
      "result delivered",
    ]);
    const data = packetsOf(trace).map(({ frame }) => text(decodeTcpFrame(frame).data));
    expect(data.filter((piece) => piece !== "")).toEqual(["ping", "ping"]);
  });

  it("carries more than one segment, in order", () => {
    const long = Array.from({ length: 5000 }, (_, i) => String.fromCharCode(97 + (i % 26))).join("");
    expect(overTcp(long).client).toBe(long);
  });

  it("sends again what is dropped or damaged", () => {
    for (const fault of ["drop call#1", "corrupt call#1", "drop result#1", "corrupt result#1"]) {
      expect(overTcp("ping", [fault]).client).toBe("ping");
    }
  });

  it("closes once all has come, whatever is lost, and keeps nothing of the connection", () => {
    const long = Array.from({ length: 4000 }, (_, i) => String.fromCharCode(97 + (i % 26))).join("");
    for (const fault of [[], ["drop call#1"], ["drop result#1"], ["drop close#1"], ["drop close#2"]]) {
      const { client, server, trace } = overTcp(long, fault, true);
      expect([client, server], fault.join()).toEqual([`${long}(closed)`, `${long}(closed)`]);
      const states = [...trace.transitions.to].map((to) => trace.words[to]);
      expect(
        states.filter((state) => state === "ended"),
        fault.join(),
      ).toHaveLength(2);
      expect(states).toContain("TIME-WAIT");
    }
  });

  it("breaks where the other end has crashed, and every step of it is in the trace", () => {
    const { client, trace } = overTcp("ping", ["crash server at 40ms"]);
    expect(client).toBe("ping(broken)");
    const { transitions, words } = trace;
    const states = [...transitions.to].map((to) => words[to]);
    expect(states).toContain("ESTABLISHED");
    expect(states.slice(-2)).toEqual(["CLOSED", "ended"]);
    expect(states).toContain("lost");
  });
});

it("carries TCP between machines of a table, and between Linux machines, at a switch", () => {
  const table = stationOf<Frame>({ controller: "interface", sendRing: 4, receiveRing: 4, send: [], receive: [] });
  for (const machine of [table, linuxMachine<Frame>()]) {
    const { client, server } = overTcp("ping", ["drop call#1"], true, atSwitch(machine));
    expect([client, server]).toEqual(["ping(closed)", "ping(closed)"]);
  }
});

/** A machine that takes no time: what it sends leaves at once, and what comes is heard at once. */
const FREE = stationOf<Frame>({ controller: "Network adapter", send: [], receive: [] });

interface Heard {
  readonly host: DatagramHost;
  readonly heard: string[];
}

function adapter(world: World, medium: HostMedium, name: string, number: number): Heard {
  const heard: string[] = [];
  const program: DatagramProgram = {
    received: (_host, { data, from }) => void heard.push(`${text(data)} from ${from}`),
  };
  const host = new DatagramHost(world, medium, {
    name,
    number,
    port: PORT,
    program,
    machine: FREE,
    addresses: LARGE_NET,
  });
  return { host, heard };
}

describe("UDP on the campus, among three machines", () => {
  const send = (faults: readonly string[] = []): readonly Heard[] => {
    const world = new World({ faults: parseScript(faults), keep: "all", seed: 1 });
    const plan = planCampus();
    const medium = new CampusMedium(world, plan, QUIET_CAMPUS);
    const [one = 0, other = 0] = placeServers(plan, 2, "ring");
    const machines = [0, one, other].map((at, i) => adapter(world, medium, `machine${i}`, at));
    world.scheduleMachineEvents();
    const common = { toPort: PORT, kind: "call", call: 1, origin: "first", cause: NO_REF } as const;
    const [first] = machines;
    for (const to of [one, other]) first?.host.socket.send({ ...common, to, data: bytesOf("hello") });
    world.sim.run();
    medium.carrier.close();
    return machines;
  };

  it("brings each datagram to the host that it is for", () => {
    expect(send().map(({ heard }) => heard)).toEqual([[], ["hello from 0"], ["hello from 0"]]);
  });

  it("meets faults by their meaning: a copy comes too, a damaged datagram is not heard", () => {
    const heard = (fault: string): readonly string[] | undefined => send([fault])[1]?.heard;
    expect(heard("duplicate call#1")).toEqual(["hello from 0", "hello from 0"]);
    expect(heard("corrupt call#1")).toEqual([]);
    expect(heard("crash machine1 at 1us")).toEqual([]);
  });
});

describe("a socket", () => {
  it("has a port that there is", () => {
    const world = new World({ faults: [], keep: "none", seed: 1 });
    const { host } = adapter(world, new CampusMedium(world, planCampus(), QUIET_CAMPUS), "machine", 0);
    expect(() => new UdpSocket(host, 0, SMALL_NET)).toThrow("machine: UDP port 0, want 1 to 65535.");
    expect(() => new UdpSocket(host, 1.5, SMALL_NET)).toThrow("UDP port 1.5");
  });

  it("knows the hosts of its network by their addresses, and no others", () => {
    for (const plan of [SMALL_NET, LARGE_NET]) {
      for (const host of [0, 1, 253]) expect(plan.hostOf(plan.stationOf(host).ip)).toBe(host);
      expect(() => plan.hostOf(1)).toThrow(RangeError);
    }
    expect(() => SMALL_NET.stationOf(254)).toThrow();
    expect(() => LARGE_NET.stationOf(-1)).toThrow(RangeError);
    const last = 131_069; // 198.19.255.254, the last but the broadcast address
    expect(LARGE_NET.hostOf(LARGE_NET.stationOf(last).ip)).toBe(last);
    expect(() => LARGE_NET.stationOf(last + 1)).toThrow(RangeError);
    expect(() => LARGE_NET.hostOf(LARGE_NET.stationOf(last).ip + 1)).toThrow(RangeError);
  });
});

describe("a queue of bytes", () => {
  it("gives messages back until they are acknowledged", () => {
    const queue = new ByteQueue();
    queue.write(bytesOf("ab"), "call", 1);
    queue.write(bytesOf("cde"), "result", 2);
    expect([queue.takeReady(), queue.takeReady()]).toEqual([5, 0]);
    const into = new Uint8Array(5);
    queue.read(1, into, 1);
    expect(text(into)).toBe("\0bcde");
    expect(queue.messageAt(2)).toMatchObject({ kind: "result", call: 2, end: 5 });
    queue.forget(2);
    expect(() => queue.messageAt(1)).toThrow("TCP asks for byte 1, which this end does not keep.");
  });
});
