import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RandomStream } from "../kernel/random.ts";
import { Simulation } from "../kernel/simulation.ts";
import { micros, seconds, toMicros, type Nanos } from "../kernel/time.ts";
import { Ethernet, meanGapForLoad } from "./ethernet.ts";

// Sizes as the engine counts them: without preamble and check sequence.
const SHORT = 60;
const LONG = 1514;
const GAP = micros(9.6);
const SLOT = micros(51.2);
const FULL_LENGTH = 2500; // metres between the farthest stations of a 10 Mbit/s Ethernet

type Told =
  | { what: "sent"; station: number; frame: number; departs: Nanos; arrives: Nanos }
  | { what: "collided" | "given up"; station: number; frame: number; attempt: number; at: Nanos };

interface Offer {
  readonly station: number;
  readonly frame: number;
  readonly bytes: number;
  readonly at: Nanos;
}

interface Setting {
  readonly stations: number;
  readonly mbps?: number;
  readonly metres?: number;
  readonly seed?: number;
  readonly random?: new (seed: number, name: string) => RandomStream;
}

/** Of every range the first number, so that those who collide go on to collide; and the ranges asked for. */
class AlwaysFirst extends RandomStream {
  readonly asked: number[] = [];

  override integer(below: number): number {
    this.asked.push(below);
    return 0;
  }
}

/** A segment with stations that queue what they are offered, and all that it tells. */
class Segment {
  readonly sim = new Simulation();
  readonly told: Told[] = [];
  readonly ethernet: Ethernet;
  readonly streams: readonly RandomStream[];
  private readonly queues: Offer[][];
  private readonly offers: Offer[] = [];
  private readonly tag: number;

  constructor({ stations, mbps = 10, metres = 0, seed = 1, random = RandomStream }: Setting) {
    this.ethernet = new Ethernet(
      this.sim,
      { mbps, metres },
      {
        sent: (station, frame, departs, arrives) => {
          this.told.push({ what: "sent", station, frame, departs, arrives });
          this.next(station);
        },
        collided: (station, frame, attempt, at) =>
          void this.told.push({ what: "collided", station, frame, attempt, at }),
        givenUp: (station, frame, at) => {
          this.told.push({ what: "given up", station, frame, attempt: 16, at });
          this.next(station);
        },
      },
    );
    this.queues = Array.from({ length: stations }, () => []);
    this.streams = this.queues.map((_, station) => new random(seed, `station ${station}`));
    for (const stream of this.streams) this.ethernet.addStation(stream);
    this.tag = this.sim.register((_kind, index) => this.arrive(this.offers[index]));
  }

  offer(offer: Offer): void {
    this.sim.at(offer.at, this.tag, this.offers.push(offer) - 1);
  }

  get sent(): readonly Extract<Told, { what: "sent" }>[] {
    return this.told.filter((one) => one.what === "sent");
  }

  get collisions(): readonly Extract<Told, { at: Nanos }>[] {
    return this.told.filter((one): one is Extract<Told, { at: Nanos }> => one.what === "collided");
  }

  private arrive(offer: Offer | undefined): void {
    if (offer === undefined) return;
    const queue = this.queues[offer.station] ?? [];
    if (queue.push(offer) === 1) this.ethernet.transmit(offer.station, offer.frame, offer.bytes);
  }

  private next(station: number): void {
    const queue = this.queues[station] ?? [];
    queue.shift();
    const [first] = queue;
    if (first !== undefined) this.ethernet.transmit(station, first.frame, first.bytes);
  }
}

/** A segment that has run until nothing was left, or until `until`. */
function played(setting: Setting, offers: readonly Offer[], until = Infinity): Segment {
  const segment = new Segment(setting);
  for (const offer of offers) segment.offer(offer);
  segment.sim.run(until);
  return segment;
}

const frames = (count: number, station: number, bytes: number, at = 0): Offer[] =>
  Array.from({ length: count }, (_, frame) => ({ station, frame, bytes, at }));

