/**
 * The parts of the Andrew network put together, for tests: a client that sends a request to each of many servers and
 * takes their replies, with the times of Table VI. Of RPC2 it does only what moves packets: it sends from the last
 * server down, reads its socket each so many sends, and sends again after 472 ms, then twice that, up to seven times.
 */
import { entryOf, itemAt } from "../kernel/reads.ts";
import { RandomStream, RandomStreams } from "../kernel/random.ts";
import { Simulation } from "../kernel/simulation.ts";
import { millis, toMillis, type Nanos } from "../kernel/time.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF, type Ref } from "../kernel/trace-data.ts";
import { Campus, QUIET_CAMPUS, type CampusOptions, type CampusPacket } from "./campus.ts";
import { CLIENT, placeServers, planCampus, type CampusPlan, type Placement } from "./campus-plan.ts";
import { durationOf } from "./cost.ts";
import type { Segment, Worker } from "./processors.ts";
import { kernelSegments, RtPc, type KernelSegments } from "./rt-pc.ts";
import { RT_PC, RT_PC_DERIVED } from "./rt-pc-costs.ts";
import { work } from "./testing.ts";
import type { Reception } from "./machine.ts";

const NULL_PACKET = 92; // 64 bytes of RPC2, 28 of headers
const FIRST_RETRY = millis(472);
const SENDS = 7;
const NOTHING: Segment = { steps: [], ends: [], total: 0 };

export interface CallSetting {
  readonly servers: number;
  readonly computeMs: number;
  readonly placement: Placement;
  /** Servers that do not answer. */
  readonly dead: (server: number) => boolean;
  /** Sends after which the client reads its socket; 0 for never while it sends. */
  readonly yieldEvery: number;
  readonly socketBytes: number;
  readonly options: Partial<CampusOptions>;
  readonly keep: Keep;
}

interface Phases {
  readonly pack: Segment;
  readonly send: Segment;
  readonly take: Segment;
  readonly serve: Segment;
}

const USUAL: CallSetting = {
  servers: 1,
  computeMs: 0,
  placement: "ring",
  dead: () => false,
  yieldEvery: 32,
  socketBytes: 2048,
  options: {},
  keep: "none",
};

/** One call, run to its end. */
export class TestCall {
  readonly sim = new Simulation();
  readonly recorder: TraceRecorder;
  /** Machines by workstation: made when they first have work. */
  readonly machines = new Map<number, RtPc<CampusPacket>>();
  readonly answered = new Map<number, Nanos>();
  readonly losses: string[] = [];
  sends = 0;
  tookMs = NaN;
  private readonly setting: CallSetting;
  private readonly plan: CampusPlan;
  private readonly campus: Campus<CampusPacket>;
  private readonly servers: readonly number[]; // workstations
  private readonly serverOn: ReadonlyMap<number, number>;
  private readonly kernel: KernelSegments;
  private readonly phases: Phases;
  private phase: keyof Phases | "select" = "pack";
  private draining = false;
  private sendingTo = -1;
  private readonly queue: number[]; // servers to send to, the next last
  private readonly tries: number[];
  private readonly deadlines: Nanos[];

  constructor(setting: Partial<CallSetting>) {
    this.setting = { ...USUAL, ...setting };
    const { servers, placement, options, keep } = this.setting;
    this.recorder = new TraceRecorder(keep);
    const ringServers = placement === "ring" ? Math.max(20, servers) : 20;
    this.plan = planCampus({ workstations: Math.max(500, servers + 1), ringServers });
    this.servers = placeServers(this.plan, servers, placement);
    this.serverOn = new Map(this.servers.map((workstation, server) => [workstation, server]));
    const campus = { ...QUIET_CAMPUS, streams: new RandomStreams(1), ...options };
    this.campus = new Campus(this.sim, this.recorder, this.plan, campus, {
      sent: (packet) => this.machine(packet.from).sent(packet),
      arrived: (packet) => this.arrived(packet),
      lost: (_packet, why, where) => void this.losses.push(`${why}, ${where}`),
    });
    this.kernel = kernelSegments(this.recorder);
    this.phases = phasesOf(this.recorder, this.setting.computeMs);
    this.queue = this.servers.map((_, server) => server);
    this.tries = this.servers.map(() => 0);
    this.deadlines = this.servers.map(() => Infinity);
    this.startClient();
    this.sim.run();
  }

