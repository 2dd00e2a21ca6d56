/**
 * Firefly RPC: two Fireflies on an Ethernet, caller threads on one, a multithreaded server on the other, and the three
 * procedures of the paper's test interface (Schroeder & Burrows 1990, Section 2).
 */
import type { Fault } from "../faults/fault.ts";
import { longestCable } from "../hardware/ethernet.ts";
import { FIREFLY_ASSUMED } from "../hardware/firefly-costs.ts";
import { AS_MEASURED, type FireflyDesign } from "../hardware/firefly-design.ts";
import type { Nanos } from "../kernel/time.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import { NO_REF } from "../kernel/trace-data.ts";
import type { CallRequest } from "../protocols/cedar/caller.ts";
import type { Rule } from "../protocols/rules.ts";
import { Caller, type CallingProgram } from "./firefly/caller.ts";
import { surroundings } from "./firefly/host.ts";
import { Server } from "./firefly/server.ts";
import type { Procedure } from "./firefly/steps.ts";
import { CallSupply } from "./world/call-supply.ts";
import { EthernetMedium } from "./world/ethernet-medium.ts";
import { discardDatagram } from "./world/other-frames.ts";
import { World } from "./world/world.ts";
import { runWorld, type WorldRun } from "./world/world-run.ts";

export type { FireflyDesign } from "../hardware/firefly-design.ts";

export interface FireflyOptions {
  readonly procedure: Procedure;
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
}

export interface FireflyOutcome extends WorldRun {
  /** Calls of which a packet took the slow path. */
  readonly slowCalls: number;
  /** Results that came before their call was registered, and were lost. */
  readonly raceLosses: number;
}

const SERVER_SPACE = 1;
const TEST_INTERFACE = 1;
// Procedures in the order of the test interface (Section 2).
const NULL = 1;
const MAX_RESULT = 2;
const MAX_ARG = 3;
const NO_DATA = new Uint8Array(0);

/** The buffer of a call: its own number, over and over, so that no two calls carry the same bytes. */
function buffer(bytes: number, call: number): Uint8Array {
  if (bytes === 0) return NO_DATA;
  const data = new Uint8Array(bytes);
  for (let i = 0; i < bytes; i++) data[i] = (call >>> (8 * (3 - (i & 3)))) & 0xff;
  return data;
}

/** The calling program: it calls one procedure of the test interface again and again. */
class TestProgram implements CallingProgram {
  private readonly procedure: Procedure;
  private readonly importBinding: () => number;
  private binding: number;

  constructor(procedure: Procedure, importBinding: () => number) {
    this.procedure = procedure;
    this.importBinding = importBinding;
    this.binding = importBinding();
  }

  request(call: number): CallRequest {
    const { argumentBytes, resultBytes } = this.procedure;
    return {
      serverSpace: SERVER_SPACE,
      interface: TEST_INTERFACE,
      binding: this.binding,
      procedure: argumentBytes > 0 ? MAX_ARG : resultBytes > 0 ? MAX_RESULT : NULL,
      data: buffer(argumentBytes, call),
    };
  }

  rebind(): void {
    this.binding = this.importBinding();
  }
}

// The caller is host 0 and the server host 1, because that is the order in which the lanes are drawn.
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

/**
 * Runs until nothing is left to happen. `seed` names the run's random streams, `progress` is told the share of
 * calls begun.
 */
export function simulateFirefly(
  options: FireflyOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): FireflyOutcome {
  const world = new World({ faults, keep, seed, garbles: true });
  const { procedure, networkMbps: mbps, without, pause = 0 } = options;
  const medium = segmentOf(world, options);
  const design = { ...AS_MEASURED, ...options.design };
  const around = surroundings({ world, medium, design, mbps, without, procedure });
  const caller = new Caller(around, {
    name: "caller",
    number: CALLER,
    cpus: options.callerProcessors,
    threads: options.threads,
    server: SERVER,
    pause,
  });
  const server = new Server(around, {
    name: "server",
    number: SERVER,
    cpus: options.serverProcessors,
    result: (call) => buffer(procedure.resultBytes, call),
  });
  world.scheduleMachineEvents();
  const calls = new CallSupply(world, caller.name, options.calls, progress);
  caller.start(calls, new TestProgram(procedure, () => server.presentBinding));
  const outcome = runWorld(world, {
    busy: () => [...[caller, server].flatMap((host) => [...host.busyNs()]), ["ethernet", medium.ethernet.busyNs]],
    carriers: [medium.carrier],
  });
  const slowCalls = new Set([...caller.slowCalls, ...server.slowCalls]);
  return { ...outcome, slowCalls: slowCalls.size, raceLosses: caller.raceLosses };
}
