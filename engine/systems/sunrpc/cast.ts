/** The processes of a run, and what they count. */
import { millis, type Nanos } from "../../kernel/time.ts";
import { tally } from "../../kernel/tally.ts";
import type { Call, Ending } from "../../protocols/sunrpc/message.ts";
import { sunServer } from "../../protocols/sunrpc/server.ts";
import type { World } from "../world/world.ts";
import { argumentIn, argumentOf, procedureOf } from "./arguments.ts";
import { LoopProgram } from "./c-call.ts";
import { Client, type CallEnd } from "./client.ts";
import { MINIMAL, SUN_RPC } from "./format.ts";
import { asksPortmapper, handlesOf, listOf, NAMED, namedOf, portOf, workOf } from "./handles.ts";
import type { Clocks, SunHost } from "./host.ts";
import { CACHE, clientsIn, isStreamOf, type RemoteProgram, type SunRpcOptions } from "./options.ts";
import { NfsClient } from "./nfs/client.ts";
import { nfsSegments } from "./nfs/steps.ts";
import { portmapper } from "./portmapper.ts";
import type { RoutineTime } from "./profile.ts";
import { Server } from "./server.ts";
import { clientSegments, serverSegments, type ClientSegments, type ServerSegments } from "./steps.ts";

/** Turns of a loop of C calls for each turn of a loop of remote calls, as in the paper. */
const C_TURNS = 1000;

/** A C function is given a struct by its address. */
const ADDRESS_BYTES = 4;

const NO_DATA = new Uint8Array(0);

/** The measures of a run's calls. */
export interface Measured {
  /** Calls that ended, and what the loop of them took: in time, and of the client's process. */
  readonly ended: number;
  readonly loopNs: Nanos;
  readonly clientCpuNs: Nanos;
  /** The same as the machine shows it: time in whole ticks of its clock, processor time in 60ths of a second. */
  readonly loopTicks: number;
  readonly clientSixtieths: number;
  /** The client's loop of calls as prof would see it; interrupts that it was charged for are in no routine. */
  readonly profile: readonly RoutineTime[];
  /**
   * The time from the first packet of a failed binding or call until the program gave up; null where nothing failed.
   */
  readonly failedAfter: Nanos | null;
  /** How the first call ended; null where it did not. */
  readonly firstEnd: CallEnd | null;
  /** How often a call was sent and its procedure run, by the call's number. */
  readonly sends: ReadonlyMap<number, number>;
  readonly executions: ReadonlyMap<number, number>;
  /** The number of times that a procedure ran with another argument than its client gave. Neither of them can tell. */
  readonly wrongArguments: number;
}

export class Cast {
  readonly sends = new Map<number, number>();
  readonly executions = new Map<number, number>();
  private readonly clients = new Map<SunHost, Client>(); // the first one first
  private readonly over = new Set<SunHost>(); // whose client makes no more calls
  private begun = 0; // calls of all clients
  private loop: LoopProgram | null = null;
  firstEnd: CallEnd | null = null;
  wrongArguments = 0;
  endedCalls = 0;
  private otherWork: NfsClient | null = null;
  private servers: readonly Server[] = [];
  private readonly world: World;
  private readonly options: SunRpcOptions;
  private readonly progress: ((share: number) => void) | undefined;

  constructor(world: World, options: SunRpcOptions, progress?: (share: number) => void) {
    this.world = world;
    this.options = options;
    this.progress = progress;
  }

  /** The program starts. It is not started again after a crash. */
  startClient(host: SunHost, bound: () => void): void {
    const { program } = this.options;
    if (this.clients.has(host) || this.loop !== null) return;
    if (this.options.otherWork && this.otherWork === null)
      this.otherWork = new NfsClient(host, nfsSegments(this.world.recorder));
    if (program === "c-call") this.startLoop(host);
    else this.startCalls(host, program, bound);
  }

  private startLoop(host: SunHost): void {
    const { argument, argumentBytes, iterations } = this.options;
    const turns = C_TURNS * iterations;
    this.loop = new LoopProgram(host, () => {
      this.endedCalls = turns;
      this.firstEnd = "returned";
      this.isOver(host);
    });
    this.loop.start(argument === "struct" ? ADDRESS_BYTES : argumentBytes, turns);
  }

  private startCalls(host: SunHost, program: RemoteProgram, bound: () => void): void {
    const { waiting, place, iterations, udpChecksums, argument: form, argumentBytes } = this.options;
    const work = workOf(program, this.options);
    const segmentsOf = (isStream: boolean): ClientSegments =>
      clientSegments(this.world.recorder, { program, waiting, place, isStream, udpChecksums, form, ...work });
    const argument = { form, bytes: argumentBytes };
    const data = (call: number): Uint8Array => argumentOf(argument, call, work.xdr);
    const client = new Client(host, {
      ...handlesOf(program, this.options, segmentsOf),
      takes: () => this.begun < iterations && ++this.begun > 0,
      bytes: form === "struct" ? data(1).length : argumentBytes,
      asked: (call) => ({ ...namedOf(work), procedure: procedureOf(argument), data: data(call) }),
      bound,
      sent: (call) => tally(this.sends, call),
      ended: (call, end) => {
        if (call === 1) this.firstEnd = end;
        if (end === "crashed") return; // its clocks went with it
        this.endedCalls++;
        this.progress?.(this.endedCalls / iterations);
      },
      over: () => this.isOver(host),
    });
    this.clients.set(host, client);
    client.start();
  }

