import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RandomStream } from "../kernel/random.ts";
import { Simulation } from "../kernel/simulation.ts";
import { micros, millis, seconds, toMicros, type Nanos } from "../kernel/time.ts";
import { TokenRing, type FrameStatus, type TokenRingOptions } from "./token-ring.ts";
import type { Reception } from "./machine.ts";

const REQUEST = 92; // an RPC2 request of 64 bytes with IP and UDP headers: 121 bytes on the ring
const FULL = 1500;
const TOKEN = micros(6); // 24 bits of 250 ns
const HOLDING = millis(10);

interface Offer {
  readonly station: number;
  readonly frame: number;
  readonly bytes: number;
  readonly at: Nanos;
  readonly to: number;
}

interface Sent {
  readonly station: number;
  readonly frame: number;
  readonly departs: Nanos;
  readonly at: Nanos;
}

/** A ring whose stations queue what they are offered, and all that it tells. */
class Ring {
  readonly sim = new Simulation();
  readonly ring: TokenRing;
  readonly sent: Sent[] = [];
  readonly arrived: { station: number; frame: number; at: Nanos }[] = [];
  readonly damaged: number[] = [];
  readonly returned: { station: number; frame: number; at: Nanos; status: FrameStatus }[] = [];
  reception: (station: number) => Reception = () => "copied";
  onSent: (station: number) => void = (station) => this.next(station);
  private readonly queues: Offer[][];
  private readonly offers: Offer[] = [];
  private readonly tag: number;

  constructor(options: Partial<TokenRingOptions> = {}, seed = 1) {
    const whole = { mbps: 4, stations: 20, hopMetres: 40, stationBits: 1, lossRate: 0, ...options };
    this.ring = new TokenRing(this.sim, whole, new RandomStream(seed, "damage"), {
      sent: (station, frame, departs) => {
        this.sent.push({ station, frame, departs, at: this.sim.now });
        this.onSent(station);
      },
      arrived: (station, frame) => {
        this.arrived.push({ station, frame, at: this.sim.now });
        return this.reception(station);
      },
      damaged: (_station, frame) => void this.damaged.push(frame),
      returned: (station, frame, status) => void this.returned.push({ station, frame, at: this.sim.now, status }),
    });
    this.queues = Array.from({ length: whole.stations }, () => []);
    this.tag = this.sim.register((_kind, index) => this.arrive(this.offers[index]));
  }

  offer(offer: Partial<Offer>): void {
    const whole = { station: 0, frame: 0, bytes: REQUEST, at: 0, to: 1, ...offer };
    this.sim.at(whole.at, this.tag, this.offers.push(whole) - 1);
  }

  next(station: number): void {
    const queue = this.queues[station] ?? [];
    queue.shift();
    const [first] = queue;
    if (first !== undefined) this.ring.transmit(station, first.frame, first.bytes, first.to);
  }

  private arrive(offer: Offer | undefined): void {
    if (offer === undefined) return;
    const queue = this.queues[offer.station] ?? [];
    if (queue.push(offer) === 1) this.ring.transmit(offer.station, offer.frame, offer.bytes, offer.to);
  }
}

function played(offers: readonly Partial<Offer>[], options: Partial<TokenRingOptions> = {}, until = Infinity): Ring {
  const ring = new Ring(options);
  for (const offer of offers) ring.offer(offer);
  ring.sim.run(until);
  return ring;
}

