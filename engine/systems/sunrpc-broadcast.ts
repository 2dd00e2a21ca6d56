/**
 * A broadcast of Sun RPC: one machine calls a procedure on all machines of its Ethernet, through their portmappers.
 * Sun 3/50s, as in sunrpc.ts.
 */
import type { Fault } from "../faults/fault.ts";
import { entryOf, itemAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import { WAITS } from "../protocols/sunrpc/portmap/broadcaster.ts";
import { sunServer } from "../protocols/sunrpc/server.ts";
import { BroadcastClient, type BroadcastEnd } from "./sunrpc/broadcast/broadcast-client.ts";
import { PortmapProcess } from "./sunrpc/broadcast/portmap-process.ts";
import { SUN_RPC } from "./sunrpc/format.ts";
import { NAMED, SERVER_PORT } from "./sunrpc/handles.ts";
import { SunHost, type Surroundings } from "./sunrpc/host.ts";
import { CLIENT, CLIENT_NAME } from "./sunrpc/options.ts";
import { runHosts, sunBroadcastNet } from "./sunrpc/run-hosts.ts";
import { Server } from "./sunrpc/server.ts";
import { clientSegments, kernelSegments, serverSegments } from "./sunrpc/steps.ts";
import type { ClientSegments, ServerSegments } from "./sunrpc/steps.ts";
import { World } from "./world/world.ts";
import type { WorldRun } from "./world/world-run.ts";

export interface BroadcastOptions {
  /** Beside the client. Each has a portmapper. */
  readonly machines: number;
  /** The first so many of them have the program. */
  readonly servers: number;
  /** The first so many of them have no power from the beginning. */
  readonly down: number;
  /** How long the procedure waits. */
  readonly serverNs: Nanos;
  readonly argumentBytes: number;
  /** The program stops after so many replies; 0 for never. */
  readonly repliesWanted: number;
}

interface BroadcastRequest {
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly keep: Keep;
  readonly progress?: (share: number) => void;
}

export interface BroadcastOutcome extends WorldRun {
  readonly end: BroadcastEnd;
  readonly took: Nanos;
  /** Replies that the program was handed, in their order: the machine, and the time since the broadcast began. */
  readonly answers: readonly { readonly from: string; readonly at: Nanos }[];
  readonly sends: number;
  /** How often servers ran the procedure. */
  readonly executions: number;
  /** Processor time of each machine that took the call in and from which the program got no reply. */
  readonly bystanders: ReadonlyMap<string, Nanos>;
}

/** What Sun RPC does by default; clnt_broadcast has no handle to look for. */
const WORK = {
  program: "sun-rpc",
  isStream: false,
  udpChecksums: false,
  form: "bytes",
  waiting: "select",
  dispatching: false,
  xdr: true,
} as const;
const NO_DATA = new Uint8Array(0);
const PROCEDURE = 1;
const FILLER = 0x5a;

const hostName = (host: number): string => (host === CLIENT ? CLIENT_NAME : `host${host}`);

/** The machines that a fault script can name. */
export const broadcastMachines = (machines: number): readonly string[] =>
  Array.from({ length: machines + 1 }, (_, host) => hostName(host));

/** The segments of all processes, made once. */
interface Work {
  readonly client: ClientSegments;
  readonly portmapper: ServerSegments;
  /** To programs of the own machine. */
  readonly caller: ClientSegments;
  readonly server: ServerSegments;
}

const workOf = (recorder: TraceRecorder): Work => ({
  client: clientSegments(recorder, { ...WORK, place: "remote" }),
  portmapper: serverSegments(recorder, { ...WORK, dispatching: true, place: "remote" }),
  caller: clientSegments(recorder, { ...WORK, place: "local" }),
  server: serverSegments(recorder, { ...WORK, dispatching: true, place: "local" }),
});

/** A machine that is called: its processes, and what they count. */
class CalledMachine {
  readonly host: SunHost;
  /** CALLITs that its portmapper has read. */
  heard = 0;
  executions = 0;
  private server: Server | null = null;
  private readonly work: Work;
  private readonly serverNs: Nanos;

  constructor(around: Surroundings, number: number, work: Work, { servers, serverNs }: BroadcastOptions) {
    this.work = work;
    this.serverNs = serverNs;
    this.host = new SunHost(around, hostName(number), number, {
      start: (host) => this.start(host, number <= servers),
      crashed: () => this.server?.end(),
    });
  }

  private start(host: SunHost, hasProgram: boolean): void {
    const { portmapper, caller } = this.work;
    const process = new PortmapProcess(host, { segments: portmapper, calling: caller, heard: () => this.heard++ });
    process.start();
    if (!hasProgram) return;
    this.server = this.serverOn(host);
    this.server.start();
    process.registers({ ...NAMED, port: SERVER_PORT });
  }

  private serverOn(host: SunHost): Server {
    return new Server(host, {
      name: "server process",
      port: SERVER_PORT,
      isStream: false,
      machine: sunServer({ registered: [{ ...NAMED, procedures: [PROCEDURE] }], cache: 0, without: [] }),
      format: SUN_RPC,
      kind: "forwarded reply",
      segments: this.work.server,
      procedure: {
        waits: () => this.serverNs,
        run: () => {
          this.executions++;
          return { status: "SUCCESS", data: NO_DATA };
        },
      },
    });
  }
}

const busyOf = (host: SunHost): Nanos => [...host.busyNs().values()].reduce((sum, busy) => sum + busy, 0);

/** Runs until nothing is left to happen: servers finish what they have begun. `progress` hears of sends and the end. */
export function simulateBroadcast(
  options: BroadcastOptions,
  { seed, faults, keep, progress }: BroadcastRequest,
): BroadcastOutcome {
  const { machines, down, argumentBytes, repliesWanted } = options;
  const world = new World({ faults, keep, seed, garbles: true });
  const network = sunBroadcastNet(world);
  const around: Surroundings = {
    world,
    network,
    kernel: kernelSegments(world.recorder, "remote", false),
    clock: null,
    udpChecksums: false,
  };
  const work = workOf(world.recorder);
  const clients: BroadcastClient[] = []; // one, from the start on
  const busyBefore = new Map<CalledMachine, Nanos>(); // the broadcast
  const first = new SunHost(around, CLIENT_NAME, CLIENT, {
    start: (host) => {
      if (clients.length > 0) return; // it is not started again after a crash
      const client = new BroadcastClient(host, work.client, {
        call: { ...NAMED, procedure: PROCEDURE, data: new Uint8Array(argumentBytes).fill(FILLER) },
        repliesWanted,
        nameOf: hostName,
        ended: () => progress?.(1),
        sent: (send) => {
          progress?.(send / (WAITS.length + 1));
          if (send === 1) for (const one of called) busyBefore.set(one, busyOf(one.host));
        },
      });
      clients.push(client);
      client.start();
    },
    crashed: () => clients[0]?.crashed(),
  });
  const called = Array.from({ length: machines }, (_, i) => new CalledMachine(around, i + 1, work, options));
  const hosts = called.map(({ host }) => host);
  const run = runHosts(world, network, [first, ...hosts], hosts.slice(0, down));
  const { end, took, answers, sends } = itemAt(clients, 0, "client");
  if (end === null || took === null) throw new Error("The run is over, and the client waits on.");
  const unheard = called.filter(({ heard, host }) => heard > 0 && !answers.some(({ from }) => from === host.name));
  return {
    ...run,
    end,
    took,
    answers,
    sends,
    executions: called.reduce((sum, one) => sum + one.executions, 0),
    bystanders: new Map(
      unheard.map((one) => [one.host.name, busyOf(one.host) - entryOf(busyBefore, one, "machine’s time before")]),
    ),
  };
}