  private machine(workstation: number): RtPc<CampusPacket> {
    const known = this.machines.get(workstation);
    if (known !== undefined) return known;
    const name = workstation === CLIENT ? "client" : `server ${this.serverOn.get(workstation)}`;
    const tickPhase = new RandomStream(1, `clock of ${name}`).integer(durationOf(RT_PC.tick));
    const options = { tickPhase, socketBytes: this.setting.socketBytes };
    const made: RtPc<CampusPacket> = new RtPc(this.sim, this.recorder, name, this.kernel, options, {
      transmit: (packet) => this.campus.transmit(packet),
      received: (packet) => made.deliver(packet),
      dropped: (_packet, why) => void this.losses.push(`${why}, ${name}`),
    });
    this.machines.set(workstation, made);
    if (workstation !== CLIENT) this.startServer(workstation, made);
    return made;
  }

  /** A server takes a request, computes, sends the reply, and waits for the next. */
  private startServer(workstation: number, machine: RtPc<CampusPacket>): void {
    let serving = false;
    const thread = machine.thread("server", (self) => {
      if (serving) machine.send(packet(workstation, CLIENT, self.cause));
      serving = machine.select(self);
      if (!serving) return;
      machine.socket.take();
      machine.proceed(self, this.phases.serve);
    });
    machine.wake(thread, NOTHING, 1, NO_REF);
  }

  private arrived(given: CampusPacket): Reception {
    const server = this.serverOn.get(given.to);
    if (server !== undefined && this.setting.dead(server)) return "absent";
    return this.machine(given.to).arrive({ ...given });
  }

  private startClient(): void {
    const machine = this.machine(CLIENT);
    const thread = machine.thread("client", (self) => {
      if (this.phase === "send") this.requestSent(machine, self);
      this.next(machine, self);
    });
    machine.wake(thread, this.phases.pack, 1, NO_REF);
  }

  private requestSent(machine: RtPc<CampusPacket>, thread: Worker): void {
    const server = this.sendingTo;
    machine.send(packet(CLIENT, itemAt(this.servers, server, "server"), thread.cause));
    const tries = itemAt(this.tries, server, "server") + 1;
    this.tries[server] = tries;
    this.deadlines[server] = this.sim.now + FIRST_RETRY * 2 ** (tries - 1);
    this.sends++;
    const { yieldEvery } = this.setting;
    this.draining = yieldEvery > 0 && this.sends % yieldEvery === 0;
  }

  /** What the client does next: read while it drains, send while it can, then read and wait. */
  private next(machine: RtPc<CampusPacket>, thread: Worker): void {
    if ((this.draining || this.queue.length === 0) && machine.socket.length > 0) {
      const reply = machine.socket.take();
      if (reply === undefined) throw new Error("The socket gave no packet of those that it has.");
      const server = entryOf(this.serverOn, reply.from, "server on workstation");
      if (!this.answered.has(server)) this.answered.set(server, this.sim.now);
      this.deadlines[server] = Infinity;
      this.go(machine, thread, "take");
      return;
    }
    this.draining = false;
    if (this.queue.length === 0) this.expire();
    const server = this.queue.pop();
    if (server === undefined) {
      this.waitOrEnd(machine, thread);
      return;
    }
    this.sendingTo = server;
    this.go(machine, thread, "send");
  }

  private go(machine: RtPc<CampusPacket>, thread: Worker, phase: keyof Phases): void {
    this.phase = phase;
    machine.proceed(thread, this.phases[phase]);
  }

  private expire(): void {
    for (const [server, deadline] of this.deadlines.entries()) {
      if (deadline > this.sim.now) continue;
      this.deadlines[server] = Infinity;
      if (itemAt(this.tries, server, "server") < SENDS) this.queue.push(server);
    }
  }

  private waitOrEnd(machine: RtPc<CampusPacket>, thread: Worker): void {
    const deadline = Math.min(...this.deadlines);
    if (deadline === Infinity) {
      this.tookMs = toMillis(this.sim.now);
      machine.block(thread);
      this.sim.stop();
    } else {
      this.phase = "select";
      if (machine.select(thread, deadline)) throw new Error("A reply was there that the client had not read.");
    }
  }
}

const packet = (from: number, to: number, ref: Ref): CampusPacket => {
  return { from, to, bytes: NULL_PACKET, call: 1, ref, departs: 0 };
};

function phasesOf(recorder: TraceRecorder, computeMs: number): Phases {
  const phase = (name: string, ...ms: readonly number[]): Segment =>
    work(recorder, name, ms.reduce((sum, one) => sum + one, 0) * 1e3);
  const { prepareRequest, takeReply, takeRequest } = RT_PC_DERIVED;
  return {
    pack: phase("pack", RT_PC.pack.value),
    send: phase("cloh", prepareRequest.value, RT_PC.sendtime.value),
    take: phase("clproc, unpack", takeReply.value, RT_PC.unpack.value),
    serve: phase("servoh, comptime", takeRequest.value, computeMs, RT_PC.sendtime.value),
  };
}