describe("times by hand, at 4 Mbit/s (250 ns a bit)", () => {
  it("a null RPC2 request is 121 bytes on the ring, 0.242 ms; a token is 6 µs", () => {
    const { ring } = new Ring();
    expect(toMicros(ring.frameTime(REQUEST))).toBe(242);
    expect(ring.tokenTime).toBe(TOKEN);
  });

  it("once round 20 stations is 20 bits, 20 times 40 m of cable, and 24 bits of the monitor: 15 µs", () => {
    expect(new Ring().ring.latency).toBe(20 * 250 + 20 * 200 + 24 * 250);
  });

  it("adapters that delay by 2.5 bits make it 22.5 µs", () => {
    expect(new Ring({ stationBits: 2.5 }).ring.latency).toBe(20 * 625 + 20 * 200 + 24 * 250);
  });

  it("the largest packet is what 10 ms hold, 5000 bytes less 29; a larger one is refused", () => {
    const { ring } = new Ring();
    expect(ring.largest).toBe(4971);
    expect(ring.frameTime(4971)).toBe(HOLDING);
    ring.transmit(0, 1, 4971, 1);
    expect(() => ring.transmit(1, 1, 4972, 0)).toThrow("a packet of 4972 bytes, at most 4971 fit");
  });

  it("walks the hops between two stations, over the monitor where the way leads past station 0", () => {
    const { ring } = new Ring();
    expect(ring.walk(2, 5)).toBe(3 * 450);
    expect(ring.walk(5, 2)).toBe(ring.latency - 3 * 450);
    expect(ring.walk(7, 7)).toBe(ring.latency);
  });

  it("has 1 to 250 stations, each with one frame at most", () => {
    expect(() => new Ring({ stations: 251 })).toThrow("251 stations, want 1 to 250 (IEEE 802.5)");
    const { ring } = new Ring();
    ring.transmit(3, 8, REQUEST, 0);
    expect(() => ring.transmit(3, 9, REQUEST, 0)).toThrow("station 3 already has frame 8");
    expect(() => ring.transmit(2, 9, REQUEST, 20)).toThrow("no token ring station 20 of 20");
  });
});

describe("the token (rules 2 and 6)", () => {
  it("comes to the first station that wants it after its 24 bits and the walk from where it was freed", () => {
    expect(played([{ station: 3 }]).sent[0]?.departs).toBe(TOKEN + 3 * 450);
  });

  it("a cycle is frame, token and walk where the frame is longer than the ring", () => {
    const { sent } = played([{ station: 3 }, { station: 7 }]);
    expect((sent[1]?.departs ?? NaN) - (sent[0]?.departs ?? NaN)).toBe(micros(242) + TOKEN + 4 * 450);
  });

  it("a cycle is ring latency, token and walk where the ring is longer than the frame", () => {
    const far = { stations: 250, hopMetres: 300, stationBits: 2.5 }; // 537 µs round, frames of 242
    const { sent, ring } = played([{ station: 3 }, { station: 7 }], far);
    expect(toMicros(ring.latency)).toBe(250 * (0.625 + 1.5) + 6);
    expect((sent[1]?.departs ?? NaN) - (sent[0]?.departs ?? NaN)).toBe(ring.latency + TOKEN + 4 * (625 + 1500));
  });

  it("comes back to the station that freed it only when it has been all the way round", () => {
    const ring = new Ring();
    ring.onSent = () => undefined;
    ring.offer({ station: 4, frame: 1 });
    const again = ring.sim.register(() => ring.ring.transmit(4, 2, REQUEST, 1));
    const first = TOKEN + 4 * 450 + micros(242);
    ring.sim.at(first + 1, again, 0); // just too late for the same token
    ring.sim.run();
    expect(ring.sent[1]?.departs).toBe(first + TOKEN + ring.ring.latency);
  });

  it("when idle, passes every station once a ring latency: rotation law", () => {
    fc.assert(
      fc.property(fc.nat({ max: 19 }), fc.integer({ min: 0, max: millis(5) }), (station, at) => {
        const { sent, ring } = played([{ station, at, to: (station + 1) % 20 }]);
        const departs = sent[0]?.departs ?? NaN;
        const first = TOKEN + ring.walk(0, station);
        expect((departs - first) % ring.latency).toBe(0);
        expect(departs).toBeGreaterThanOrEqual(at);
        if (departs > first) expect(departs - at).toBeLessThan(ring.latency);
      }),
    );
  });

  it("of two that want it, the one that it comes to first has it, also if that one wanted it later", () => {
    const { sent } = played([
      { station: 15, frame: 1, at: 0 },
      { station: 5, frame: 2, at: TOKEN + 4 * 450 },
    ]);
    expect(sent.map(({ frame }) => frame)).toEqual([2, 1]);
  });
});

