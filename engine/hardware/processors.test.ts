import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { Simulation } from "../kernel/simulation.ts";
import { micros, toMicros } from "../kernel/time.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF, spanRef } from "../kernel/trace-data.ts";
import { Processors, segment, type Worker } from "./processors.ts";
import { overlap, spansOf, work } from "./testing.ts";

let sim: Simulation;
let recorder: TraceRecorder;
let processors: Processors;

function machine(cpus: number): void {
  sim = new Simulation();
  recorder = new TraceRecorder("all");
  processors = new Processors(sim, recorder, "m", cpus);
}
beforeEach(() => machine(5));

/** A thread that blocks when its work is done. */
const thread = (name: string): Worker => processors.worker(recorder.owner(name), (worker) => processors.block(worker));
const interrupter = (finished: (worker: Worker) => void = () => undefined): Worker => processors.worker(-1, finished);

/** Does something at a time, in microseconds. */
function at(us: number, act: () => void): void {
  sim.at(micros(us), sim.register(act), 0);
}

/** `track owner step from..to`, in the order in which they ended. */
function story(): readonly string[] {
  sim.run();
  const rows = spansOf(recorder.finish(sim.now));
  return rows.map(({ track, owner, step, from, to }) => `${track} ${owner || "interrupt"} ${step} ${from}..${to}`);
}

const wake = (name: string, us: number): void => processors.wake(thread(name), work(recorder, "work", us), 1, NO_REF);

describe("threads (rules 1 and 2)", () => {
  it("take the highest idle processor; CPU 0 comes last", () => {
    for (const name of ["a", "b", "c", "d", "e"]) wake(name, 10);
    expect(story()).toEqual([
      "CPU 4 a work 0..10",
      "CPU 3 b work 0..10",
      "CPU 2 c work 0..10",
      "CPU 1 d work 0..10",
      "CPU 0 e work 0..10",
    ]);
  });

  it("a sixth waits for the first processor that comes free, whichever it is", () => {
    for (const [name, us] of [
      ["a", 50],
      ["b", 40],
      ["c", 7],
      ["d", 30],
      ["e", 20],
    ] as const)
      wake(name, us);
    wake("sixth", 5);
    expect(story().filter((line) => line.includes("sixth"))).toEqual(["CPU 2 sixth work 7..12"]);
  });

  it("those that wait are served first come, first served", () => {
    machine(1);
    for (const name of ["a", "b", "c", "d"]) wake(name, 10);
    at(5, () => wake("late", 10));
    expect(story().map((line) => line.split(" ")[2])).toEqual(["a", "b", "c", "d", "late"]);
  });

  it("a thread keeps its processor until it blocks: what it proceeds to comes before who waits", () => {
    machine(1);
    const worker = processors.worker(recorder.owner("a"), (self) => {
      if (sim.now === micros(10)) processors.proceed(self, work(recorder, "more", 5));
      else processors.block(self);
    });
    processors.wake(worker, work(recorder, "work", 10), 1, NO_REF);
    wake("b", 10);
    expect(story()).toEqual(["CPU 0 a work 0..10", "CPU 0 a more 10..15", "CPU 0 b work 15..25"]);
  });

  it("a thread that has work is given no more", () => {
    const worker = thread("a");
    processors.wake(worker, work(recorder, "work", 10), 1, NO_REF);
    expect(() => processors.wake(worker, work(recorder, "work", 10), 1, NO_REF)).toThrow("already has work");
  });
});

