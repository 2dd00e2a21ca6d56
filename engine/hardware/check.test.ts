/** Every part says at once what it cannot be made of, in one sentence: which part, which figure, what is allowed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RandomStream } from "../kernel/random.ts";
import { Simulation } from "../kernel/simulation.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { Ethernet, longestCable } from "./ethernet.ts";
import { LinkDirection } from "./link.ts";
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
    expect(() => ethernet.transmit(station, 0, -1)).toThrow(
      "Ethernet: bytes = -1, want a whole number of bytes from 0.",
    );
    expect(() => new LinkDirection(sim, { mbps: 10, metres: 5 }).send(1.5)).toThrow("link: bytes = 1.5");
    expect(() => new SocketBuffer().append("datagram", -64)).toThrow("socket: bytes = -64");
    const one = new TokenRing(sim, ring, random, nobody);
    expect(() => one.transmit(0, 0, -4, 1)).toThrow("token ring: bytes = -4");
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
