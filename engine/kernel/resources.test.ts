import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FifoResource, PreemptiveResource, PriorityResource } from "./resources.ts";
import { Simulation } from "./simulation.ts";

const SLOW = 60_000; // ms, on a machine that is busy with other things

interface Job {
  readonly at: number;
  readonly priority: number;
  readonly duration: number;
}
interface Piece {
  readonly job: number;
  readonly start: number;
  readonly end: number;
  readonly doneSoFar: number;
  readonly finished: boolean;
}
interface Outcome {
  readonly pieces: Piece[];
  readonly completed: number[]; // jobs in the order in which they completed
  readonly ends: number[]; // by job
  readonly problems: string[]; // what was wrong at some moment
}

const jobs = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 60 }),
    priority: fc.integer({ min: 0, max: 3 }),
    duration: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 })),
  }),
  { minLength: 1, maxLength: 40, size: "max" },
);

const REQUEST = 0;
const COMPLETE = 1;

/** Runs the jobs through a resource with priorities, checking the laws of the moment after each event. */
function run(Resource: typeof PriorityResource, work: readonly Job[]): Outcome {
  const simulation = new Simulation();
  const outcome: Outcome = { pieces: [], completed: [], ends: [], problems: [] };
  let requested = 0;
  const resource = new Resource(simulation, "cpu", (job, start, end, doneSoFar, finished) => {
    if (outcome.ends[job] !== undefined) outcome.problems.push(`piece of ${job} after its completion`);
    outcome.pieces.push({ job, start, end, doneSoFar, finished });
  });
  const tag = simulation.register((kind, job) => {
    if (kind === REQUEST) {
      const { priority, duration } = work[job] as Job;
      requested++;
      resource.request(priority, duration, tag + COMPLETE, job);
    } else {
      outcome.completed.push(job);
      outcome.ends[job] = simulation.now;
    }
    if (resource.busyNs + resource.idleNs !== simulation.now) outcome.problems.push("busy + idle is not elapsed");
    const inside = resource.waiting + (resource.running < 0 ? 0 : 1);
    // A request of zero duration that could be served is neither waiting nor running until its event fires.
    if (requested - outcome.completed.length < inside) outcome.problems.push("a job is counted twice");
  });
  for (const [job, { at }] of work.entries()) simulation.at(at, tag + REQUEST, job);
  simulation.run();
  if (resource.waiting !== 0 || resource.running !== -1) outcome.problems.push("something was left behind");
  return outcome;
}

/** When a job runs, by one step of time after another: what each moment of service goes to. */
function slowly(work: readonly Job[], preemptive: boolean): number[] {
  const left = work.map(({ duration }) => duration);
  const served: number[] = [];
  let current = -1;
  for (let now = 0; left.some((rest) => rest > 0); now++) {
    const candidates = work.flatMap(({ at }, job) => (at <= now && (left[job] as number) > 0 ? [job] : []));
    // Requests of the same moment are made in the order of their numbers.
    candidates.sort((a, b) => {
      const [first, second] = [work[a] as Job, work[b] as Job];
      return first.priority - second.priority || first.at - second.at || a - b;
    });
    const running = current >= 0 && (left[current] as number) > 0;
    if (preemptive) current = candidates[0] ?? -1;
    // Idle until now, it takes the first request of the moment; it does not know of the others.
    else if (current < 0) current = candidates.length === 0 ? -1 : Math.min(...candidates);
    else if (!running) current = candidates[0] ?? -1;
    served.push(current);
    if (current >= 0) left[current] = (left[current] as number) - 1;
  }
  return served;
}

const momentsOf = (pieces: readonly Piece[]): number[] => {
  const moments: number[] = [];
  for (const { job, start, end } of pieces) {
    while (moments.length < start) moments.push(-1);
    for (let now = start; now < end; now++) moments.push(job);
  }
  return moments;
};