describe("interrupts (rule 3)", () => {
  it("stop the thread on CPU 0, which goes on where it stopped: its span is split", () => {
    machine(1);
    wake("a", 100);
    const handler = interrupter();
    at(30, () => processors.interrupt(handler, work(recorder, "interrupt", 20), 0, NO_REF));
    expect(story()).toEqual(["CPU 0 a work 0..30", "CPU 0 interrupt interrupt 30..50", "CPU 0 a work 50..120"]);
  });

  it("a later part of a span that was stopped names the part before as its cause", () => {
    machine(1);
    wake("a", 100);
    const handler = interrupter();
    for (const us of [30, 60]) at(us, () => processors.interrupt(handler, work(recorder, "interrupt", 10), 0, NO_REF));
    sim.run();
    const parts = spansOf(recorder.finish(sim.now)).map((row, index) => ({ ...row, ref: spanRef(index) }));
    const [first, second, third] = parts.filter(({ step }) => step === "work");
    expect([first?.cause, second?.cause, third?.cause]).toEqual([NO_REF, first?.ref, second?.ref]);
  });

  it("leave the other processors alone", () => {
    wake("a", 100);
    const handler = interrupter();
    at(30, () => processors.interrupt(handler, work(recorder, "interrupt", 20), 0, NO_REF));
    expect(story()).toEqual(["CPU 0 interrupt interrupt 30..50", "CPU 4 a work 0..100"]);
  });

  it("a thread split between two of its steps has a span for each part of each", () => {
    machine(1);
    const steps = ["one", "two", "three"].map((name) => ({
      step: { name, layer: "other" as const, source: { kind: "assumed" as const, text: "" } },
      duration: micros(10),
    }));
    processors.wake(thread("a"), segment(recorder, steps), 1, NO_REF);
    const handler = interrupter();
    at(15, () => processors.interrupt(handler, work(recorder, "interrupt", 7), 0, NO_REF));
    expect(story()).toEqual([
      "CPU 0 a one 0..10",
      "CPU 0 a two 10..15",
      "CPU 0 interrupt interrupt 15..22",
      "CPU 0 a two 22..27",
      "CPU 0 a three 27..37",
    ]);
  });

  it("come before the thread’s next work when both are due at one time", () => {
    machine(1);
    const handler = interrupter();
    const worker = processors.worker(recorder.owner("a"), (self) => {
      if (sim.now > micros(10)) return processors.block(self);
      processors.interrupt(handler, work(recorder, "interrupt", 5), 0, NO_REF);
      processors.proceed(self, work(recorder, "more", 10));
    });
    processors.wake(worker, work(recorder, "work", 10), 1, NO_REF);
    expect(story()).toEqual(["CPU 0 a work 0..10", "CPU 0 interrupt interrupt 10..15", "CPU 0 a more 15..25"]);
  });
});

describe("background work (rule 4)", () => {
  const background = (us: number): void =>
    processors.inBackground(
      processors.worker(recorder.owner("background"), () => undefined),
      work(recorder, "background", us),
    );

  it("runs on a processor other than CPU 0 that no thread has", () => {
    for (const name of ["a", "b", "c"]) wake(name, 10);
    background(10);
    expect(story().find((line) => line.includes("background"))).toBe("CPU 1 background background 0..10");
  });

  it("takes its turn before threads on a machine with one processor, and so does a thread of the system", () => {
    machine(1);
    wake("a", 30);
    at(10, () => background(5));
    const system = processors.worker(recorder.owner("system"), (worker) => processors.block(worker), true);
    at(20, () => processors.wake(system, work(recorder, "sorts", 4), 0, -1));
    expect(story()).toEqual([
      "CPU 0 a work 0..10",
      "CPU 0 background background 10..15",
      "CPU 0 a work 15..20",
      "CPU 0 system sorts 20..24",
      "CPU 0 a work 24..39",
    ]);
  });

  it("stops for a thread, which never waits for it, on two processors or more", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 5 }),
        fc.array(fc.record({ at: fc.nat(200), us: fc.integer({ min: 1, max: 80 }) }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.record({ at: fc.nat(200), us: fc.integer({ min: 1, max: 80 }) }), { maxLength: 6 }),
        (cpus, threads, bursts) => {
          const play = (withBackground: boolean): readonly string[] => {
            machine(cpus);
            for (const [i, { at: us, us: length }] of threads.entries()) at(us, () => wake(`thread ${i}`, length));
            if (withBackground) for (const { at: us, us: length } of bursts) at(us, () => background(length));
            const lines = story().filter((line) => line.includes("thread"));
            return lines.toSorted();
          };
          expect(play(true)).toEqual(play(false));
        },
      ),
    );
  });

  it("goes on where it stopped once the thread has gone", () => {
    machine(2);
    background(30);
    at(10, () => wake("a", 10));
    at(12, () => wake("b", 20));
    expect(story().filter((line) => line.includes("background"))).toEqual([
      "CPU 1 background background 0..10",
      "CPU 1 background background 20..40",
    ]);
  });
});