describe("a frame on the wire", () => {
  const { ethernet } = new Segment({ stations: 0 });

  it("takes 68.8 µs with the 74 bytes of an empty call, 1220.8 with 1514", () => {
    expect(toMicros(ethernet.frameTime(74))).toBe(68.8);
    expect(toMicros(ethernet.frameTime(LONG))).toBe(1220.8);
  });

  it("is padded to 64 bytes with its check sequence: 57.6 µs", () => {
    expect([1, 46, SHORT].map((bytes) => toMicros(ethernet.frameTime(bytes)))).toEqual([57.6, 57.6, 57.6]);
    expect(toMicros(ethernet.frameTime(SHORT + 1))).toBe(58.4);
  });

  it("takes a tenth of that at 100 Mbit/s", () => {
    const { ethernet: fast } = new Segment({ stations: 0, mbps: 100 });
    expect(toMicros(fast.frameTime(74))).toBe(6.88);
    expect(fast.gap).toBe(960);
  });

  it("arrives one propagation time after its last bit was sent, 4.3 ns a metre", () => {
    const { sent, ethernet: cable } = played({ stations: 1, metres: 500 }, frames(1, 0, 74));
    expect(cable.propagation).toBe(2150);
    expect(sent).toEqual([{ what: "sent", station: 0, frame: 0, departs: 0, arrives: micros(68.8) + 2150 }]);
  });
});

describe("one station, back to back", () => {
  const rate = (bytes: number): number => {
    const segment = played({ stations: 1 }, frames(20_000, 0, bytes), seconds(1));
    return segment.sent.length;
  };

  it("sends 14,881 frames of 64 bytes a second, check sequence included", () => {
    expect(rate(SHORT)).toBe(Math.ceil(14_880.95)); // the second ends inside a gap
  });

  it("sends 812.7 frames of 1518 bytes a second", () => {
    const { sent } = played({ stations: 1 }, frames(1001, 0, LONG));
    const first = sent[0]?.departs ?? NaN;
    const last = sent[1000]?.departs ?? NaN;
    expect(1000 / ((last - first) / 1e9)).toBeCloseTo(812.74, 2);
  });

  it("is busy for all but the gaps", () => {
    const segment = played({ stations: 1 }, frames(100, 0, LONG));
    expect(segment.ethernet.busyNs).toBe(100 * micros(1220.8));
    expect(segment.sim.now - segment.ethernet.busyNs).toBe(99 * GAP);
  });
});

describe("deferral (rule 1)", () => {
  it("a station that senses a carrier sends 9.6 µs after it drops, whenever it began to wait", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: micros(1220.8) - 1 }),
        fc.integer({ min: 0, max: FULL_LENGTH }),
        (after, metres) => {
          const [first, second] = played({ stations: 2, metres }, [
            { station: 0, frame: 0, bytes: LONG, at: 0 },
            { station: 1, frame: 1, bytes: SHORT, at: after + Math.round(metres * 4.3) },
          ]).sent;
          expect(second?.departs).toBe((first?.arrives ?? NaN) + GAP);
        },
      ),
    );
  });

  it("two stations that wait for the same carrier both send when it drops, and collide: it is 1-persistent", () => {
    const segment = played({ stations: 3 }, [
      { station: 0, frame: 0, bytes: LONG, at: 0 },
      { station: 1, frame: 1, bytes: SHORT, at: 100 },
      { station: 2, frame: 2, bytes: SHORT, at: 5000 },
    ]);
    const [first] = segment.collisions;
    // The preamble is finished, then the jam is sent.
    expect(first).toMatchObject({ attempt: 1, at: micros(1220.8) + GAP + micros(6.4 + 3.2) });
    expect(segment.sent.length).toBe(3);
  });

  it("a station that finds the cable idle, but idle for less than the gap, waits out the gap", () => {
    const end = micros(57.6);
    for (const late of [0, 1, 5000, GAP - 1, GAP, GAP + 7]) {
      const [, second] = played({ stations: 2 }, [
        { station: 0, frame: 0, bytes: SHORT, at: 0 },
        { station: 1, frame: 1, bytes: SHORT, at: end + late },
      ]).sent;
      expect(second?.departs).toBe(end + Math.max(late, GAP));
    }
  });
});

describe("a station that sends one frame after another", () => {
  it("leaves a gap from its own last bit, however long the cable is; another waits until that bit has come by", () => {
    const end = micros(57.6);
    const [, own] = played({ stations: 1, metres: FULL_LENGTH }, frames(2, 0, SHORT)).sent;
    expect(own?.departs).toBe(end + GAP);
    const offers = [
      { station: 0, frame: 0, bytes: SHORT, at: 0 },
      { station: 1, frame: 1, bytes: SHORT, at: micros(30) },
    ];
    const { sent, ethernet } = played({ stations: 2, metres: FULL_LENGTH }, offers);
    expect(sent[1]?.departs).toBe(end + ethernet.propagation + GAP);
  });

  it("still waits a gap from another’s frame that has just gone by", () => {
    const offers = [
      { station: 0, frame: 0, bytes: SHORT, at: 0 },
      { station: 1, frame: 1, bytes: SHORT, at: micros(69) },
    ];
    const { sent, ethernet } = played({ stations: 2, metres: FULL_LENGTH }, offers);
    expect(sent[1]?.departs).toBe(micros(57.6) + ethernet.propagation + GAP);
  });
});