describe("holding (rule 3)", () => {
  it("a station with more to send goes on for at most 10 ms: 41 frames of 242 µs, then the next station", () => {
    const mine = Array.from({ length: 60 }, (_, frame) => ({ station: 2, frame }));
    const { sent } = played([...mine, { station: 3, frame: 99 }]);
    expect(sent.findIndex(({ frame }) => frame === 99)).toBe(Math.floor(10_000 / 242));
    const [first, second] = sent;
    expect(second?.departs).toBe((first?.departs ?? NaN) + micros(242)); // no token between
  });

  it("no rotation of a saturated ring takes longer than every station’s holding time, the walk and the tokens", () => {
    const ring = saturated(FULL, 12);
    const turns = new Map<number, Nanos[]>();
    for (const [i, { station, departs }] of ring.sent.entries()) {
      if (ring.sent[i - 1]?.station !== station) turns.set(station, [...(turns.get(station) ?? []), departs]);
    }
    const longest = 12 * (HOLDING + TOKEN) + ring.ring.latency;
    for (const mine of turns.values()) {
      for (const [i, at] of mine.entries()) expect(at - (mine[i - 1] ?? at)).toBeLessThanOrEqual(longest);
    }
  });
});

/** Every station has a frame whenever it may, for a second. */
function saturated(bytes: number, stations: number): Ring {
  const ring = new Ring({ stations });
  ring.onSent = (station) => ring.ring.transmit(station, 0, bytes, (station + 1) % stations);
  for (let station = 0; station < stations; station++) ring.offer({ station, bytes, to: (station + 1) % stations });
  ring.sim.run(seconds(1));
  return ring;
}

describe("a saturated ring", () => {
  it("serves its stations in ring order, each as often as any other", () => {
    const { sent } = saturated(FULL, 20);
    const each = Array.from({ length: 20 }, (_, station) => sent.filter((one) => one.station === station).length);
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(3); // three frames fit a holding time
    const turns = sent.map(({ station }) => station).filter((station, i, all) => station !== all[i - 1]);
    for (const [i, station] of turns.entries()) if (i > 0) expect(station).toBe(((turns[i - 1] ?? NaN) + 1) % 20);
  });

  it("carries what the cycle says: three full frames, a token and a hop, over and over", () => {
    const { sent, ring, sim } = saturated(FULL, 20);
    const frame = (FULL + 29) * 8 * 250;
    const cycle = 3 * frame + TOKEN + 450;
    const [from, to] = [sent[0]?.departs ?? NaN, sent[300]?.departs ?? NaN];
    // Each time round passes the monitor once.
    expect(to - from).toBe(100 * cycle + 5 * 6000);
    expect(ring.busyNs / sim.now).toBeGreaterThan(0.999);
    expect(ring.busyNs).toBeLessThanOrEqual(sim.now);
  });

  it("with one short frame a token loses a fortieth to tokens and walks", () => {
    const ring = new Ring();
    ring.onSent = () => undefined;
    for (let station = 0; station < 20; station++) ring.offer({ station });
    ring.sim.run();
    const [first, last] = [ring.sent[0], ring.sent[19]];
    expect([first?.station, last?.station]).toEqual([1, 0]); // the token set out from station 0
    const took = (last?.departs ?? NaN) - (first?.departs ?? NaN);
    expect(took).toBe(19 * (micros(242) + TOKEN + 450) + 6000); // past the monitor once
    expect(1 - (19 * micros(242)) / took).toBeCloseTo(1 / 37, 3);
  });
});

describe("the frame status (rules 4 and 5)", () => {
  const statusOf = (reception: Reception): FrameStatus | undefined => {
    const ring = new Ring();
    ring.reception = () => reception;
    ring.offer({ station: 2, to: 5 });
    ring.sim.run();
    return ring.returned[0]?.status;
  };

  it("tells the sender whether its addressee was there, and whether it had a buffer", () => {
    expect(statusOf("copied")).toEqual({ recognised: true, copied: true });
    expect(statusOf("no buffer")).toEqual({ recognised: true, copied: false });
    expect(statusOf("absent")).toEqual({ recognised: false, copied: false });
  });

  it("comes back a ring latency after the last bit left; the addressee had it on the way", () => {
    const { sent, arrived, returned, ring } = played([{ station: 2, to: 5 }]);
    const left = sent[0]?.at ?? NaN;
    expect(arrived).toEqual([{ station: 5, frame: 0, at: left + 3 * 450 }]);
    expect(returned).toMatchObject([{ station: 2, frame: 0, at: left + ring.latency }]);
  });

  it("a damaged frame is copied by nobody, and the sender sees that", () => {
    const { arrived, damaged, returned } = played([{ station: 2, frame: 7 }], { lossRate: 1 });
    expect(arrived).toEqual([]);
    expect(damaged).toEqual([7]);
    expect(returned[0]?.status).toEqual({ recognised: false, copied: false });
  });

  it("of ten thousand frames about one in a hundred is damaged, where that is the rate", () => {
    const frames = Array.from({ length: 10_000 }, (_, frame) => ({
      station: frame % 20,
      frame,
      to: 19 - (frame % 20),
    }));
    const { damaged, arrived } = played(frames, { lossRate: 0.01 });
    expect(damaged.length + arrived.length).toBe(10_000);
    expect(damaged.length).toBeGreaterThan(70);
    expect(damaged.length).toBeLessThan(130);
  });
});