describe("under any load", () => {
  const job = fc.record({
    kind: fc.constantFrom("thread", "thread", "interrupt", "background"),
    at: fc.nat(300),
    us: fc.integer({ min: 0, max: 60 }),
  });
  type Job = typeof job extends fc.Arbitrary<infer Value> ? Value : never;

  function play(cpus: number, jobs: readonly Job[]): void {
    machine(cpus);
    const pending: Job[] = []; // interrupts line up, as those who raise them see to
    const handler = interrupter(() => {
      pending.shift();
      raise();
    });
    const raise = (): void => {
      const [next] = pending;
      if (next !== undefined) processors.interrupt(handler, work(recorder, "interrupt", next.us), 0, NO_REF);
    };
    for (const one of jobs) {
      at(one.at, () => {
        if (one.kind === "thread") wake("thread", one.us);
        else if (one.kind === "interrupt") {
          if (pending.push(one) === 1) raise();
        } else {
          const worker = processors.worker(recorder.owner("background"), () => undefined);
          processors.inBackground(worker, work(recorder, "background", one.us));
        }
      });
    }
    sim.run();
  }

  const always = (law: (cpus: number, jobs: readonly Job[]) => void): void =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(job, { maxLength: 40 }), (cpus, jobs) => {
        play(cpus, jobs);
        law(cpus, jobs);
      }),
    );

  it("all work is done, and busy time is its sum; busy and idle make up the elapsed time of every processor", () => {
    always((_cpus, jobs) => {
      const busy = processors.busyNs();
      expect(busy.reduce((sum, one) => sum + one, 0)).toBe(micros(jobs.reduce((sum, { us }) => sum + us, 0)));
      const rows = spansOf(recorder.finish(sim.now));
      for (const [cpu, nanos] of busy.entries()) {
        const mine = rows.filter(({ track }) => track === `CPU ${cpu}`);
        const spans = mine.reduce((sum, { from, to }) => sum + micros(to - from), 0);
        expect(spans).toBe(nanos);
        expect(sim.now - nanos).toBeGreaterThanOrEqual(0);
      }
    });
  });

  it("spans of one processor never overlap, and only CPU 0 runs interrupts", () => {
    always(() => {
      const trace = recorder.finish(sim.now);
      expect(overlap(trace)).toBeNull();
      for (const { step, track } of spansOf(trace)) if (step === "interrupt") expect(track).toBe("CPU 0");
    });
  });

  it("an interrupt never waits for a thread: those that line up follow on one another", () => {
    always((_cpus, jobs) => {
      const raised = jobs.filter(({ kind }) => kind === "interrupt").toSorted((a, b) => a.at - b.at);
      let free = 0;
      for (const { at: us, us: length } of raised) free = Math.max(free, us) + length;
      const rows = spansOf(recorder.finish(sim.now)).filter(({ step }) => step === "interrupt");
      if (rows.length > 0) {
        const lengths = raised.filter(({ us }) => us > 0);
        expect(rows.length).toBe(lengths.length); // none was split
        expect(rows.at(-1)?.to).toBeLessThanOrEqual(free);
      }
    });
  });

  it("threads run when an obvious queue in front of so many servers says they do", () => {
    const turn = fc.record({ kind: fc.constant("thread"), at: fc.nat(300), us: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(turn, { maxLength: 40 }), (cpus, jobs) => {
        play(cpus, jobs);
        const free = Array<number>(cpus).fill(0);
        const turns = jobs
          .toSorted((a, b) => a.at - b.at)
          .map(({ at: us, us: length }) => {
            const server = free.indexOf(Math.min(...free));
            const from = Math.max(us, free[server] ?? NaN);
            free[server] = from + length;
            return `${from}..${from + length}`;
          });
        const ran = spansOf(recorder.finish(sim.now)).map(({ from, to }) => `${from}..${to}`);
        expect(ran.toSorted()).toEqual(turns.toSorted());
      }),
    );
  });
});

