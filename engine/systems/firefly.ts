/**
 * Firefly RPC: two Fireflies on an Ethernet, caller threads on one, a multithreaded server on the other, and the three
 * procedures of the paper's test interface (Schroeder & Burrows 1990, Section 2). A program that binds to a server on
 * its own machine takes another transport, and the run is of one Firefly.
 */
import type { Fault } from "../faults/fault.ts";
import { longestCable } from "../hardware/ethernet.ts";
import { FIREFLY_ASSUMED } from "../hardware/firefly-costs.ts";
import { AS_MEASURED, type FireflyDesign } from "../hardware/firefly-design.ts";
import { itemAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import { NO_REF } from "../kernel/trace-data.ts";
import type { CallRequest } from "../protocols/cedar/caller.ts";
import type { Rule } from "../protocols/rules.ts";
import { Caller, type CallingProgram } from "./firefly/caller.ts";
import { sendForeign } from "./firefly/foreign.ts";
import { surroundings } from "./firefly/host.ts";
import { Server } from "./firefly/server.ts";
import type { ExchangeChanges } from "./firefly/options.ts";
import { ONE_MACHINE, simulateSameMachine } from "./firefly/run-same-machine.ts";
import { TestInterface } from "./firefly/test-program.ts";
import { isLocal, type LocalTransport, type Transport } from "./firefly/transport.ts";
import { CallSupply } from "./world/call-supply.ts";
import { EthernetMedium } from "./world/ethernet-medium.ts";
import { discardDatagram } from "./world/other-frames.ts";
import { World } from "./world/world.ts";
import { runWorld, type WorldRun } from "./world/world-run.ts";

export type { FireflyDesign } from "../hardware/firefly-design.ts";

/** The data of a call of the test interface: one array, in one direction. */
interface OneArray {
  readonly argumentBytes: number;
  readonly resultBytes: number;
  readonly array: "fixed" | "variable";
}

export interface FireflyOptions {
  readonly procedure: OneArray;
  /** In place of the procedure: a program whose call has arguments of any type. */
  readonly program?: TestInterface;
  readonly threads: number;
  readonly calls: number;
  readonly networkMbps: number;
  readonly callerProcessors: number;
  readonly serverProcessors: number;
  readonly shared: boolean;
  /** Rules of the protocol that are left out. */
  readonly without: readonly Rule[];
  /** What is changed of the machines and their software. */
  readonly design?: Partial<FireflyDesign>;
  /** Between two calls of a thread; left out: none. */
  readonly pause?: Nanos;
  /** Packets of a long call that are under way together; left out: one. */
  readonly underWay?: ExchangeChanges["underWay"];
  /**
   * Chosen when the programs were bound, before the run; left out: the Ethernet. Through a byte stream (Section 3.1)
   * the stream acknowledges each message, and a thread of the operating system takes every packet. The others stay on
   * the caller's machine, so nothing of a network or of a second machine has any effect.
   */
  readonly transport?: Transport;
  /** Packets of other protocols that come to the server, each second; left out: none. */
  readonly foreignPackets?: number;
  /** Serving machines, which the threads call in turn; left out: one. */
  readonly servers?: number;
}

function programOf({ argumentBytes, resultBytes, array }: OneArray, transport: Transport): TestInterface {
  const bytes = argumentBytes + resultBytes;
  const passing = argumentBytes > 0 ? "in" : "out";
  return new TestInterface(bytes === 0 ? null : { type: array, bytes, count: 1, passing }, transport);
}

export interface FireflyOutcome extends WorldRun {
  /** Calls of which a packet took the slow path. */
  readonly slowCalls: number;
  /** Results that came before their call was registered, and were lost. */
  readonly raceLosses: number;
}

const SERVER_SPACE = 1;
const TEST_INTERFACE = 1;
/** The calling program: it calls one procedure of the test interface again and again. */
class TestProgram implements CallingProgram {
  private readonly program: TestInterface;
  private readonly importBinding: (server: number) => number;
  private readonly bindings = new Map<number, number>(); // by server

  constructor(program: TestInterface, servers: readonly number[], importBinding: (server: number) => number) {
    this.program = program;
    this.importBinding = importBinding;
    for (const server of servers) this.rebind(server);
  }

  request(call: number, server: number): CallRequest {
    const binding = this.bindings.get(server);
    if (binding === undefined) throw new Error(`The program has not imported the interface of host ${server}.`);
    const { program } = this;
    return {
      serverSpace: SERVER_SPACE,
      interface: TEST_INTERFACE,
      binding,
      procedure: program.procedure,
      data: program.call(call),
    };
  }

  rebind(server: number): void {
    this.bindings.set(server, this.importBinding(server));
  }
}

/** The names of so many serving machines: "server", "server2", … */
const serverNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => (i === 0 ? "server" : `server${i + 1}`));

