/** Every part says at once what it cannot be made of, in one sentence: which part, which figure, what is allowed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RandomStream, RandomStreams } from "../kernel/random.ts";
import { Simulation } from "../kernel/simulation.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF } from "../kernel/trace-data.ts";
import { placeServers, planCampus } from "./campus-plan.ts";
import { Campus, QUIET_CAMPUS } from "./campus.ts";
import { Ethernet, longestCable } from "./ethernet.ts";
import { frameNanos, LinkDirection } from "./link.ts";
import { Processors } from "./processors.ts";
import { Router } from "./router.ts";
import { SocketBuffer } from "./socket-buffer.ts";
import { SwitchedNetwork } from "./switch.ts";
import { TokenRing } from "./token-ring.ts";

const sim = new Simulation();
const recorder = new TraceRecorder("none");
const nobody = {} as never; // an owner that is never told anything
const random = new RandomStream(1, "checks");
const ring = { mbps: 4, stations: 10, hopMetres: 40, stationBits: 1, lossRate: 0 };
const step = { name: "Forwarding", layer: "other", source: { kind: "assumed", text: "a test" } } as const;
const router = { ports: 2, buffers: 8, service: 1000, step };
const switched = { mbps: 1000, metres: 20, latency: 0, places: [0, 1] };

describe("a part that cannot be", () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      "a negative speed",
      () => new Ethernet(sim, { mbps: -1, metres: 5 }, nobody),
      /^Ethernet: mbps = -1, want 0\.001 to/,
    ],
    ["no speed", () => new LinkDirection(sim, { mbps: 0, metres: 5 }), /^link: mbps = 0, want/],
    ["a speed that is no number", () => new TokenRing(sim, { ...ring, mbps: NaN }, random, nobody), /mbps = NaN/],
    [
      "a negative cable",
      () => new Ethernet(sim, { mbps: 10, metres: -5 }, nobody),
      /^Ethernet: metres = -5, want 0 to/,
    ],
    ["a negative hop", () => new TokenRing(sim, { ...ring, hopMetres: -1 }, random, nobody), /token ring: metres = -1/],
    [
      "half of a loss too much",
      () => new TokenRing(sim, { ...ring, lossRate: 1.5 }, random, nobody),
      /lossRate = 1\.5/,
    ],
    [
      "a ring of 300",
      () => new TokenRing(sim, { ...ring, stations: 300 }, random, nobody),
      /300 stations, want 1 to 250/,
    ],
    [
      "no processor",
      () => new Processors(sim, recorder, "caller", 0),
      /^caller: processors = 0, want a whole number from 1/,
    ],
    ["half a processor", () => new Processors(sim, recorder, "caller", 1.5), /processors = 1\.5/],
    ["a pace of nothing", () => new Processors(sim, recorder, "caller", 1).slow(0), /^processors: times = 0, want/],
    ["one port", () => new Router(sim, recorder, "Router 1", { ...router, ports: 1 }, nobody), /1 ports, want two/],
    ["negative work", () => new Router(sim, recorder, "Router 1", { ...router, service: -1 }, nobody), /service = -1/],
    [
      "a third switch",
      () => new SwitchedNetwork(sim, { ...switched, places: [0, 2] }, nobody),
      /at switch 2, want 0 or 1/,
    ],
    ["a negative latency", () => new SwitchedNetwork(sim, { ...switched, latency: -1 }, nobody), /latency = -1/],
    ["a negative socket", () => new SocketBuffer(-1), /^socket: limit = -1, want a whole number of bytes from 0/],
  ])("is refused where it is made: %s", (_, make, message) => {
    expect(make).toThrow(message);
    expect(make).toThrow(RangeError);
  });

  it("is refused when it is used: a frame of negative size", () => {
    const ethernet = new Ethernet(sim, { mbps: 10, metres: 5 }, nobody);
    const station = ethernet.addStation(random);
    expect(() => ethernet.transmit(station, 0, -1)).toThrow("Ethernet: a frame of -1 bytes, want 14 to 1514");
    expect(() => new LinkDirection(sim, { mbps: 10, metres: 5 }).send(14.5)).toThrow("link: a frame of 14.5 bytes");
    expect(() => new SocketBuffer().append("datagram", -64)).toThrow("socket: bytes = -64");
    const one = new TokenRing(sim, ring, random, nobody);
    expect(() => one.transmit(0, 0, -4, 1)).toThrow("token ring: bytes = -4");
  });
});

describe("a frame that its medium does not take", () => {
  const ends = "the check sequence not counted. Send what is longer in several frames.";

  /** Whether an Ethernet takes a frame of so many bytes: each goes out by a station of its own. */
  function onEthernet(kind: "standard" | "experimental"): (bytes: number) => void {
    const ethernet = new Ethernet(sim, { mbps: 2.94, metres: 5, kind }, nobody);
    return (bytes) => ethernet.transmit(ethernet.addStation(random), 0, bytes);
  }

  it("is longer than 1518 bytes with its check sequence, or has no whole header, on an Ethernet and on a link", () => {
    const link = new LinkDirection(sim, { mbps: 1000, metres: 5 });
    const media = { Ethernet: onEthernet("standard"), link: (bytes: number) => link.send(bytes) };
    for (const [name, send] of Object.entries(media)) {
      for (const bytes of [14, 60, 1514]) send(bytes);
      for (const bytes of [13, 1515, 2042]) {
        expect(() => send(bytes)).toThrow(`${name}: a frame of ${bytes} bytes, want 14 to 1514, ${ends}`);
      }
    }
  });

  it("is longer than 1536 bytes behind its header on the experimental Ethernet", () => {
    const send = onEthernet("experimental");
    for (const bytes of [4, 558, 1540]) send(bytes);
    for (const bytes of [3, 1541]) {
      expect(() => send(bytes)).toThrow(`experimental Ethernet: a frame of ${bytes} bytes, want 4 to 1540, ${ends}`);
    }
  });

  it("is too long for a link on its way through switches", () => {
    const network = new SwitchedNetwork(sim, switched, nobody);
    const frame = { bytes: 3000, from: 0, to: 1, departs: 0 };
    expect(() => network.transmit(frame, 0)).toThrow("link: a frame of 3000 bytes, want 14 to 1514");
  });

  it("does not fit the holding time of a token ring", () => {
    const one = new TokenRing(sim, ring, random, nobody);
    expect(() => one.transmit(0, 0, 5000, 1)).toThrow("token ring: a packet of 5000 bytes, at most 4971 fit");
  });

  it("is too long for an Ethernet between two rings of the campus, though each ring would take it", () => {
    const plan = planCampus();
    const streams = new RandomStreams(1);
    const campus = new Campus(sim, recorder, plan, { ...QUIET_CAMPUS, streams }, nobody);
    const [one = 0, far = 0] = placeServers(plan, 21, "campus").slice(-2);
    const packet = { bytes: 1501, from: 0, to: far, call: 1, ref: NO_REF, departs: 0 };
    expect(() => campus.transmit({ ...packet, from: one })).toThrow(
      `campus: an IP packet of 1501 bytes from workstation ${one} to ${far}, want at most 1500: an Ethernet is on`,
    );
    expect(() => campus.transmit({ ...packet, to: 1 })).not.toThrow();
  });

  it("is padded where it is short: 14 bytes take as long as 60", () => {
    const ethernet = new Ethernet(sim, { mbps: 10, metres: 5 }, nobody);
    expect(ethernet.frameTime(14)).toBe(ethernet.frameTime(60));
    expect(frameNanos(14, 10)).toBe(frameNanos(60, 10));
  });
});

describe("the cable of an Ethernet", () => {
  it("is as long as a slot allows at its speed, and not a metre longer", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1000, noNaN: true }), (mbps) => {
        const most = longestCable(mbps);
        expect(new Ethernet(sim, { mbps, metres: most }, nobody).propagation).toBeGreaterThanOrEqual(0);
        const longer = (): Ethernet => new Ethernet(sim, { mbps, metres: most + 1 }, nobody);
        expect(longer).toThrow(/^Ethernet: metres = .*, want at most \d+ m at .* Mbit\/s: on a longer one collisions/);
      }),
    );
  });

  it("is the standard’s for 10 Mbit/s: the 2.5 km of its longest network fit, 6 km do not", () => {
    expect(longestCable(10)).toBeGreaterThan(2500);
    expect(longestCable(10)).toBeLessThan(6000);
  });
});