  /** The program of a machine has ended, and with the last one the work of the first machine for others. */
  private isOver(host: SunHost): void {
    this.over.add(host);
    if (this.over.size < clientsIn(this.options)) return;
    this.otherWork?.over();
    this.world.answered();
  }

  startServers(host: SunHost): void {
    const { program, place, udpChecksums, serverMs, duplicateCache, registeredProcedures, without } = this.options;
    if (program === "c-call") return;
    const work = workOf(program, this.options);
    const isRpc = program === "sun-rpc";
    const isStream = isStreamOf(this.options);
    const port = portOf(program, this.options);
    const segmentsOf = (stream: boolean): ServerSegments =>
      serverSegments(this.world.recorder, { program, place, isStream: stream, udpChecksums, ...work });
    const segments = segmentsOf(isStream);
    const server = new Server(host, {
      name: "server process",
      port,
      isStream,
      machine: sunServer({
        registered: listOf(namedOf(work), isRpc ? registeredProcedures : 1),
        cache: duplicateCache && !isStream ? CACHE : 0, // over TCP the library has none
        without,
      }),
      format: work.xdr ? SUN_RPC : MINIMAL,
      kind: "reply",
      segments,
      procedure: {
        waits: () => millis(serverMs),
        run: (call, number) => this.runProcedure(host, call, number),
      },
    });
    const mapped = { ...NAMED, isStream, port };
    const isMapped = asksPortmapper(program, this.options);
    this.servers = isMapped ? [portmapper(host, isStream ? segmentsOf(false) : segments, mapped), server] : [server];
    for (const one of this.servers) one.start();
  }

  /** It is given what XDR finds in the call. Whether that is what the client gave, only we can tell. */
  private runProcedure(host: SunHost, call: Call, number: number): Ending {
    const { argument: form, argumentBytes: bytes } = this.options;
    const { xdr } = workOf(this.options.program === "sun-rpc" ? "sun-rpc" : "udp", this.options);
    const found = argumentIn(call.data, call.procedure, bytes, xdr);
    if (found === null) return { status: "GARBAGE_ARGS" };
    tally(this.executions, number);
    const argument = { form, bytes };
    if (found !== argumentIn(argumentOf(argument, number, xdr), procedureOf(argument), bytes, xdr)) {
      this.wrongArguments++;
      host.note("the procedure runs with a wrong argument", { call: number });
    }
    return { status: "SUCCESS", data: NO_DATA };
  }

  /** Nobody starts the program of the machine again. */
  clientCrashed(host: SunHost): void {
    this.over.add(host);
    if (this.over.size === clientsIn(this.options)) this.world.answered();
    this.clients.get(host)?.crashed();
    if (this.loop !== null && this.firstEnd === null) this.firstEnd = "crashed";
    this.loop?.crashed();
  }

  serversEnded(): void {
    for (const server of this.servers) server.end();
    this.servers = [];
  }

  /** The one machine has crashed. */
  crashed(host: SunHost): void {
    this.clientCrashed(host);
    this.serversEnded();
  }

  /** The servers' processes end; the client's goes on. */
  endServers(host: SunHost): void {
    this.serversEnded();
    const client = this.clients.get(host);
    if (client !== undefined) host.closeAllBut(client.channel);
  }

  measured(): Measured {
    const { loop, endedCalls, firstEnd, sends, executions, wrongArguments } = this;
    const clients = [...this.clients.values()];
    const clocks = [...clients, ...(loop === null ? [] : [loop])].flatMap(({ began, ended }) =>
      began === null || ended === null ? [] : [{ began, ended }],
    );
    const all = (part: keyof Clocks): number =>
      clocks.reduce((sum, { began, ended }) => sum + ended[part] - began[part], 0);
    const first = (part: keyof Clocks): number => Math.min(...clocks.map(({ began }) => began[part]));
    const last = (part: keyof Clocks): number => Math.max(...clocks.map(({ ended }) => ended[part]));
    const took = (part: keyof Clocks): number => (clocks.length === 0 ? 0 : last(part) - first(part));
    return {
      ended: endedCalls,
      loopNs: took("at"),
      clientCpuNs: all("charged"),
      loopTicks: took("ticks"),
      clientSixtieths: all("sixtieths"),
      profile: clients.flatMap(({ profile }) => profile),
      failedAfter: clients.find(({ failedAfter }) => failedAfter !== null)?.failedAfter ?? null,
      firstEnd,
      sends,
      executions,
      wrongArguments,
    };
  }
}
