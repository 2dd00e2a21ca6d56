import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { FATES } from "../../engine/kernel/trace-data.ts";
import { busyOf } from "./busy.ts";
import { hostsOf } from "./hosts.ts";
import { journeysOf } from "./stays.ts";
import { lone, moments, named, now, RUNS } from "./testing.ts";

describe("the machines of a run", () => {
  it("have the parts that the trace has tracks of", () => {
    const { hosts } = hostsOf(lone.trace) ?? { hosts: [] };
    const names = (tracks: readonly number[]) => tracks.map((track) => lone.trace.tracks[track]?.name);
    expect(hosts.map(({ machine }) => machine)).toEqual(["caller", "server"]);
    for (const host of hosts) {
      expect(names(host.processors)).toEqual(["CPU 0", "CPU 1", "CPU 2", "CPU 3", "CPU 4"]);
      expect(names([host.interrupted, host.bus])).toEqual(["CPU 0", "QBus"]);
      expect(names([...host.out, ...host.into])).toEqual(["DEQNA transmit", "DEQNA receive"]);
    }
    expect(hostsOf(named("one processor").trace)?.hosts.map(({ processors }) => processors.length)).toEqual([1, 1]);
    expect(hostsOf(named("a Sun alone").trace)?.hosts.length).toBe(1);
    expect(hostsOf(named("an RT PC").trace)?.hosts[0]).toMatchObject({ bus: -1, out: [28], into: [28] });
  });

  it("are drawn of one or two hosts, and of no run with more", () => {
    for (const [name, { trace }] of RUNS) expect(hostsOf(trace), name).not.toBeNull();
    expect(hostsOf(runOf("multirpc/call", { set: { servers: 10, trials: 1 } }).trace)).toBeNull();
    expect(hostsOf({ ...lone.trace, measured: true })).toBeNull();
  });
});

describe("at every moment", () => {
  it("each processor runs at most one span, the one that the trace has there", () => {
    fc.assert(
      fc.property(moments, ({ run: { trace }, time }) => {
        const { spans } = trace;
        for (const { processors } of now(trace, time).hosts) {
          for (const { track, work } of processors) {
            const on: number[] = [];
            for (let row = 0; row < spans.count; row++) {
              if (spans.track[row] !== track) continue;
              if ((spans.start[row] ?? 0) <= time && time < (spans.end[row] ?? 0)) on.push(row * 4);
            }
            expect(on.length).toBeLessThanOrEqual(1);
            expect(work?.ref).toBe(on[0]);
          }
        }
      }),
    );
  });

  it("a thread is in one place, and a stopped one lies under an interrupt", () => {
    fc.assert(
      fc.property(moments, ({ run: { trace }, time }) => {
        for (const { processors, ready, waiting } of now(trace, time).hosts) {
          const running = processors.flatMap(({ work }) => (work === null || work.thread === "" ? [] : [work.thread]));
          const stopped = processors.flatMap((one) => (one.stopped === null ? [] : [one.stopped.thread]));
          const all = [...running, ...stopped, ...[...ready, ...waiting].map(({ thread }) => thread)];
          expect(new Set(all).size).toBe(all.length);
          for (const one of processors) if (one.stopped !== null) expect(one.isInterrupt).toBe(true);
        }
      }),
    );
  });

  it("a thread whose work was cut by an interrupt is stopped on its processor until it goes on", () => {
    let cut = 0;
    for (const [name, { trace }] of RUNS) {
      const { spans, owners } = trace;
      for (let row = 0; row < spans.count; row++) {
        const before = (spans.cause[row] ?? -1) / 4;
        const [owner = -1, track] = [spans.owner[row], spans.track[row]];
        if (owner < 0 || !Number.isInteger(before) || spans.owner[before] !== owner || spans.track[before] !== track)
          continue;
        const [from, to] = [spans.end[before] ?? 0, spans.start[row] ?? 0];
        const between = Array.from({ length: spans.count }, (_, i) => i).filter(
          (i) => spans.track[i] === track && (spans.start[i] ?? 0) >= from && (spans.start[i] ?? 0) < to,
        );
        // Another thread had the processor, or nobody: then it has to be given to this one anew.
        if (to <= from || between.length === 0 || between.some((i) => (spans.owner[i] ?? -1) >= 0)) continue;
        cut++;
        for (const time of [from, (from + to) / 2, to - 1]) {
          const all = now(trace, time).hosts.flatMap(({ processors }) => processors);
          expect(all.find((one) => one.track === track)?.stopped?.thread, name).toBe(owners[owner]);
        }
      }
    }
    expect(cut).toBeGreaterThan(5);
  });

  it("no thread waits for a processor while one that is not CPU 0 is idle", () => {
    const busy = named("eight threads").trace;
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        for (const { processors, ready } of now(busy, share * busy.elapsed).hosts) {
          if (ready.length > 0) expect(processors.slice(1).every(({ work }) => work !== null)).toBe(true);
        }
      }),
    );
  });

  it("a packet is in one place, and no more are in a receiving controller’s buffers than there are", () => {
    fc.assert(
      fc.property(moments, ({ run: { trace }, time }) => {
        const { hosts, wire } = now(trace, time);
        const packets = [
          ...wire,
          ...hosts.flatMap(({ queue, received, moving }) => [...queue, ...received, ...moving]),
        ];
        expect(new Set(packets.map(({ ref }) => ref)).size).toBe(packets.length);
        for (const { share } of packets) expect(share >= 0 && share < 1).toBe(true);
        for (const { held } of hosts) {
          for (const [track, count] of held)
            expect(count).toBeLessThanOrEqual(trace.tracks[track]?.buffers ?? Infinity);
        }
      }),
    );
  });
});

