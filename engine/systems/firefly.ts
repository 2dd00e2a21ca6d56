/**
 * Firefly RPC: two Fireflies on an Ethernet, caller threads on one, a multithreaded server on the other, and the three
 * procedures of the paper's test interface (Schroeder & Burrows 1990, Section 2).
 */
import { FaultScript } from "../faults/script.ts";
import type { Fault, MachineFault } from "../faults/fault.ts";
import { RandomStreams } from "../kernel/random.ts";
import { Simulation } from "../kernel/simulation.ts";
import { TraceRecorder, type Keep } from "../kernel/trace.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { CallRequest } from "../protocols/firefly/caller.ts";
import { Caller, type CallSupply } from "./firefly/caller.ts";
import type { World } from "./firefly/host.ts";
import { Network } from "./firefly/network.ts";
import { Server } from "./firefly/server.ts";
import { fireflySegments, type Procedure } from "./firefly/steps.ts";

export interface FireflyOptions {
  readonly procedure: Procedure;
  readonly threads: number;
  readonly calls: number;
  readonly networkMbps: number;
  readonly callerProcessors: number;
  readonly serverProcessors: number;
  readonly shared: boolean;
}

export interface FireflyOutcome {
  readonly elapsed: Nanos;
  readonly packets: number;
  readonly resources: ReadonlyMap<string, { readonly busyNs: Nanos }>;
  readonly unusedFaults: readonly Fault[];
  readonly draws: number; // 32-bit random numbers
  readonly trace: TraceData;
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

/** Calls still to be made, and what a caller must know to make them. */
class Supply implements CallSupply {
  /** Restarts of the caller that the script still has in store. */
  restarts = 0;
  private left: number;
  private readonly progress: ((share: number) => void) | undefined;
  private readonly calls: number;
  private readonly sim: Simulation;
  private readonly procedure: Procedure;
  private readonly importBinding: () => number;
  private binding: number;

  constructor(
    sim: Simulation,
    options: FireflyOptions,
    importBinding: () => number,
    progress: ((share: number) => void) | undefined,
  ) {
    this.sim = sim;
    this.progress = progress;
    this.left = options.calls;
    this.calls = options.calls;
    this.procedure = options.procedure;
    this.importBinding = importBinding;
    this.binding = importBinding();
  }

  take(): boolean {
    if (this.left === 0) return false;
    this.left--;
    this.progress?.((this.calls - this.left) / this.calls);
    return true;
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

  finished(): void {
    if (this.restarts === 0 || this.left === 0) this.sim.stop();
  }
}

/** Puts what the script does to machines into the queue of events. */
function scheduleMachineEvents(
  sim: Simulation,
  script: FaultScript,
  caller: Caller,
  server: Server,
  supply: Supply,
): void {
  const events = script.machineEvents();
  const isRestartOfCaller = ({ machine, what }: MachineFault): boolean => machine === "caller" && what === "restart";
  supply.restarts = events.filter(isRestartOfCaller).length;
  const tag = sim.register((_kind, index) => {
    const event = events[index];
    if (event === undefined) return;
    script.met(event);
    const host = event.machine === "caller" ? caller : server;
    if (isRestartOfCaller(event)) supply.restarts--;
    if (event.what === "slow") host.slow(event.times);
    else if (event.what === "crash") host.crash();
    else host.restart();
  });
  for (const [index, event] of events.entries()) sim.at(event.at, tag, index);
}

/**
 * Runs until every call has returned or failed. `seed` names the run's random streams, `progress` is told the share of
 * calls begun.
 */
export function simulateFirefly(
  options: FireflyOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): FireflyOutcome {
  const sim = new Simulation();
  const recorder = new TraceRecorder(keep);
  const script = new FaultScript(faults);
  const { procedure } = options;
  const streams = new RandomStreams(seed);
  const network = new Network(sim, recorder, script, streams, { mbps: options.networkMbps, shared: options.shared });
  const world: World = { sim, recorder, network, segments: fireflySegments(recorder, procedure) };
  // The caller is host 0 and the server host 1, because that is the order in which the lanes are drawn.
  const caller = new Caller(world, options.callerProcessors, options.threads);
  const server = new Server(world, options.serverProcessors, (call) => buffer(procedure.resultBytes, call));
  const supply = new Supply(sim, options, () => server.presentBinding, progress);
  scheduleMachineEvents(sim, script, caller, server, supply);
  caller.start(supply);
  sim.run();
  network.close();

  const busy = [caller, server].flatMap((host) => [...host.busyNs()]);
  busy.push(["ethernet", network.ethernet.busyNs]);
  return {
    elapsed: sim.now,
    packets: network.packets,
    resources: new Map(busy.map(([name, busyNs]) => [name, { busyNs }])),
    unusedFaults: script.unused(),
    draws: streams.draws,
    trace: recorder.finish(sim.now),
  };
}
