/**
 * Services that call each other: clients, queues, workers, retries, and one disturbance.
 *
 * Rules
 * 1. Calls come at a rate, at random or even moments, whatever became of those before, to the clients in turn.
 * 2. All clients stand on one machine, whose own work takes no time. Each has its own balancers, budgets and breakers.
 * 3. Rules of callers, servers and messages: callers.ts, servers.ts, network.ts.
 * 4. The run ends when all calls have ended; those that nothing can end any more wait for ever.
 */
import { itemAt } from "../../kernel/reads.ts";
import type { SeriesLine } from "../../kernel/series.ts";
import { seconds, type Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import type { WorldRun } from "../world/world-run.ts";
import type { World } from "../world/world.ts";
import { Agenda } from "./agenda.ts";
import { Balancer, type BalancerKind } from "./balancer.ts";
import { Caches } from "./caches.ts";
import { Callers, type CallerOptions, type End } from "./callers.ts";
import { Breaker } from "./caller-policy.ts";
import { Counts, type Counted } from "./counts.ts";
import { Disturbance, type Blip, type Whom } from "./disturbance.ts";
import { Ejection } from "./ejection.ts";
import { HealthChecks, type CheckOptions } from "./health-checks.ts";
import { CLIENTS, lastService, serverNames, type ServiceGraph } from "./graph.ts";
import { joinMachine, newMachine } from "./machines.ts";
import { Network } from "./network.ts";
import { OnceOnly } from "./once-only.ts";
import type { Policy } from "./policies.ts";
import type { Call, Caller, Edge, Machine, Server, ServiceState } from "./request.ts";
import type { RequestNetwork } from "./request-network.ts";
import { RequestQueue, type QueueOrder } from "./request-queue.ts";
import { retryBudget, type BudgetRule } from "./retry-budget.ts";
import { GradientLimit } from "./server-limit.ts";
import { Servers, type ServerOptions } from "./servers.ts";
import { runServices, type ServicesRequest } from "./world-of.ts";

export interface ServicesOptions extends CallerOptions, CheckOptions, Omit<ServerOptions, "sheds"> {
  readonly graph: ServiceGraph;
  readonly arrivals: "random" | "even";
  readonly loadPerS: number;
  /** For so long calls come. */
  readonly time: Nanos;
  readonly clients: number;
  readonly latency: Nanos; // of a message
  /** Retries for each first attempt, or success; Infinity for as many as are wanted. */
  readonly budget: number;
  readonly budgetRule: BudgetRule;
  readonly policy: Policy;
  readonly balancer: BalancerKind;
  readonly queue: QueueOrder;
  readonly blip: Blip;
  readonly blipAt: Nanos;
  readonly blipTime: Nanos;
  /** Things that requests ask a cache for. */
  readonly keys: number;
  /** For so long the last service remembers what it has done; 0 for never. */
  readonly keyLife: Nanos;
  readonly whom: Whom;
  readonly errorShare: number; // of the requests that meet the disturbance "fail"
}

export interface ServicesRun extends WorldRun {
  readonly totals: Readonly<Record<Counted, number>>;
  /** Of the last service: time worked by all its workers, how much of it while calls came, and how much for nobody. */
  readonly workedNs: Nanos;
  readonly workedWhileNs: Nanos;
  readonly wastedNs: Nanos;
  /** Failures of a caller when its budget had no retry left for the first time; null where that never happened. */
  readonly failuresToStop: number | null;
  /** Requests that the last service did more than once. */
  readonly doneAgain: number;
  readonly series: { readonly attempts: readonly SeriesLine[]; readonly queue: readonly SeriesLine[] };
}

export function simulateServices(options: ServicesOptions, request: ServicesRequest): ServicesRun {
  return runServices(request, (world) => {
    const run = new ServiceRun(world, options, request.progress);
    return { busy: () => run.busy(), carriers: [run.carrier], counted: () => run.results() };
  });
}

class ServiceRun {
  private readonly world: World;
  private readonly options: ServicesOptions;
  private readonly counts: Counts;
  private readonly disturbance: Disturbance;
  private readonly onceOnly: OnceOnly;
  private readonly network: RequestNetwork;
  private readonly callers: Callers;
  private readonly servers: Servers;
  private readonly services: readonly ServiceState[];
  private readonly clientMachine: Machine;
  private readonly clients: readonly Caller[];
  private readonly progress: ((share: number) => void) | undefined;
  private readonly owner: number;
  private readonly open = new Set<Call>(); // of clients
  private made = 0;
  private isOver = false; // no more calls come

  constructor(world: World, options: ServicesOptions, progress: ((share: number) => void) | undefined) {
    this.world = world;
    this.options = options;
    this.progress = progress;
    const agenda = new Agenda(world.sim);
    this.disturbance = new Disturbance(options, world.streams.stream("errors of the disturbance"));
    this.onceOnly = new OnceOnly(options.keyLife);
    this.counts = new Counts(options.time, options.graph.services.length);
    this.owner = world.recorder.owner("client");
    this.clientMachine = newMachine(this.world, CLIENTS);
    this.clients = Array.from({ length: options.clients }, (_, number) => {
      return { machine: this.clientMachine, edges: [], number };
    });
    this.services = this.makeServices();
    const { counts, disturbance } = this;
    const common = { world, agenda, counts, network: () => this.network };
    this.callers = new Callers(
      {
        ...{ ...common, pauses: world.streams.stream("pauses before retries") },
        ended: (call, end, row) =>
          call.parent === null ? this.callEnded(call, end, row) : this.servers.answered(call, end, row),
      },
      options,
    );
    this.servers = new Servers(
      {
        ...common,
        ...{ disturbance, onceOnly: this.onceOnly, caches: this.makeCaches() },
        callers: () => this.callers,
        edgeOf: (server, to) => this.edgeOf(server, this.named(to)),
      },
      this.services,
      { ...options, sheds: options.policy === "shed" },
    );
    const last = this.services.flatMap(({ isLast, servers }) => (isLast ? servers : []));
    const placeOf = new Map<Machine, number>(last.map(({ machine, place }) => [machine, place]));
    const checks = this.makeChecks(agenda);
    this.network = new Network(world, agenda, {
      latency: options.latency,
      kinds: ["request", "reply", "cancel"],
      about: ({ call, origin }) => ({ call: call.number, isAgain: origin !== "first" }),
      isCut: (from, to, at) => {
        const place = placeOf.get(from) ?? placeOf.get(to);
        return place !== undefined && disturbance.cutsAt(place, at);
      },
      arrived: {
        request: (attempt, row) =>
          attempt.call.isCheck ? this.servers.checked(attempt, row) : this.servers.arrived(attempt, row),
        reply: (attempt, row) => (attempt.call.isCheck ? checks.replied(attempt) : this.callers.replied(attempt, row)),
        cancel: (attempt) => this.servers.cancelled(attempt),
      },
    });
    this.join();
    this.comeCalls(agenda);
  }

  /** For the end of the run. */
  get carrier(): { readonly packets: number; close(): void } {
    return this.network;
  }

  /** How long each server’s workers have worked so far, in the mean. */
  busy(): readonly (readonly [string, Nanos])[] {
    return this.services.flatMap(({ servers }) =>
      servers.map(({ machine, workedNs, of }) => {
        return [`${machine.name}.workers`, Math.round(workedNs / of.service.workers)] as const;
      }),
    );
  }

  results(): Omit<ServicesRun, keyof WorldRun> {
    const { total, workedNs, workedWhileNs, wastedNs, failuresToStop } = this.counts;
    const series = { attempts: this.counts.rates(), queue: this.counts.queueLines(this.services) };
    return { totals: total, workedNs, workedWhileNs, wastedNs, failuresToStop, doneAgain: this.onceOnly.again, series };
  }

  private makeChecks(agenda: Agenda): HealthChecks {
    const { world, services, options, clientMachine: machine } = this;
    const checker: Caller = { machine, edges: [], number: options.clients };
    const edgeOf = (caller: Caller, to: ServiceState): Edge => this.edgeOf(caller, to);
    const isOver = (): boolean => world.isAnswered;
    return new HealthChecks({ world, agenda, network: () => this.network, checker, edgeOf, isOver }, services, options);
  }

  private makeCaches(): Caches {
    const { graph, keys, blip, blipAt, blipTime } = this.options;
    const lost = blip === "cold" && blipTime > 0 ? { at: blipAt, until: blipAt + blipTime } : null;
    const names = graph.services.map(({ name }) => name);
    return new Caches({ keys, lost }, names, this.world.streams.stream("things asked of caches"));
  }

  private makeServices(): readonly ServiceState[] {
    const { graph, queue, policy } = this.options;
    const last = lastService(graph);
    let number = 0;
    return graph.services.map((service, place): ServiceState => {
      const servers: Server[] = [];
      const state: ServiceState = {
        ...{ service, place, isLast: service === last, servers },
        places: Array.from({ length: service.servers }, (_, i) => i),
        leftOut: new Set(),
      };
      for (const [i, name] of serverNames(service).entries()) {
        servers.push({
          ...{ machine: newMachine(this.world, name), edges: [], number: number++, of: state, place: i },
          ...{ queue: new RequestQueue(queue), free: Array.from({ length: service.workers }, (_, n) => n) },
          ...{ workerTracks: Array.from({ length: service.workers }, () => -1), atWork: new Set(), life: 0, inside: 0 },
          ...{ limit: policy === "limit" ? new GradientLimit() : null, busySince: -1, owed: 0, workedNs: 0 },
        });
      }
      return state;
    });
  }

  private named(name: string): ServiceState {
    const found = this.services.find(({ service }) => service.name === name);
    if (found === undefined) throw new RangeError(`services: there is no service ${name}.`);
    return found;
  }

  /** What a caller keeps of a service; made when it calls it first. */
  private edgeOf(caller: Caller, to: ServiceState): Edge {
    const known = caller.edges[to.place];
    if (known !== undefined) return known;
    const { budget, budgetRule, policy, balancer } = this.options;
    const { length } = to.servers;
    const random = this.world.streams.stream(
      `choices of ${caller.machine.name} ${caller.number} for ${to.service.name}`,
    );
    const edge: Edge = {
      to,
      balancer: new Balancer(balancer, length, caller.number, random),
      budget: retryBudget(budgetRule, budget),
      breaker: policy === "breaker" ? new Breaker() : null,
      ejection: policy === "ejection" ? new Ejection(length) : null,
      ...{ inUse: 0, failures: 0, waiters: [] },
    };
    caller.edges[to.place] = edge;
    return edge;
  }

  /** The machines join the world, so that faults find them. */
  private join(): void {
    const add = (machine: Machine, number: number, crashed: () => void): void =>
      joinMachine(this.world, machine, number, { crashed });
    add(this.clientMachine, 0, () => this.loseCalls());
    let number = 1;
    for (const { servers } of this.services) {
      for (const server of servers) add(server.machine, number++, () => this.servers.crash(server));
    }
  }

  /** Rule 1. */
  private comeCalls(agenda: Agenda): void {
    const { arrivals, loadPerS, time } = this.options;
    const { sim, streams } = this.world;
    const gaps = streams.stream("gaps between calls");
    const mean = seconds(1) / loadPerS;
    const next = agenda.on<object>(() => {
      this.call();
      schedule();
    });
    const nothing = {};
    const schedule = (): void => {
      const usual = mean / this.disturbance.loadAt(sim.now);
      const gap = Math.max(1, arrivals === "even" ? Math.round(usual) : gaps.exponential(usual));
      if (sim.now + gap < time) agenda.after(gap, next, nothing);
      else this.isOver = true;
      this.endIfOver();
    };
    schedule();
  }

  /** A client calls the first service. */
  private call(): void {
    const { world, clients, services, progress, options } = this;
    if (this.clientMachine.isDown) return;
    const client = itemAt(clients, this.made++ % clients.length, "client");
    const number = world.recorder.beginCall(this.owner, world.sim.now);
    const call = this.callers.begin(client, this.edgeOf(client, itemAt(services, 0, "service")), null, number, NO_REF);
    this.open.add(call);
    if (this.made % PROGRESS_EVERY === 0) progress?.(world.sim.now / options.time);
  }

  private callEnded(call: Call, end: End, row: Ref): void {
    const { recorder, sim } = this.world;
    this.open.delete(call);
    recorder.endCall(call.number, sim.now, end, row);
    if (end === "returned") this.counts.count("useful", sim.now);
    this.endIfOver();
  }

  private endIfOver(): void {
    if (!this.isOver || this.open.size > 0) return;
    this.progress?.(1);
    this.world.answered();
  }

  /** The clients' machine has crashed: nobody waits for its calls any more. */
  private loseCalls(): void {
    const { recorder, sim } = this.world;
    for (const call of this.open) {
      this.callers.takeBack(call);
      recorder.endCall(call.number, sim.now, "failed", NO_REF);
    }
    this.open.clear();
    this.endIfOver();
  }
}

const PROGRESS_EVERY = 200;