describe("the way of a packet", () => {
  it("has no gap and no overlap, from the queue to the work on it", () => {
    for (const [name, { trace }] of RUNS) {
      for (const { stays, packet } of journeysOf(trace).all) {
        for (const [i, stay] of stays.entries()) {
          expect(stay.to, name).toBeGreaterThan(stay.from);
          const next = stays[i + 1];
          if (next !== undefined) expect(next.from, `${name}, packet ${packet}`).toBe(stay.to);
        }
        const wire = stays.filter(({ kind }) => kind === "wire");
        const [departs = 0, arrives = 0] = [trace.packets.departs[packet], trace.packets.arrives[packet]];
        // A packet that stays in shared memory changes hands at once.
        expect(wire.map(({ from, to }) => [from, to])).toEqual(arrives > departs ? [[departs, arrives]] : []);
      }
    }
  });

  it("of a Firefly leads over the queue, the QBus and the controller, and in by the same ways", () => {
    const [call] = journeysOf(lone.trace).all;
    const kinds = call?.stays.map(({ kind, way }) => `${kind} ${way}`);
    expect(kinds).toEqual(["queue out", "bus out", "wire out", "bus in", "received in", "interrupt in"]);
    expect(call?.stays[0]).toMatchObject({ from: 406_000, to: 537_000 });
  });

  it("gives the buffer back that it came in, when its thread has it already", () => {
    const server = (time: number) => now(lone.trace, time).hosts[1];
    expect(server(1_178_821)?.returning).toBeNull(); // the interrupt wakes the thread
    expect(server(1_178_822)?.returning).toBe(0);
    expect(server(1_363_821)?.returning).toBeCloseTo(1, 4);
    expect(server(1_363_822)?.returning).toBeNull();
    expect([...(server(1_363_821)?.held.values() ?? [])]).toEqual([1]);
    expect([...(server(1_363_822)?.held.values() ?? [])]).toEqual([0]);
  });

  it("ends on the wire where the packet is lost, and the loss is shown until the next one leaves", () => {
    const { trace } = named("a lost result");
    const lost = journeysOf(trace).all.find(({ isLost }) => isLost);
    expect(lost?.stays.at(-1)?.kind).toBe("wire");
    const end = lost?.to ?? 0;
    expect(now(trace, end - 1).lost).toBeNull();
    expect(now(trace, end).lost?.packet).toBe(lost?.packet);
    const again = Array.from(trace.packets.departs).find((at, row) => at > end && trace.packets.fate[row] === 0) ?? 0;
    expect(FATES[0]).toBe("delivered");
    expect(now(trace, again - 1).lost?.packet).toBe(lost?.packet);
    expect(now(trace, again).lost).toBeNull();
  });
});

describe("the time for which a part was busy", () => {
  it("before a moment and after it is all of it", () => {
    fc.assert(
      fc.property(moments, ({ run: { trace }, time }) => {
        for (const track of trace.tracks.keys()) {
          const all = busyOf(trace, track, 0, trace.elapsed);
          expect(busyOf(trace, track, 0, time) + busyOf(trace, track, time, trace.elapsed)).toBeCloseTo(all, 3);
        }
      }),
    );
  });

  /** The run’s resources by the order of the machine’s tracks: processors, bus, controllers. */
  const resourceOf = (machine: string, part: string): string => `${machine}.${part}`;

  it("is what the simulation counted, over the whole of a run", () => {
    for (const [name, run] of RUNS) {
      const { trace, resources } = run;
      if (!trace.complete) throw new Error(`${name}: the trace is not whole.`);
      for (const { machine, processors, bus, out, into } of hostsOf(trace)?.hosts ?? []) {
        const parts: (readonly [string, number])[] = processors.map((track, i) => [`cpu${i}`, track] as const);
        if (name === "a node of the cluster") parts.splice(0, 1, ["cpu", processors[0] ?? -1]);
        // What the overlapping controller moves while the packet is on the wire has no spans of its own.
        if (bus >= 0 && run.parameters["controller"] !== "overlapping")
          parts.push(["qbus", bus], ["deqna.transmit", out[0] ?? -1], ["deqna.receive", into[0] ?? -1]);
        for (const [part, track] of parts) {
          const counted = resources[resourceOf(machine, part)]?.busyNs;
          // Resources count until the program has its last answer, the figure to any moment.
          expect(busyOf(trace, track, 0, run.elapsedNs), `${name}: ${machine} ${part}`).toBe(counted);
        }
      }
    }
  });
});