/** The names of a run's machines, as a script of faults says them. */
export const machinesOf = ({ transport = "ethernet", servers = 1 }: Pick<FireflyOptions, "transport" | "servers">) =>
  isLocal(transport) ? [ONE_MACHINE] : ["caller", ...serverNames(servers)];

// The caller is host 0 and the servers come next, because that is the order in which the lanes are drawn.
const CALLER = 0;
const SERVER = 1;

/**
 * The Ethernet of a run, private or shared with other hosts. Its cable is shorter where its speed allows less, and a
 * mark at the beginning of the run says so.
 */
function segmentOf(world: World, { networkMbps: mbps, shared }: FireflyOptions): EthernetMedium {
  const { cableMetres, sharedCableMetres, sharedHosts, sharedLoad } = FIREFLY_ASSUMED;
  const metres = (shared ? sharedCableMetres : cableMetres).value;
  const most = Math.floor(longestCable(mbps));
  const medium = new EthernetMedium(world, {
    mbps,
    metres: Math.min(metres, most),
    others: shared ? { hosts: sharedHosts.value, load: sharedLoad.value, frame: discardDatagram } : null,
  });
  if (metres > most) {
    const { recorder, sim } = world;
    const text = `cable of ${most} m in place of ${metres}: at ${mbps} Mbit/s a slot allows no more`;
    const track = recorder.track({ name: "Ethernet", machine: "", kind: "medium" });
    recorder.mark(sim.now, track, recorder.label(text), NO_REF, 0);
  }
  return medium;
}

type Progress = (share: number) => void;

/** A run of two address spaces of the caller's machine. No packet there can be slow, or come too early. */
function simulateLocal(
  { threads, calls, callerProcessors, design, pause }: FireflyOptions,
  { transport, program }: { readonly transport: LocalTransport; readonly program: TestInterface },
  {
    faults,
    keep,
    progress,
  }: { readonly faults: readonly Fault[]; readonly keep: Keep; readonly progress: Progress | undefined },
): FireflyOutcome {
  const outcome = simulateSameMachine(
    { transport, program, threads, calls, processors: callerProcessors, design, pause },
    faults,
    keep,
    progress,
  );
  return { ...outcome, slowCalls: 0, raceLosses: 0 };
}

/**
 * Runs until nothing is left to happen. `seed` names the run's random streams, `progress` is told the share of
 * calls begun.
 */
export function simulateFirefly(
  options: FireflyOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: Progress,
): FireflyOutcome {
  const { transport = "ethernet", underWay = "one", networkMbps: mbps, without, pause = 0 } = options;
  const program = options.program ?? programOf(options.procedure, transport);
  if (isLocal(transport)) return simulateLocal(options, { transport, program }, { faults, keep, progress });
  const world = new World({ faults, keep, seed, garbles: true });
  const isStream = transport === "byte-stream";
  const exchange: ExchangeChanges = { without, underWay, acknowledgements: isStream ? "explicit" : "implicit" };
  const medium = segmentOf(world, options);
  const sorting = isStream ? ({ demultiplexing: "thread" } as const) : {};
  const design = { ...AS_MEASURED, ...options.design, ...sorting };
  const around = surroundings({ world, medium, design, mbps, exchange, procedure: program, isStream });
  const names = serverNames(options.servers ?? 1);
  const hosts = names.map((_, i) => SERVER + i);
  const caller = new Caller(around, {
    name: "caller",
    number: CALLER,
    cpus: options.callerProcessors,
    threads: options.threads,
    servers: hosts,
    pause,
  });
  const servers = names.map((name, i) => {
    const result = (call: number, data: Uint8Array): Uint8Array => program.result(call, data);
    return new Server(around, { name, number: SERVER + i, cpus: options.serverProcessors, result });
  });
  world.scheduleMachineEvents();
  sendForeign(world, medium, SERVER, options.foreignPackets ?? 0);
  const calls = new CallSupply(world, caller.name, options.calls, progress);
  caller.start(
    calls,
    new TestProgram(program, hosts, (host) => itemAt(servers, host - SERVER, "server").presentBinding),
  );
  const outcome = runWorld(world, {
    busy: () => [...[caller, ...servers].flatMap((host) => [...host.busyNs()]), ["ethernet", medium.ethernet.busyNs]],
    carriers: [medium.carrier],
  });
  const slowCalls = new Set([caller, ...servers].flatMap((host) => [...host.slowCalls]));
  return { ...outcome, slowCalls: slowCalls.size, raceLosses: caller.raceLosses };
}