describe("collisions (rules 2, 3 and 4)", () => {
  const later = fc.integer({ min: 0, max: Math.round(FULL_LENGTH * 4.3) });

  it("two stations collide if, and only if, they begin within one propagation time of each other", () => {
    fc.assert(
      fc.property(later, fc.integer({ min: 0, max: FULL_LENGTH }), (after, metres) => {
        const segment = played({ stations: 2, metres }, [
          { station: 0, frame: 0, bytes: LONG, at: 0 },
          { station: 1, frame: 1, bytes: LONG, at: after },
        ]);
        expect(segment.collisions.length > 0).toBe(after <= segment.ethernet.propagation);
        expect(segment.sent.length).toBe(2);
      }),
    );
  });

  it("each notices the other one propagation time after it began, finishes its preamble, and jams for 3.2 µs", () => {
    fc.assert(
      fc.property(later, (after) => {
        const segment = played({ stations: 2, metres: FULL_LENGTH }, [
          { station: 0, frame: 0, bytes: LONG, at: 0 },
          { station: 1, frame: 1, bytes: LONG, at: after },
        ]);
        const { propagation } = segment.ethernet;
        const stop = (station: number): Nanos =>
          segment.collisions.find((one) => one.station === station && one.attempt === 1)?.at ?? NaN;
        const jam = micros(3.2);
        expect(stop(0)).toBe(after + propagation + jam);
        expect(stop(1)).toBe(Math.max(propagation, after + micros(6.4)) + jam);
      }),
    );
  });

  it("of several others, a station notices the one that began first", () => {
    const began = [micros(5), micros(3), micros(6)];
    const offers = began.map((at, station) => ({ station, frame: station, bytes: LONG, at }));
    const segment = played({ stations: 3, metres: FULL_LENGTH }, offers);
    const first = segment.collisions.filter(({ attempt }) => attempt === 1);
    const heard = [micros(3), micros(5), micros(3)].map((at) => at + segment.ethernet.propagation + micros(3.2));
    expect(first.toSorted((a, b) => a.station - b.station).map(({ at }) => at)).toEqual(heard);
  });

  it("a station waits a whole number of slots, inside the doubling range", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const segment = played({ stations: 2, seed }, [...frames(1, 0, SHORT), ...frames(1, 1, SHORT)]);
        // The first to come through waited for nobody: it sent when its slots were over.
        const [winner] = segment.sent;
        const own = segment.collisions.filter(({ station }) => station === winner?.station);
        const waited = (winner?.departs ?? NaN) - (own.at(-1)?.at ?? NaN);
        const slots = Math.floor(waited / SLOT);
        expect(waited).toBe(slots === 0 ? GAP : slots * SLOT);
        expect(slots).toBeLessThan(2 ** own.length);
      }),
      { numRuns: 200 },
    );
  });

  it("the range doubles ten times and then stays; after sixteen collisions the frame is given up", () => {
    const segment = played({ stations: 2, random: AlwaysFirst }, [...frames(2, 0, SHORT), ...frames(1, 1, SHORT)]);
    const ranges = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1024, 1024, 1024, 1024, 1024];
    for (const random of segment.streams) expect((random as AlwaysFirst).asked).toEqual(ranges);
    for (const station of [0, 1]) {
      const of = segment.told.filter((one) => one.station === station && one.frame === 0);
      expect(of.map(({ what }) => what)).toEqual([...Array<string>(16).fill("collided"), "given up"]);
    }
    // Its station goes on with the next frame, which starts afresh.
    expect(segment.sent.map(({ station, frame }) => [station, frame])).toEqual([[0, 1]]);
  });

  it("waits are spread over the whole range: after one collision 0 or 1 slot, after two 0 to 3", () => {
    const seen = [new Set<number>(), new Set<number>()];
    for (let seed = 0; seed < 200; seed++) {
      const segment = played({ stations: 2, seed }, [...frames(1, 0, SHORT), ...frames(1, 1, SHORT)]);
      const { station, departs } = segment.sent[0] ?? { station: NaN, departs: NaN };
      const own = segment.collisions.filter((one) => one.station === station);
      const slots = Math.floor((departs - (own.at(-1)?.at ?? NaN)) / SLOT);
      seen[own.length - 1]?.add(slots);
    }
    expect(seen[0]).toEqual(new Set([0])); // the winner of the first round did not wait
    expect(seen[1]).toEqual(new Set([0, 1, 2])); // of the second, at most two slots: the loser had more
  });
});