describe("FifoResource", () => {
  it("serves in the order of the requests, one at a time, never idle while one waits", () => {
    fc.assert(
      fc.property(jobs, (work) => {
        const simulation = new Simulation();
        const bus = new FifoResource(simulation, "bus");
        const order: number[] = [];
        const ends: number[] = [];
        const expectedEnds: number[] = [];
        let freeAt = 0;
        const tag = simulation.register((kind, job) => {
          if (kind === COMPLETE) {
            ends.push(simulation.now);
          } else {
            const { duration } = work[job] as Job;
            order.push(job);
            expect(bus.nextStart).toBe(Math.max(freeAt, simulation.now));
            freeAt = Math.max(freeAt, simulation.now) + duration;
            expectedEnds.push(freeAt);
            bus.request(duration, tag + COMPLETE, job);
          }
          const starts = expectedEnds.map((end, i) => end - (work[order[i] as number] as Job).duration);
          expect(bus.waiting).toBe(starts.filter((start) => start > simulation.now).length);
          expect(bus.busyNs + bus.idleNs).toBe(simulation.now);
        });
        for (const [job, { at }] of work.entries()) simulation.at(at, tag + REQUEST, job);
        simulation.run();
        expect(ends).toEqual(expectedEnds);
        expect(bus.busyNs).toBe(work.reduce((sum, { duration }) => sum + duration, 0));
      }),
    );
  });

  it("completes requests in the order in which they were made, also those of zero duration", () => {
    const simulation = new Simulation();
    const bus = new FifoResource(simulation, "bus");
    const seen: [number, number][] = [];
    const tag = simulation.register((_kind, arg) => seen.push([simulation.now, arg]));
    bus.request(10, tag, 1);
    bus.request(0, tag, 2);
    bus.request(5, tag, 3);
    simulation.run();
    bus.request(0, tag, 4);
    simulation.run();
    expect(seen).toEqual([
      [10, 1],
      [10, 2],
      [15, 3],
      [15, 4],
    ]);
  });

  it("counts busy and idle time from when it was made", () => {
    const simulation = new Simulation();
    const tag = simulation.register(() => undefined);
    simulation.at(100, tag, 0);
    simulation.run();
    const bus = new FifoResource(simulation, "bus");
    simulation.after(10, tag, 0);
    simulation.run();
    bus.request(30, tag, 0);
    simulation.after(20, tag, 0);
    simulation.run(130);
    expect([bus.busyNs, bus.idleNs]).toEqual([20, 10]);
  });

  it("refuses durations that are negative or no whole number", () => {
    const bus = new FifoResource(new Simulation(), "QBus");
    expect(() => bus.request(-1, 0, 0)).toThrow(/QBus: duration -1 ns, want a whole number >= 0/);
    expect(() => bus.request(1.5, 0, 0)).toThrow(/QBus: duration 1.5 ns/);
    expect(() => bus.request(NaN, 0, 0)).toThrow(/QBus: duration NaN ns/);
  });
});