describe("a thread that loops while it waits (rule 6)", () => {
  const looping = (name: string, us: number): { readonly goOn: () => void; readonly loops: () => boolean } => {
    let isFirst = true;
    const worker = processors.worker(recorder.owner(name), () => {
      if (isFirst) processors.spin(worker, work(recorder, "loop", us));
      else processors.block(worker);
      isFirst = false;
    });
    processors.wake(worker, work(recorder, "work", 10), 0, -1);
    return {
      goOn: () => processors.goOn(worker, work(recorder, "answer", 5), 0, -1),
      loops: () => processors.isSpinning(worker),
    };
  };

  it("keeps its processor busy, and goes on at once", () => {
    machine(2);
    const a = looping("a", 1000);
    at(60, () => a.goOn());
    expect(story()).toEqual(["CPU 1 a work 0..10", "CPU 1 a loop 10..60", "CPU 1 a answer 60..65"]);
  });

  it("ends with its loop, as long as that may be", () => {
    machine(1);
    const a = looping("a", 40);
    expect(story()).toEqual(["CPU 0 a work 0..10", "CPU 0 a loop 10..50"]);
    expect(a.loops()).toBe(false);
  });

  it("leaves its processor to a thread that becomes ready where no other is idle", () => {
    machine(1);
    const a = looping("a", 1000);
    let looped = true;
    at(30, () => wake("b", 20));
    at(35, () => (looped = a.loops()));
    expect(story()).toEqual(["CPU 0 a work 0..10", "CPU 0 a loop 10..30", "CPU 0 b work 30..50"]);
    expect(looped).toBe(false);
  });

  it("does not displace a loop where a processor is idle", () => {
    machine(2);
    const a = looping("a", 1000);
    at(30, () => wake("b", 20));
    at(40, () => a.goOn());
    expect(story()).toContain("CPU 0 b work 30..50");
    expect(story()).toContain("CPU 1 a loop 10..40");
  });

  it("loops anew on another processor while the thread that displaced it still works", () => {
    machine(2);
    let loops = 0;
    const worker = processors.worker(recorder.owner("a"), () => {
      if (loops++ < 2) processors.spin(worker, work(recorder, "loop", 50));
      else processors.block(worker);
    });
    processors.wake(worker, work(recorder, "work", 10), 0, -1);
    at(5, () => wake("b", 15)); // on CPU 0
    const burst = processors.worker(recorder.owner("burst"), () => undefined);
    at(11, () => processors.inBackground(burst, work(recorder, "burst", 40))); // on CPU 1, before the loop of `a`
    at(12, () => wake("c", 200)); // on CPU 1, in the place of `a`
    at(30, () => processors.wake(worker, work(recorder, "answer", 5), 0, -1));
    let isOver = false;
    at(90, () => (isOver = !processors.isSpinning(worker)));
    expect(story()).toEqual([
      "CPU 1 a work 0..10",
      "CPU 1 a loop 10..11",
      "CPU 1 burst burst 11..12",
      "CPU 0 b work 5..20",
      "CPU 0 a answer 30..35",
      "CPU 0 a loop 35..85",
      "CPU 1 c work 12..212",
      "CPU 1 burst burst 212..251",
    ]);
    expect(isOver).toBe(true);
  });
});

describe("a machine that is slowed (rule 5)", () => {
  it("takes so many times as long for the rest of what is under way, for what waits and for what comes", () => {
    machine(1);
    for (const name of ["a", "b"]) wake(name, 10);
    at(4, () => processors.slow(3));
    at(30, () => wake("c", 10));
    expect(story()).toEqual(["CPU 0 a work 0..4", "CPU 0 a work 4..22", "CPU 0 b work 22..52", "CPU 0 c work 52..82"]);
  });

  it("slows interrupts too, and what they stopped", () => {
    machine(1);
    wake("a", 10);
    at(2, () => processors.interrupt(interrupter(), work(recorder, "interrupt", 4), 0, NO_REF));
    at(4, () => processors.slow(2));
    expect(story()).toEqual([
      "CPU 0 a work 0..2",
      "CPU 0 interrupt interrupt 2..4",
      "CPU 0 interrupt interrupt 4..8",
      "CPU 0 a work 8..24",
    ]);
  });

  it("has its own pace again when it is told so, and then takes exactly as long as before", () => {
    machine(1);
    processors.slow(2.5);
    wake("a", 10);
    at(10, () => processors.slow(1));
    at(20, () => wake("b", 10));
    expect(story()).toEqual(["CPU 0 a work 0..10", "CPU 0 a work 10..16", "CPU 0 b work 20..30"]);
  });
});

describe("a machine that stops", () => {
  it("tells nobody of what ran or waited, and records what ran up to then", () => {
    machine(1);
    let finished = 0;
    for (const name of ["a", "b"]) {
      const worker = processors.worker(recorder.owner(name), () => finished++);
      processors.wake(worker, work(recorder, "work", 10), 1, NO_REF);
    }
    at(5, () => processors.halt());
    expect(story()).toEqual(["CPU 0 a work 0..5"]);
    expect(finished).toBe(0);
  });
});

describe("a segment", () => {
  it("leaves out steps that take no time, and knows where each ends", () => {
    machine(1);
    const step = { name: "step", layer: "other" as const, source: { kind: "assumed" as const, text: "" } };
    const made = segment(
      recorder,
      [5, 0, 7].map((us) => ({ step, duration: micros(us) })),
    );
    expect(made.ends.map(toMicros)).toEqual([5, 12]);
    expect(made.total).toBe(micros(12));
    expect(made.steps.length).toBe(2);
  });
});
