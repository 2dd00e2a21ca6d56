import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { FATES } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { busyOf } from "./busy.ts";
import { hostsOf } from "./hosts.ts";
import { journeysOf } from "./stays.ts";
import { stateAt } from "./state.ts";
import type { Now } from "./state.ts";
import { groundShapes } from "./draw.ts";
import { machineLayout } from "./layout.ts";
import type { Rect } from "./layout.ts";
import { liveShapes } from "./live.ts";
import { machineSvg } from "./machine-svg.ts";
import { hostSentences, wireSentence } from "./machine-text.ts";
import { moved, placesOf } from "./places.ts";
import { isLabel } from "../draw/scene.ts";
import { labelArea } from "../draw/place-label.ts";
import { tableWidth } from "../draw/text-width.ts";

const lone = runOf("firefly/null", { set: { calls: 1 } });
const RUNS: readonly (readonly [string, Run])[] = [
  ["one call", lone],
  ["eight threads", runOf("firefly/null", { set: { threads: 8, calls: 30 } })],
  [
    "one processor",
    runOf("firefly/max-arg", { set: { threads: 3, calls: 9, callerProcessors: 1, serverProcessors: 1 } }),
  ],
  ["a lost result", runOf("firefly/max-result", { set: { calls: 2 }, faults: ["drop result#1"] })],
  ["a shared segment", runOf("firefly/null", { set: { calls: 3, segment: "shared" } })],
  ["a Dorado", runOf("cedar/call", { set: { calls: 4 } })],
  ["a Sun", runOf("sun-rpc/call", { set: { place: "remote" } })],
  ["a Sun alone", runOf("sun-rpc/call", { set: { place: "local" } })],
  ["an RT PC", runOf("multirpc/call", { set: { servers: 1, trials: 2 } })],
  ["a node of the cluster", runOf("flexrpc/multicast", { set: { callees: 1 } })],
];

const named = (name: string): Run => RUNS.find(([one]) => one === name)?.[1] ?? lone;

function now(trace: TraceData, time: number, call = 1): Now {
  const state = stateAt(trace, call, time);
  if (state === null) throw new Error("The run’s machines are not drawn.");
  return state;
}

/** A run and a moment of it: anywhere, within its first call, or where a span begins or ends. */
const moments = fc
  .tuple(
    fc.nat(RUNS.length - 1),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom("anywhere", "first call", "start", "end"),
  )
  .map(([at, share, where]) => {
    const [, run] = RUNS[at] ?? ["", lone];
    const { calls, elapsed, spans } = run.trace;
    const row = Math.min(spans.count - 1, Math.floor(share * spans.count));
    const time = {
      anywhere: share * elapsed,
      "first call": share * (calls.end[0] ?? 0),
      start: spans.start[row] ?? 0,
      end: spans.end[row] ?? 0,
    }[where];
    return { run, time };
  });

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
        expect(wire.map(({ from, to }) => [from, to])).toEqual([
          [trace.packets.departs[packet], trace.packets.arrives[packet]],
        ]);
      }
    }
  });

  it("of a Firefly leads over the queue, the QBus and the controller, and in by the same ways", () => {
    const [call] = journeysOf(lone.trace).all;
    const kinds = call?.stays.map(({ kind, way }) => `${kind} ${way}`);
    expect(kinds).toEqual(["queue out", "bus out", "wire out", "bus in", "received in", "interrupt in"]);
    expect(call?.stays[0]).toMatchObject({ from: 406_000, to: 537_000 });
    expect(call?.takenAt).toBe(1_178_822);
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
        if (bus >= 0) parts.push(["qbus", bus], ["deqna.transmit", out[0] ?? -1], ["deqna.receive", into[0] ?? -1]);
        for (const [part, track] of parts) {
          const counted = resources[resourceOf(machine, part)]?.busyNs;
          // Resources count until the program has its last answer, the figure to any moment.
          expect(busyOf(trace, track, 0, run.elapsedNs), `${name}: ${machine} ${part}`).toBe(counted);
        }
      }
    }
  });
});

const WIDTHS = [288, 358, 640, 780, 960] as const;