describe.each([
  ["PriorityResource", PriorityResource, false],
  ["PreemptiveResource", PreemptiveResource, true],
] as const)("%s", (_name, Resource, preemptive) => {
  it(
    "serves at every moment the job that the laws of priority and order name",
    () => {
      fc.assert(
        fc.property(jobs, (work) => {
          const { pieces, problems } = run(Resource, work);
          expect(problems).toEqual([]);
          expect(momentsOf(pieces)).toEqual(slowly(work, preemptive));
        }),
        { numRuns: 300 },
      );
    },
    SLOW,
  );

  it(
    "gives each job pieces that sum to its duration, and completes it once, when the last piece ends",
    () => {
      fc.assert(
        fc.property(jobs, (work) => {
          const { pieces, completed, ends } = run(Resource, work);
          expect(completed.toSorted((a, b) => a - b)).toEqual([...work.keys()]);
          for (const [job, { duration, at }] of work.entries()) {
            const own = pieces.filter((piece) => piece.job === job);
            let done = 0;
            for (const [index, piece] of own.entries()) {
              expect(piece.start).toBeLessThan(piece.end);
              expect(piece.doneSoFar).toBe(done);
              expect(piece.finished).toBe(index === own.length - 1);
              done += piece.end - piece.start;
            }
            expect(done).toBe(duration);
            if (duration > 0) expect(ends[job]).toBe(own.at(-1)?.end);
            else expect(ends[job]).toBeGreaterThanOrEqual(at);
          }
        }),
        { numRuns: 300 },
      );
    },
    SLOW,
  );

  it("completes the equally urgent in the order of their requests", () => {
    fc.assert(
      fc.property(jobs, (work) => {
        const { completed } = run(Resource, work);
        for (const priority of [0, 1, 2, 3]) {
          const own = completed.filter((job) => (work[job] as Job).priority === priority);
          const byRequest = own.toSorted((a, b) => (work[a] as Job).at - (work[b] as Job).at || a - b);
          expect(own).toEqual(byRequest);
        }
      }),
    );
  });

  it("lets what a completion requests take part in the next choice", () => {
    const simulation = new Simulation();
    const cpu = new Resource(simulation, "cpu");
    const seen: [number, number][] = [];
    const tag = simulation.register((kind, arg) => {
      seen.push([simulation.now, arg]);
      if (kind === 1) cpu.request(0, 10, tag, 99);
    });
    cpu.request(0, 10, tag + 1, 1);
    cpu.request(5, 10, tag, 2);
    simulation.run();
    expect(seen).toEqual([
      [10, 1],
      [20, 99],
      [30, 2],
    ]);
  });

  it("refuses bad durations and priorities", () => {
    const cpu = new Resource(new Simulation(), "caller.cpu0");
    expect(() => cpu.request(0, 0.5, 0, 0)).toThrow(/caller.cpu0: duration 0.5 ns, want a whole number/);
    expect(() => cpu.request(0.5, 1, 0, 0)).toThrow(/caller.cpu0: priority 0.5, want a 32-bit integer/);
  });
});

