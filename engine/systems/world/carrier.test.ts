/** One meaning of every fault, on a medium that says when a frame arrives as it leaves and on one that finds out. */
import { describe, expect, it } from "vitest";
import { itemAt } from "../../kernel/reads.ts";
import { formatFault, parseScript } from "../../faults/index.ts";
import type { Nanos } from "../../kernel/time.ts";
import { FATES, LOSSES, NO_REF, type TraceData } from "../../kernel/trace-data.ts";
import { Carrier, type CarrierHost, type Medium } from "./carrier.ts";
import { COUNT_SENDS, newFrame, type Frame } from "./frame.ts";
import { World } from "./world.ts";

const WAY = 1000; // nanoseconds from host to host
const SLOT = 100; // that a frame keeps the medium busy

/** A medium on which every frame takes the same time; each is told to the carrier in one of its two ways. */
class PlainMedium implements Medium {
  readonly carrier: Carrier;
  private readonly world: World;
  private readonly knows: boolean;
  private readonly tag: number;
  private readonly frames: Frame[] = [];

  constructor(world: World, knows: boolean) {
    const track = world.recorder.track({ name: "Medium", machine: "", kind: "medium" });
    this.world = world;
    this.knows = knows;
    this.carrier = new Carrier(world, this, { track, whenDown: "lost" });
    this.tag = world.sim.register((_kind, id) => this.carrier.came(this.frames[id] as Frame));
  }

  transmit(frame: Frame): void {
    const { now } = this.world.sim;
    frame.departs = now;
    if (this.knows) this.carrier.leaves(frame, now, now + WAY);
    else {
      this.carrier.left(frame);
      this.world.sim.after(WAY, this.tag, this.frames.push(frame) - 1);
    }
  }

  repeat(copy: Frame): void {
    const { now } = this.world.sim;
    this.carrier.leaves(copy, now, now + this.slot());
  }

  slot(): Nanos {
    return SLOT;
  }

  chainOf({ row }: Frame): number {
    return row;
  }
}

interface Way {
  readonly from: number;
  readonly to: number;
}

interface Setting {
  readonly knows: boolean;
  readonly faults: readonly string[];
  readonly down?: boolean;
  readonly buffers?: number;
  readonly seed?: number;
  /** The way of a call's packet; from host 0 to host 1 where none is given. */
  readonly way?: (call: number) => Way;
}

/** Sends so many calls, one every 10 ns, from host 0 to host 1; says what arrived when. */
function sendCalls(calls: number, { knows, faults, down = false, buffers = Infinity, seed = 1, way }: Setting) {
  const world = new World({ faults: parseScript(faults), keep: "all", seed });
  const { sim, recorder } = world;
  const medium = new PlainMedium(world, knows);
  const arrived: string[] = [];
  let left = buffers;
  const host = (number: number): CarrierHost => {
    const track = recorder.track({ name: "Interface", machine: `host${number}`, kind: "controller" });
    const arrive = (frame: Frame): "copied" | "no buffer" | "absent" => {
      if (down) return "absent";
      if (left-- <= 0) return "no buffer";
      arrived.push(`${frame.kind}#${frame.call}${frame.origin === "duplicate" ? " copy" : ""} at ${sim.now}`);
      return "copied";
    };
    return {
      name: `host${number}`,
      number,
      outTrack: track,
      inTrack: track,
      sent: nothing,
      abandoned: nothing,
      arrive,
    };
  };
  medium.carrier.attach(host(0));
  medium.carrier.attach(host(1));
  medium.carrier.attach(host(2));
  const tag = sim.register((_kind, call) => medium.transmit(frameOf(call, way?.(call))));
  for (let call = 1; call <= calls; call++) sim.at(call * 10, tag, call);
  sim.run();
  medium.carrier.close();
  return {
    arrived,
    trace: recorder.finish(sim.now),
    unused: world.script.unused().map(formatFault),
    draws: world.streams.draws,
  };
}

const nothing = (): void => undefined;