/** A figure of a run at a moment, drawn at a width. */
function drawn(trace: TraceData, time: number, width: number) {
  const { hosts } = hostsOf(trace) ?? { hosts: [] };
  const layout = machineLayout(hosts, width);
  const state = now(trace, time);
  const given = { trace, layout, measure: tableWidth };
  return { layout, state, shapes: [...groundShapes(given), ...liveShapes(given, state)] };
}

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe("the picture", () => {
  it("has room for every part at every width, and none on another", () => {
    for (const [name, { trace }] of RUNS) {
      for (const width of WIDTHS) {
        const { layout } = drawn(trace, 0, width);
        for (const { processors, ready, waiting, queue, received, bus, controllers, band } of layout.places) {
          const parts = [...processors.values(), ready, waiting, queue, received, ...controllers.values()];
          if (bus !== null) parts.push(bus);
          for (const [i, part] of parts.entries()) {
            const at = `${name}, ${width} px, part ${i}`;
            expect(part.width > 20 || part === bus, at).toBe(true);
            expect(part.x >= band.x && part.x + part.width <= band.x + band.width, at).toBe(true);
            expect(part.y >= band.y && part.y + part.height <= band.y + band.height, at).toBe(true);
            expect(
              parts.slice(i + 1).some((other) => overlap(part, other)),
              at,
            ).toBe(false);
          }
        }
        expect(layout.height).toBeGreaterThan(0);
      }
    }
  });

  it("cuts no word at its edges", () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...WIDTHS), ({ run: { trace }, time }, width) => {
        const { shapes, layout } = drawn(trace, time, width);
        for (const one of shapes.filter(isLabel)) {
          const { x0, x1, y1 } = labelArea(one, tableWidth);
          const text = one.runs.map((run) => run.text).join(" ");
          expect(x0 + 8, text).toBeGreaterThanOrEqual(0);
          expect(x1 - 8, text).toBeLessThanOrEqual(width);
          expect(y1 - 4, text).toBeLessThanOrEqual(layout.height);
        }
      }),
    );
  });

  it("keeps words within their part, beside the marks there, and those of the network between the machines", () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...WIDTHS), ({ run: { trace }, time }, width) => {
        const { shapes, layout } = drawn(trace, time, width);
        const labels = shapes.filter(isLabel);
        const slips = shapes.flatMap((one) => (one.shape === "box" && one.height === 17 ? [one] : []));
        const areaOf = (one: (typeof labels)[number]): Rect => {
          const { x0, x1, y0, y1 } = labelArea(one, tableWidth);
          return { x: x0 + 8, y: y0 + 2, width: x1 - x0 - 16, height: y1 - y0 - 4 };
        };
        for (const { processors, controllers } of layout.places) {
          for (const part of [...processors.values(), ...controllers.values()]) {
            for (const one of labels.filter(({ x, y }) => overlap({ x, y, width: 1, height: 1 }, part))) {
              const area = areaOf(one);
              expect(area.x + area.width, JSON.stringify(one.runs)).toBeLessThanOrEqual(part.x + part.width);
              if (one.anchor === "start")
                expect(slips.some((mark) => overlap(mark, area) && processors.size > 1)).toBe(false);
            }
          }
        }
        if (!layout.beside) return;
        const [left, right] = layout.places.map(({ band }) => band);
        const own = labels.filter(({ x }) => x === layout.cableName.x).map(areaOf);
        expect(own.length).toBeGreaterThan(0);
        for (const { x, width: wide } of own) {
          expect(x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));
          expect(x + wide).toBeLessThanOrEqual(right?.x ?? 0);
        }
      }),
    );
  });

  it("shows CPU 0 on yellow while an interrupt carries the call on, and on ink while another one runs", () => {
    const fills = (time: number) =>
      drawn(lone.trace, time, 780).shapes.flatMap((one) =>
        one.shape === "box" && one.height === 38 && one.lineWidth === 1.5 ? [one.fill] : [],
      );
    expect(fills(410_000)).toEqual(["accent", "paper"]); // CPU 0 interrupted, CPU 4 registers the call
    expect(fills(700_000)).toContain("ink"); // the end of the transmission
    expect(fills(50_000)).toEqual(["accent"]);
  });

  it("is a file, and none of a run that the figure has no place for", () => {
    const options = { call: 1, time: 600_000, width: 1000, theme: "light" } as const;
    const text = machineSvg(lone, options);
    expect(text).toMatch(/^<svg [^>]*width="1000"/);
    expect(text).toContain(">QBus<");
    expect(text).not.toContain("NaN");
    expect(machineSvg(runOf("multirpc/call", { set: { servers: 10, trials: 1 } }), options)).toBe("");
  });
});

describe("the words for a moment", () => {
  const words = (run: Run, time: number): string => {
    const state = now(run.trace, time);
    return [...state.hosts.flatMap((own) => hostSentences(run.trace, own)), wireSentence(run.trace, state)].join(" ");
  };

  it("say who has each processor, what waits, and where the packet is", () => {
    expect(words(lone, 50_000)).toBe(
      "CPU 4 runs caller thread 1: Calling stub (call). All processors are idle. Ethernet carries no packet.",
    );
    expect(words(lone, 490_000)).toBe(
      "CPU 0 runs an interrupt: Prod Ethernet controller. CPU 4 runs caller thread 1: Register the call in the call " +
        "table. The call packet of call 1 waits to be sent. All processors are idle. Ethernet carries no packet.",
    );
    expect(words(lone, 550_000)).toMatch(/QBus carries the call packet of call 1 to the controller\./);
    expect(words(lone, 600_000)).toMatch(/Caller thread 1 waits for an answer\..* Ethernet carries the call packet of/);
    expect(words(named("a lost result"), 500_000_000)).toMatch(/The result packet of call 1 was lost: dropped by the/);
  });

  it("name each place, and the keys lead to all of them and across", () => {
    const { layout, state } = drawn(lone.trace, 490_000, 780);
    const places = placesOf(lone.trace, layout, state);
    const [first] = places;
    expect(places.length).toBe(2 * (1 + 2 + 5 + 2 + 3) + 1);
    const seen = [first];
    for (let at = first; at !== undefined;) {
      const next: typeof at | null = moved(places, at, "ArrowDown");
      if (next === null || next === at) break;
      seen.push(next);
      at = next;
    }
    expect(seen).toEqual(places);
    const cpu = places.find(({ name }) => name === "Caller CPU 0");
    expect(cpu?.text).toBe("interrupt for call 1: Prod Ethernet controller");
    expect(cpu === undefined ? null : moved(places, cpu, "ArrowRight")?.name).toBe("Server CPU 0");
    expect(places.find(({ name }) => name === "Caller packets to be sent")?.text).toBe("call packet of call 1");
  });
});
