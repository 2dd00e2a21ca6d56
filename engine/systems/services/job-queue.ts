/**
 * A queue of jobs between those who have them and those who do them.
 *
 * Rules
 * 1. Jobs come at random times, each to a client that is drawn. A client sends a batch when it is full, or when its
 *    first job has waited for `linger`.
 * 2. The queue stores one batch after the other. A batch takes it `batchWork`, and each of its jobs `jobWork`. What it
 *    has stored outlives a crash.
 * 3. A worker that is idle asks the queue for a job, and again after `POLL` where it hears nothing. The queue answers
 *    when it has one: the oldest.
 * 4. A job that is out with a worker is hidden for `visible`. If the queue has not heard by then that it is done, it is
 *    there again. After `receives` times out it goes to the dead letters, and its call fails.
 * 5. A worker works at one job after the other, at each for a time that is drawn, and tells the queue that it is done.
 *    A share of jobs cannot be done: their worker tells nothing.
 * 6. A job that nobody has done at its deadline fails.
 * 7. A call ends when the queue hears for the first time that its job is done. Without workers it ends at the client,
 *    when the queue has told it that the batch is stored.
 */
import { itemAt } from "../../kernel/reads.ts";
import type { RandomStream } from "../../kernel/random.ts";
import { seconds, type Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import type { WorldRun } from "../world/world-run.ts";
import type { World } from "../world/world.ts";
import { Agenda, NO_SLOT, type Kind } from "./agenda.ts";
import { timeBefore } from "./counts.ts";
import { CLIENTS } from "./graph.ts";
import { Job, QUEUE_NAME, workerNames, type Batch, type Body, type JobQueueOptions, type Worker } from "./jobs.ts";
import { joinMachine, newMachine } from "./machines.ts";
import { Network } from "./network.ts";
import type { Machine } from "./request.ts";
import { drawn } from "./spread.ts";
import { Works } from "./works.ts";
import { runServices, type ServicesRequest } from "./world-of.ts";

export interface JobQueueRun extends WorldRun {
  readonly batches: number; // sent
  /** How long jobs have waited for their batch to leave, all together. */
  readonly batchWait: Nanos;
  readonly jobs: number; // that have left so
  readonly storeBusy: Nanos; // of the queue
  readonly storeBusyWhile: Nanos; // while jobs came
  readonly delivered: number; // jobs that were handed out once at least
  readonly deliveries: number;
  readonly done: number; // times that a job was done
  readonly doneAgain: number; // of them, jobs that had been done before
  readonly deadLetters: number;
  readonly workedWhileNs: Nanos; // of all workers, while jobs came
}

/** Rule 3: SQS’s longest wait of a request for messages. */
const POLL = seconds(20);

/** Only where there are workers. */
const HANDING = ["fetch", "message", "acknowledgement"] as const;

type Word = "request" | "reply" | "fetch" | "message" | "acknowledgement";

export function simulateJobQueue(options: JobQueueOptions, request: ServicesRequest): JobQueueRun {
  return runServices(request, (world) => {
    const run = new QueueRun(world, options, request.progress);
    return { busy: () => run.busy(), carriers: [run.carrier], counted: () => run.totals };
  });
}

class QueueRun {
  readonly totals = {
    ...{ batches: 0, batchWait: 0, jobs: 0, storeBusy: 0, storeBusyWhile: 0, delivered: 0, deliveries: 0 },
    ...{ done: 0, doneAgain: 0, deadLetters: 0, workedWhileNs: 0 },
  };
  private readonly world: World;
  private readonly options: JobQueueOptions;
  private readonly progress: ((share: number) => void) | undefined;
  private readonly agenda: Agenda;
  private readonly network: Network<Word, Body>;
  private readonly clients: Machine;
  private readonly queue: Machine;
  private readonly queueTrack: number;
  private readonly steps: { readonly store: number; readonly work: number };
  private readonly workers: readonly Worker[];
  private readonly batches: readonly Batch[]; // that are filled, by client
  private readonly linger: Kind<Batch>;
  private readonly shows: Kind<Job>;
  private readonly expires: Kind<Job>;
  private readonly polls: Kind<Worker>;
  private readonly works: Works;
  private readonly times: RandomStream;
  private readonly failures: RandomStream;
  private readonly choices: RandomStream;
  private readonly open = new Set<Job>();
  private readonly waiting: Job[] = [];
  private readonly toStore: Body[] = [];
  private readonly asking: Worker[] = [];
  private isStoring = false;
  private queueLife = 0;
  private made = 0;
  private isOver = false; // no more jobs come

  constructor(world: World, options: JobQueueOptions, progress: ((share: number) => void) | undefined) {
    this.world = world;
    this.options = options;
    this.progress = progress;
    const { recorder, streams } = world;
    this.agenda = new Agenda(world.sim);
    this.clients = newMachine(world, CLIENTS);
    this.queue = newMachine(world, QUEUE_NAME);
    this.queueTrack = recorder.track({ name: "Store", machine: QUEUE_NAME, kind: "processor" });
    const source = { kind: "assumed", text: "How long it takes is a parameter of the run." } as const;
    const step = (name: string): number => recorder.step({ name, layer: "rpc", part: "program", source });
    this.steps = { store: step("Store a batch"), work: step("Do a job") };
    this.workers = workerNames(options.workers).map((name): Worker => {
      const machine = newMachine(world, name);
      const busyTrack = recorder.track({ name: "Worker", machine: name, kind: "processor" });
      return { machine, busyTrack, todo: [], isAtWork: false, poll: NO_SLOT, life: 0 };
    });
    this.batches = Array.from({ length: options.clients }, () => ({ jobs: [], since: [], slot: NO_SLOT }));
    this.times = streams.stream("times of jobs");
    this.choices = streams.stream("clients of jobs");
    this.failures = streams.stream("jobs that cannot be done");
    this.linger = this.agenda.on((batch) => {
      batch.slot = NO_SLOT;
      this.sendBatch(batch);
    });
    this.shows = this.agenda.on((job) => this.shown(job));
    this.expires = this.agenda.on((job) => {
      job.deadline = NO_SLOT;
      this.end(job, "failed", job.row);
    });
    this.polls = this.agenda.on((worker) => {
      worker.poll = NO_SLOT;
      this.ask(worker);
    });
    this.works = new Works(world.sim, this.agenda);
    this.network = new Network(world, this.agenda, {
      latency: options.latency,
      kinds: ["request", "reply", ...(options.workers > 0 ? HANDING : [])],
      about: ({ jobs }) => ({ call: jobs[0]?.number ?? 0, isAgain: (jobs[0]?.receives ?? 0) > 1 }), // 0: of no call
      isCut: () => false,
      arrived: {
        request: (body, row) => this.batchCame(body, row),
        reply: ({ jobs }, row) => this.stored(jobs, row),
        fetch: ({ worker }) => this.asked(worker),
        message: ({ jobs, worker }, row) => this.handedOut(jobs, worker, row),
        acknowledgement: ({ jobs }, row) => this.done(jobs, row),
      },
    });
    this.join();
    for (const worker of this.workers) this.ask(worker);
    this.comeJobs();
  }

  get carrier(): { readonly packets: number; close(): void } {
    return this.network;
  }

  busy(): readonly (readonly [string, Nanos])[] {
    return [["queue.store", this.totals.storeBusy]];
  }

  private join(): void {
    const { world } = this;
    joinMachine(world, this.clients, 0, { crashed: () => this.loseCalls() });
    joinMachine(world, this.queue, 1, {
      crashed: () => {
        this.queueLife++;
        this.isStoring = false;
        this.toStore.length = 0;
        this.asking.length = 0;
      },
    });
    for (const [i, worker] of this.workers.entries()) {
      const crashed = (): void => {
        worker.life++;
        worker.isAtWork = false;
        worker.todo.length = 0;
        worker.poll = this.agenda.cancel(worker.poll);
      };
      joinMachine(world, worker.machine, i + 2, { crashed, restarted: () => this.ask(worker) });
    }
  }

  /** Rule 1. */
  private comeJobs(): void {
    const { agenda, options, world } = this;
    const gaps = world.streams.stream("gaps between jobs");
    const next = agenda.on<object>(() => {
      this.comeJob();
      schedule();
    });
    const nothing = {};
    const schedule = (): void => {
      const gap = Math.max(1, gaps.exponential(seconds(1) / options.loadPerS));
      if (world.sim.now + gap < options.time) agenda.after(gap, next, nothing);
      else this.isOver = true;
      this.endIfOver();
    };
    schedule();
  }

  private comeJob(): void {
    const { agenda, options, world } = this;
    const { now } = world.sim;
    if (this.clients.isDown) return;
    const batch = itemAt(this.batches, this.choices.integer(options.clients), "client");
    this.made++;
    const number = world.recorder.beginCall(this.owner(), now);
    const job = new Job(number, this.failures.float() < options.failShare);
    job.deadline = agenda.after(options.deadline, this.expires, job);
    this.open.add(job);
    batch.jobs.push(job);
    batch.since.push(now);
    if (batch.jobs.length >= options.batch || options.linger === 0) this.sendBatch(batch);
    else if (batch.slot === NO_SLOT) batch.slot = agenda.after(options.linger, this.linger, batch);
    if (this.made % PROGRESS_EVERY === 0) this.progress?.(now / options.time);
  }

  private owner(): number {
    return this.world.recorder.owner("client");
  }

  private sendBatch(batch: Batch): void {
    const { totals } = this;
    const { now } = this.world.sim;
    batch.slot = this.agenda.cancel(batch.slot);
    const jobs = batch.jobs.splice(0);
    for (const since of batch.since.splice(0)) totals.batchWait += now - since;
    if (jobs.length === 0) return; // a crash of the clients took them
    totals.batches++;
    totals.jobs += jobs.length;
    const row = this.network.send("request", this.clients, this.queue, { jobs, worker: null }, NO_REF);
    for (const job of jobs) job.row = row;
  }

  /** Rule 2. */
  private batchCame(body: Body, row: Ref): void {
    for (const job of body.jobs) job.row = row;
    this.toStore.push(body);
    this.storeNext();
  }

  private storeNext(): void {
    if (this.isStoring) return;
    const body = this.toStore.shift();
    if (body === undefined) return;
    const { batchWork, jobWork } = this.options;
    const [first] = body.jobs;
    const life = this.queueLife;
    this.isStoring = true;
    this.works.begin(this.queue, batchWork + jobWork * body.jobs.length, (from) => {
      if (life !== this.queueLife || first === undefined) return;
      const { recorder, sim } = this.world;
      this.totals.storeBusy += sim.now - from;
      this.totals.storeBusyWhile += timeBefore(this.options.time, from, sim.now);
      const row = recorder.span(this.queueTrack, this.steps.store, -1, from, sim.now, first.row, first.number);
      this.network.send("reply", this.queue, this.clients, body, row);
      for (const job of body.jobs) {
        job.row = row;
        if (this.workers.length > 0) this.putIn(job);
      }
      this.isStoring = false;
      this.storeNext();
    });
  }

  /** Rule 7. */
  private stored(jobs: readonly Job[], row: Ref): void {
    if (this.workers.length > 0) return;
    for (const job of jobs) this.end(job, "returned", row);
  }

  private putIn(job: Job): void {
    if (job.isDone || job.isWaiting) return;
    job.isWaiting = true;
    this.waiting.push(job);
    this.handOut();
  }

  /** Rules 3 and 4. */
  private handOut(): void {
    const { totals, options, agenda } = this;
    while (!this.queue.isDown && this.asking.length > 0) {
      const job = this.waiting.shift();
      if (job === undefined) return;
      job.isWaiting = false;
      if (job.isDone) continue;
      const worker = this.asking.shift() ?? null;
      if (worker === null) return;
      totals.deliveries++;
      if (job.receives === 0) totals.delivered++;
      job.receives++;
      job.hidden = agenda.after(options.visible, this.shows, job);
      this.network.send("message", this.queue, worker.machine, { jobs: [job], worker }, job.row);
    }
  }

  /** The queue has not heard of a job that is out. */
  private shown(job: Job): void {
    const { recorder, sim } = this.world;
    job.hidden = NO_SLOT;
    const label = recorder.label("visible again", "timer");
    job.row = recorder.mark(sim.now, this.queue.track, label, job.row, job.number);
    if (job.receives < this.options.receives) return this.putIn(job);
    this.totals.deadLetters++;
    this.end(job, "failed", job.row);
  }

  private ask(worker: Worker): void {
    if (worker.machine.isDown || worker.isAtWork || this.world.isAnswered) return;
    worker.poll = this.agenda.cancel(worker.poll);
    worker.poll = this.agenda.after(POLL, this.polls, worker);
    this.network.send("fetch", worker.machine, this.queue, { jobs: [], worker }, NO_REF);
  }

  private asked(worker: Worker | null): void {
    if (worker === null || this.asking.includes(worker)) return;
    this.asking.push(worker);
    this.handOut();
  }

  private handedOut(jobs: readonly Job[], worker: Worker | null, row: Ref): void {
    if (worker === null) return;
    for (const job of jobs) job.row = row;
    worker.todo.push(...jobs.map((job) => ({ job, row })));
    worker.poll = this.agenda.cancel(worker.poll);
    this.workNext(worker);
  }

  /** Rule 5. */
  private workNext(worker: Worker): void {
    if (worker.isAtWork) return;
    const next = worker.todo.shift();
    if (next === undefined) return this.ask(worker);
    const { job, row: came } = next; // another copy of the job may have newer rows
    const { options, totals } = this;
    const { life } = worker;
    worker.isAtWork = true;
    this.works.begin(worker.machine, drawn(options.spread, options.work, this.times), (from) => {
      if (life !== worker.life) return;
      const { recorder, sim } = this.world;
      totals.workedWhileNs += timeBefore(options.time, from, sim.now);
      const row = recorder.span(worker.busyTrack, this.steps.work, -1, from, sim.now, came, job.number);
      worker.isAtWork = false;
      if (!job.fails) {
        totals.done++;
        if (job.wasWorked) totals.doneAgain++;
        job.wasWorked = true;
        this.network.send("acknowledgement", worker.machine, this.queue, { jobs: [job], worker }, row);
      }
      this.workNext(worker);
    });
  }

  /** Rule 7. */
  private done(jobs: readonly Job[], row: Ref): void {
    for (const job of jobs) {
      job.isDone = true;
      job.hidden = this.agenda.cancel(job.hidden);
      this.end(job, "returned", row);
    }
  }

  private end(job: Job, outcome: "returned" | "failed", row: Ref): void {
    job.deadline = this.agenda.cancel(job.deadline);
    if (job.hasEnded) return;
    job.hasEnded = true;
    this.open.delete(job);
    if (outcome === "returned") this.world.recorder.servedCall(job.number);
    this.world.recorder.endCall(job.number, this.world.sim.now, outcome, row);
    this.endIfOver();
  }

  private endIfOver(): void {
    if (!this.isOver || this.open.size > 0) return;
    this.progress?.(1);
    this.world.answered();
  }

  /** The clients’ machine has crashed: nobody waits for its jobs, and those that have not left are lost. */
  private loseCalls(): void {
    for (const { jobs, since } of this.batches) {
      jobs.length = 0;
      since.length = 0;
    }
    for (const job of [...this.open]) this.end(job, "failed", NO_REF);
  }
}

const PROGRESS_EVERY = 200;