const frameOf = (call: number, { from, to }: Way = { from: 0, to: 1 }): Frame =>
  newFrame({
    octets: Uint8Array.of(call, call),
    bytes: 2,
    kind: "call",
    call,
    send: COUNT_SENDS,
    origin: "first",
    from,
    to,
    sender: null,
    hasData: true,
    endsMessage: true,
    ref: NO_REF,
  });

const fatesOf = ({ packets }: TraceData): readonly string[] => [...packets.fate].map((fate) => FATES[fate] ?? "");
const lossesOf = ({ marks }: TraceData): readonly string[] => [...marks.value].map((value) => LOSSES[value] ?? "");

describe.each([
  ["says when a frame arrives as it leaves", true],
  ["finds out when a frame arrives", false],
])("the carrier on a medium that %s", (_name, knows) => {
  it("delivers what nothing befalls, in time and in order", () => {
    const { arrived, trace } = sendCalls(2, { knows, faults: [] });
    expect(arrived).toEqual(["call#1 at 1010", "call#2 at 1020"]);
    expect([...trace.packets.arrives]).toEqual([1010, 1020]);
  });

  it("drops", () => {
    const { arrived, trace } = sendCalls(2, { knows, faults: ["drop call#1"] });
    expect(arrived).toEqual(["call#2 at 1020"]);
    expect(fatesOf(trace)).toEqual(["lost", "delivered"]);
  });

  it("delays, and says in the packet’s row by how much", () => {
    const { arrived, trace } = sendCalls(2, { knows, faults: ["delay call#1 by 500ns"] });
    expect(arrived).toEqual(["call#2 at 1020", "call#1 at 1510"]);
    expect([...trace.packets.delayed]).toEqual([500, 0]);
    expect(trace.packets.arrives[0]).toBe(1510);
  });

  it("sends a copy on when the packet would have come, or so much later: it takes the medium’s time", () => {
    expect(sendCalls(1, { knows, faults: ["duplicate call#1"] }).arrived).toEqual([
      "call#1 at 1010",
      "call#1 copy at 1110",
    ]);
    const late = ["duplicate call#1 by 300ns", "delay call#1 by 50ns"];
    expect(sendCalls(1, { knows, faults: late }).arrived).toEqual(["call#1 at 1060", "call#1 copy at 1410"]);
  });

  it("lets what was held back through right behind the next, each with the medium’s time", () => {
    const faults = ["reorder call#1", "reorder call#2"];
    const { arrived, trace } = sendCalls(3, { knows, faults });
    expect(arrived).toEqual(["call#3 at 1030", "call#1 at 1130", "call#2 at 1230"]);
    expect([...trace.packets.delayed]).toEqual([120, 210, 0]);
  });

  it("lets nothing through that was held back on another way: another sender, another receiver, or both", () => {
    const ways = [
      { from: 0, to: 1 },
      { from: 0, to: 2 },
      { from: 2, to: 1 },
      { from: 1, to: 0 },
      { from: 0, to: 1 },
    ];
    const way = (call: number): Way => itemAt(ways, call - 1, "way");
    const { arrived } = sendCalls(5, { knows, faults: ["reorder call#1"], way });
    expect(arrived).toEqual(["call#2 at 1020", "call#3 at 1030", "call#4 at 1040", "call#5 at 1050", "call#1 at 1150"]);
  });

  it("loses what was held back where nothing follows", () => {
    const { arrived, trace } = sendCalls(1, { knows, faults: ["reorder call#1"] });
    expect([arrived, fatesOf(trace)]).toEqual([[], ["lost"]]);
  });

  it("damages: the packet takes its time, and is lost at its receiver, with a bit of it flipped", () => {
    const { arrived, trace } = sendCalls(2, { knows, faults: ["corrupt call#1"] });
    expect(arrived).toEqual(["call#2 at 1020"]);
    expect([fatesOf(trace), lossesOf(trace)]).toEqual([["lost", "delivered"], ["damaged"]]);
    expect([...trace.marks.at]).toEqual([1010]);
    expect([...trace.frames]).toEqual([1, 0, 2, 2]);
  });

  it("loses by chance: the packet takes its time, and is marked where it would have come", () => {
    const { arrived, trace, draws } = sendCalls(1, { knows, faults: ["lose 100% of packets"] });
    expect([arrived, fatesOf(trace), lossesOf(trace)]).toEqual([[], ["lost"], ["lost by chance"]]);
    expect([[...trace.marks.at], draws]).toEqual([[1010], 0]); // what is certain needs no number
  });

  it("loses about as many as the script says, others with another seed, the same and more with a larger share", () => {
    const lostOf = (percent: number, seed: number): ReadonlySet<number> => {
      const { trace, draws } = sendCalls(2000, { knows, faults: [`lose ${percent}% of call packets`], seed });
      expect(draws).toBeGreaterThanOrEqual(2000);
      return new Set(fatesOf(trace).flatMap((fate, row) => (fate === "lost" ? [row] : [])));
    };
    const [few, many, others] = [lostOf(5, 1), lostOf(20, 1), lostOf(5, 2)];
    expect(Math.abs(few.size - 100)).toBeLessThan(4 * Math.sqrt(2000 * 0.05 * 0.95)); // four deviations
    expect(Math.abs(many.size - 400)).toBeLessThan(4 * Math.sqrt(2000 * 0.2 * 0.8));
    expect([...few].every((row) => many.has(row))).toBe(true);
    expect([...few]).not.toEqual([...others]);
  });

  it("leaves a packet to the line that names it, and the others their luck", () => {
    const chance = "lose 30% of packets";
    const fates = (...faults: string[]): readonly string[] => fatesOf(sendCalls(30, { knows, faults }).trace);
    const alone = fates(chance);
    const unlucky = alone.indexOf("lost");
    expect(unlucky).toBeGreaterThanOrEqual(0);
    expect(fates(chance, `delay call#${unlucky + 1} by 1ns`)).toEqual(alone.with(unlucky, "delivered"));
    const { unused } = sendCalls(1, { knows, faults: ["lose 100% of packets", "drop call#1"] });
    expect(unused).toEqual(["lose 100% of packets"]);
  });

  it("loses only packets that a line speaks of, by kind and direction", () => {
    const none = ["lose 100% of result packets", "lose 100% of packets from host1", "lose 100% of packets to host0"];
    expect(sendCalls(2, { knows, faults: none })).toMatchObject({ arrived: { length: 2 }, unused: none });
    const both = ["lose 100% of packets from host0 to host1", "lose 100% of call packets"];
    expect(sendCalls(2, { knows, faults: both })).toMatchObject({ arrived: [], unused: [] });
  });

  it("loses a copy like any packet", () => {
    const { arrived, trace } = sendCalls(1, { knows, faults: ["duplicate call#1", "lose 100% of packets"] });
    expect([arrived, fatesOf(trace)]).toEqual([["call#1 at 1010"], ["delivered", "lost"]]);
  });

  it("marks what finds no buffer, or a machine that is down", () => {
    const full = sendCalls(2, { knows, faults: [], buffers: 1 }).trace;
    expect([fatesOf(full), lossesOf(full)]).toEqual([["delivered", "lost"], ["no receive buffer"]]);
    const down = sendCalls(1, { knows, faults: [], down: true }).trace;
    expect([fatesOf(down), lossesOf(down)]).toEqual([["lost"], ["machine is down"]]);
  });

  it("names the faults that met nothing", () => {
    expect(sendCalls(1, { knows, faults: ["drop call#1 send 2"] }).unused).toHaveLength(1);
  });
});

describe("a carrier’s hosts", () => {
  const world = new World({ faults: [], keep: "none" });
  const { carrier } = new PlainMedium(world, true);
  const host = (number: number): CarrierHost => ({
    name: `host${number}`,
    number,
    outTrack: 0,
    inTrack: 0,
    sent: nothing,
    abandoned: nothing,
    arrive: () => "copied",
  });

  it("have numbers of their own, from 0", () => {
    carrier.attach(host(1));
    expect(() => carrier.attach(host(1))).toThrow("host1 has the number of host1 on the medium, 1.");
    expect(() => carrier.attach(host(-1))).toThrow("host-1 has the number -1, want 0 or more.");
    expect(() => carrier.host(7)).toThrow("There is no host 7 on the medium.");
  });
});