describe("under any load", () => {
  const load = fc.record({
    options: fc.record({
      stations: fc.integer({ min: 2, max: 40 }),
      hopMetres: fc.integer({ min: 0, max: 500 }),
      stationBits: fc.constantFrom(1, 2.5),
      lossRate: fc.constantFrom(0, 0.3),
    }),
    offers: fc.array(
      fc.record({
        station: fc.nat(),
        to: fc.nat(),
        bytes: fc.oneof(fc.constantFrom(28, REQUEST, FULL), fc.integer({ min: 28, max: 4971 })),
        at: fc.oneof(fc.integer({ min: 0, max: micros(100) }), fc.integer({ min: 0, max: millis(50) })),
      }),
      { maxLength: 60 },
    ),
  });
  type Load = typeof load extends fc.Arbitrary<infer Value> ? Value : never;
  const play = ({ options, offers }: Load): { ring: Ring; offers: readonly Offer[] } => {
    const wrapped = (station: number): number => station % options.stations;
    const whole = offers.map((one, frame) => ({ ...one, frame, station: wrapped(one.station), to: wrapped(one.to) }));
    return { ring: played(whole, options), offers: whole };
  };
  const law = (check: (ring: Ring, offers: readonly Offer[]) => void): void =>
    fc.assert(
      fc.property(load, (given) => {
        const { ring, offers } = play(given);
        check(ring, offers);
      }),
      { numRuns: 200 },
    );
  const sorted = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => a - b);

  it("every frame is sent once, comes back once, and has arrived or been damaged", () => {
    law(({ sent, arrived, damaged, returned }, offers) => {
      const all = offers.map(({ frame }) => frame);
      expect(sorted(sent.map(({ frame }) => frame))).toEqual(all);
      expect(sorted(returned.map(({ frame }) => frame))).toEqual(all);
      expect(sorted([...arrived.map(({ frame }) => frame), ...damaged])).toEqual(all);
    });
  });

  it("a station sends in the order of its offers, none before it was offered", () => {
    law(({ sent, ring }, offers) => {
      for (const { frame, departs } of sent) expect(departs).toBeGreaterThanOrEqual(offers[frame]?.at ?? NaN);
      for (let station = 0; station < ring.stations; station++) {
        const mine = offers.filter((one) => one.station === station).toSorted((a, b) => a.at - b.at);
        const went = sent.filter((one) => one.station === station).map(({ frame }) => frame);
        expect(went).toEqual(mine.map(({ frame }) => frame));
      }
    });
  });

  it("between two stations lie the longer of frame and ring, a token and the walk, or the token was idle", () => {
    law(({ sent, ring }, offers) => {
      for (const [i, { station, departs, at }] of sent.entries()) {
        const next = sent[i + 1];
        if (next === undefined || next.departs === at) continue; // the same token
        const cycle = Math.max(at - departs, ring.latency) + ring.tokenTime + ring.walk(station, next.station);
        const idle = next.departs - departs - cycle;
        expect(idle).toBeGreaterThanOrEqual(0);
        expect(idle % ring.latency).toBe(0);
        // Idle rounds are there only where the next had not been offered yet.
        if (idle > 0) expect(offers[next.frame]?.at).toBeGreaterThan(next.departs - ring.latency);
      }
    });
  });

  it("is busy for its frames, and never longer than time has passed", () => {
    law(({ sent, ring, sim }, offers) => {
      const frames = offers.reduce((sum, { bytes }) => sum + ring.frameTime(bytes), 0);
      expect(sent.reduce((sum, { departs, at }) => sum + at - departs, 0)).toBe(frames);
      expect(ring.busyNs).toBe(frames);
      expect(ring.busyNs).toBeLessThanOrEqual(sim.now);
    });
  });
});
