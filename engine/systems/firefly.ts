/**
 * Firefly RPC: two Fireflies on an Ethernet, caller threads on one, a multithreaded server on the other, and the three
 * procedures of the paper's test interface (Schroeder & Burrows 1990, Section 2).
 */
import { FaultScript } from "../faults/script.ts";
import type { Fault } from "../faults/fault.ts";
import { Simulation } from "../kernel/simulation.ts";
import { TraceRecorder, type Keep } from "../kernel/trace.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { CallRequest } from "../protocols/firefly/caller.ts";
import { Caller } from "./firefly/caller.ts";
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
  readonly trace: TraceData;
}

const MACHINE_EVENT = 0;
const SERVER_SPACE = 1;
const TEST_INTERFACE = 1;
const NO_DATA = new Uint8Array(0);

/** The buffer of a call: its own number, over and over, so that no two calls carry the same bytes. */
function buffer(bytes: number, call: number): Uint8Array {
  if (bytes === 0) return NO_DATA;
  const data = new Uint8Array(bytes);
  for (let i = 0; i < bytes; i++) data[i] = (call >>> (8 * (3 - (i & 3)))) & 0xff;
  return data;
}

/** Runs until every call has returned or failed. `seed` names the run's random streams. */
export function simulateFirefly(
  options: FireflyOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
): FireflyOutcome {
  const sim = new Simulation();
  const recorder = new TraceRecorder(keep);
  const script = new FaultScript(faults);
  const { procedure } = options;
  const network = new Network(sim, recorder, script, seed, { mbps: options.networkMbps, shared: options.shared });
  const world: World = { sim, recorder, network, segments: fireflySegments(recorder, procedure) };

  let callsLeft = options.calls;
  let restarts = 0; // of the caller, still to come
  let binding = 0;
  const request = (call: number): CallRequest => ({
    serverSpace: SERVER_SPACE,
    interface: TEST_INTERFACE,
    binding,
    procedure: procedure.resultBytes > 0 ? 2 : procedure.argumentBytes > 0 ? 3 : 1, // order in the test interface
    data: buffer(procedure.argumentBytes, call),
  });
  const supply = {
    take: () => callsLeft > 0 && callsLeft-- > 0,
    request,
    rebind: () => { binding = server.presentBinding; },
    finished: () => { if (restarts === 0 || callsLeft === 0) sim.stop(); },
  };
  const caller = new Caller(world, options.callerProcessors, options.threads, supply);
  const server = new Server(world, options.serverProcessors, (call) => buffer(procedure.resultBytes, call));
  binding = server.presentBinding;

  const events = script.machineEvents();
  restarts = events.filter(({ machine, what }) => machine === "caller" && what === "restart").length;
  const tag = sim.register((_kind, index) => {
    const event = events[index];
    if (event === undefined) return;
    const host = event.machine === "caller" ? caller : server;
    if (event.what === "crash") host.crash();
    else {
      if (host === caller) restarts--;
      host.restart();
    }
    script.met(event);
  });
  for (const [index, event] of events.entries()) sim.at(event.at, tag + MACHINE_EVENT, index);
  caller.start();
  sim.run();

  const resources = new Map<string, { busyNs: Nanos }>();
  for (const host of [caller, server]) {
    for (const [name, busyNs] of host.busyNs()) resources.set(name, { busyNs });
  }
  resources.set("ethernet", { busyNs: network.ethernet.busyUntilNow() });
  return {
    elapsed: sim.now,
    packets: network.packets,
    resources,
    unusedFaults: script.unused(),
    trace: recorder.finish(sim.now),
  };
}