describe("PreemptiveResource", () => {
  it("interrupts for the more urgent and goes on where it stopped", () => {
    const work = [
      { at: 0, priority: 2, duration: 10 },
      { at: 4, priority: 1, duration: 5 },
      { at: 6, priority: 0, duration: 1 },
    ];
    const { pieces } = run(PreemptiveResource, work);
    expect(pieces.map(({ job, start, end, doneSoFar, finished }) => [job, start, end, doneSoFar, finished])).toEqual([
      [0, 0, 4, 0, false],
      [1, 4, 6, 0, false],
      [2, 6, 7, 0, true],
      [1, 7, 10, 2, true],
      [0, 10, 16, 4, true],
    ]);
  });

  it("does not interrupt a job whose service ends at this very moment", () => {
    // The request of job 1 was scheduled first, so it comes before the completion of job 0 at the same time.
    const work = [
      { at: 0, priority: 2, duration: 10 },
      { at: 10, priority: 1, duration: 5 },
    ];
    const { pieces, completed } = run(PreemptiveResource, work);
    expect(pieces.map(({ job, end, finished }) => [job, end, finished])).toEqual([
      [0, 10, true],
      [1, 15, true],
    ]);
    expect(completed).toEqual([0, 1]);
  });

  it("completes an urgent request of zero duration without interrupting, and lets a less urgent one wait", () => {
    const work = [
      { at: 0, priority: 2, duration: 10 },
      { at: 4, priority: 1, duration: 0 },
      { at: 5, priority: 3, duration: 0 },
    ];
    const { pieces, ends } = run(PreemptiveResource, work);
    expect(pieces).toHaveLength(1);
    expect(ends).toEqual([10, 4, 10]);
  });

  it("says which job it serves and how many wait", () => {
    const simulation = new Simulation();
    const cpu = new PreemptiveResource(simulation, "cpu");
    const tag = simulation.register(() => undefined);
    expect([cpu.running, cpu.waiting]).toEqual([-1, 0]);
    cpu.request(5, 10, tag, 41);
    cpu.request(1, 10, tag, 42);
    cpu.request(9, 10, tag, 43);
    expect([cpu.running, cpu.waiting]).toEqual([42, 2]);
    simulation.run(15);
    expect([cpu.running, cpu.waiting, cpu.busyNs, cpu.idleNs]).toEqual([41, 1, 15, 0]);
    simulation.run();
    expect([cpu.running, cpu.waiting, cpu.busyNs]).toEqual([-1, 0, 30]);
  });

  it("gives what is left of every request another duration, and keeps their order (rule 7)", () => {
    const simulation = new Simulation();
    const pieces: number[][] = [];
    const cpu = new PreemptiveResource(simulation, "cpu", (arg, start, end, done) =>
      pieces.push([arg, start, end, done]),
    );
    const ends: number[][] = [];
    const tag = simulation.register((kind, arg) => {
      if (kind === 1) cpu.repace((_arg, done) => done + 2 * (10 - done));
      else ends.push([arg, simulation.now]);
    });
    for (const arg of [1, 2]) cpu.request(5, 10, tag, arg);
    simulation.at(4, tag + 1, 0);
    simulation.run();
    expect(pieces).toEqual([
      [1, 0, 4, 0],
      [1, 4, 16, 4],
      [2, 16, 36, 0],
    ]);
    expect(ends).toEqual([
      [1, 16],
      [2, 36],
    ]);
    expect(cpu.busyNs).toBe(36);
  });

  it("serves all others as if a request that is taken back had asked for what was done of it", () => {
    const withdrawals = fc.array(fc.record({ at: fc.integer({ min: 0, max: 90 }), job: fc.nat(39) }), { maxLength: 8 });
    // One without any duration is over at once. It would wait where the time of a request is the end of what was done.
    const lasting = jobs.map((all) => all.map((one) => ({ ...one, duration: Math.max(1, one.duration) })));
    fc.assert(
      fc.property(lasting, withdrawals, (work, taken) => {
        const simulation = new Simulation();
        const done = new Map<number, number>();
        const ends: number[] = [];
        const cpu = new PreemptiveResource(simulation, "cpu", (job, start, end) =>
          done.set(job, (done.get(job) ?? 0) + end - start),
        );
        const tag = simulation.register((kind, job) => {
          const { priority = 0, duration = 0 } = work[job] ?? {};
          if (kind === REQUEST) cpu.request(priority, duration, tag + COMPLETE, job);
          else if (kind === COMPLETE) ends[job] = simulation.now;
          else if (job < work.length) cpu.withdraw(job);
        });
        for (const [job, { at }] of work.entries()) simulation.at(2 * at, tag + REQUEST, job);
        for (const { at, job } of taken) simulation.at(2 * at + 1, tag + COMPLETE + 1, job); // between two requests
        simulation.run();
        expect([cpu.running, cpu.waiting]).toEqual([-1, 0]);
        const asIfAsked = work.map((one, job) => ({ ...one, at: 2 * one.at, duration: done.get(job) ?? 0 }));
        const whole = run(PreemptiveResource, asIfAsked);
        expect(cpu.busyNs).toBe([...done.values()].reduce((sum, nanos) => sum + nanos, 0));
        for (const [job, { duration }] of work.entries()) {
          const end = ends[job];
          if (end === undefined) expect(taken.map((one) => one.job)).toContain(job);
          else expect([whole.ends[job], done.get(job) ?? 0]).toEqual([end, duration]);
        }
      }),
    );
  });

  it("refuses a new duration that is less than what is done", () => {
    const simulation = new Simulation();
    const cpu = new PreemptiveResource(simulation, "cpu");
    const tag = simulation.register(() => cpu.repace((_arg, done) => done - 1));
    cpu.request(0, 10, tag, 0);
    simulation.at(4, tag, 0);
    expect(() => simulation.run()).toThrow(/cpu: duration 3 ns/);
  });
});