describe("under any load", () => {
  const load = fc.record({
    stations: fc.integer({ min: 1, max: 8 }),
    metres: fc.integer({ min: 0, max: FULL_LENGTH }),
    seed: fc.integer(),
    offers: fc.array(
      fc.record({
        station: fc.nat(),
        bytes: fc.oneof(fc.constantFrom(SHORT, LONG), fc.integer({ min: SHORT, max: LONG })),
        at: fc.oneof(fc.integer({ min: 0, max: micros(100) }), fc.integer({ min: 0, max: micros(20_000) })),
      }),
      { maxLength: 60 },
    ),
  });
  type Load = typeof load extends fc.Arbitrary<infer Value> ? Value : never;
  const play = ({ stations, metres, seed, offers }: Load): { segment: Segment; offers: Offer[] } => {
    const numbered = offers.map((offer, frame) => ({ ...offer, frame, station: offer.station % stations }));
    return { segment: played({ stations, metres, seed }, numbered), offers: numbered };
  };

  it("every frame is sent or given up, exactly once", () => {
    fc.assert(
      fc.property(load, (given) => {
        const { segment, offers } = play(given);
        const ended = segment.told.filter(({ what }) => what !== "collided").map(({ frame }) => frame);
        expect(ended.toSorted((a, b) => a - b)).toEqual(offers.map(({ frame }) => frame));
      }),
      { numRuns: 200 },
    );
  });

  it("no two frames that were sent overlap at any station, and before each its sender has sensed a gap", () => {
    fc.assert(
      fc.property(load, (given) => {
        const { segment, offers } = play(given);
        for (const [i, { station, departs, arrives, frame }] of segment.sent.entries()) {
          const time = segment.ethernet.frameTime(offers[frame]?.bytes ?? NaN);
          expect(arrives).toBe(departs + time + segment.ethernet.propagation);
          const before = segment.sent[i - 1];
          if (before === undefined) continue;
          const silent = before.station === station ? before.arrives - segment.ethernet.propagation : before.arrives;
          expect(departs - silent).toBeGreaterThanOrEqual(GAP);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("nothing is sent before it is offered, and a station sends in the order of its offers", () => {
    fc.assert(
      fc.property(load, (given) => {
        const { segment, offers } = play(given);
        for (const { departs, frame } of segment.sent) expect(departs).toBeGreaterThanOrEqual(offers[frame]?.at ?? NaN);
        for (let station = 0; station < given.stations; station++) {
          const mine = offers.filter((offer) => offer.station === station).toSorted((a, b) => a.at - b.at);
          const ended = segment.told.filter((one) => one.station === station && one.what !== "collided");
          expect(ended.map(({ frame }) => frame)).toEqual(mine.map(({ frame }) => frame));
        }
      }),
      { numRuns: 200 },
    );
  });

  it("one seed, one run; without a collision the seed does not matter", () => {
    fc.assert(
      fc.property(load, fc.integer(), (given, other) => {
        const { told, collisions } = play(given).segment;
        expect(play(given).segment.told).toEqual(told);
        if (collisions.length === 0) expect(play({ ...given, seed: other }).segment.told).toEqual(told);
      }),
      { numRuns: 100 },
    );
  });

  it("other seeds make other runs where there are collisions", () => {
    const offers = Array.from({ length: 6 }, (_, station) => frames(5, station, SHORT)).flat();
    const runs = [1, 2, 3, 4].map((seed) => JSON.stringify(played({ stations: 6, seed }, offers).told));
    expect(new Set(runs).size).toBe(4);
  });
});

describe("meanGapForLoad", () => {
  it("is the time from frame to frame that fills the load; none comes at load 0", () => {
    expect(meanGapForLoad(0.25, 100)).toBe(400);
    expect(meanGapForLoad(0, 100)).toBeGreaterThanOrEqual(seconds(1e6));
  });
});

describe("a station", () => {
  it("has one frame at a time, and must be one of the segment’s", () => {
    const { ethernet } = played({ stations: 1 }, []);
    ethernet.transmit(0, 7, SHORT);
    expect(() => ethernet.transmit(0, 8, SHORT)).toThrow("Ethernet station 0 already has frame 7.");
    expect(() => ethernet.transmit(1, 9, SHORT)).toThrow("There is no Ethernet station 1.");
  });
});
