/**
 * Boggs, Mogul and Kent (1988) measured about 24 hosts that always had a frame to send, on a real 10 Mbit/s Ethernet in
 * four clusters along a long cable. Read off their figure: 8.0 to 8.5 Mbit/s of 64-byte frames, above 9.5 of long ones.
 * Bits count preamble, check sequence and gap: an n-byte frame counts n + 20. Here every host is a whole cable's length
 * from every other, so we expect their figures on a cable shorter than theirs: 500 to 1000 m.
 */
import { describe, expect, it } from "vitest";
import { RandomStream } from "../kernel/random.ts";
import { Simulation } from "../kernel/simulation.ts";
import { seconds } from "../kernel/time.ts";
import { Ethernet } from "./ethernet.ts";

// Sizes as the engine counts them: without preamble and check sequence.
const SHORT = 60;
const LONG = 1514;
const FULL_LENGTH = 2500; // metres between the farthest stations of a 10 Mbit/s Ethernet

describe("capacity: 24 saturating hosts", () => {
  const HOSTS = 24;
  const SECONDS = 4;
  /** Mbit/s carried in all, and the frames that each host sent. */
  function saturated(bytes: number, metres: number): { mbps: number; each: readonly number[] } {
    const each = Array<number>(HOSTS).fill(0);
    const sim = new Simulation();
    const ethernet = new Ethernet(
      sim,
      { mbps: 10, metres },
      {
        sent: (station) => {
          each[station] = (each[station] ?? 0) + 1;
          ethernet.transmit(station, 0, bytes);
        },
        collided: () => undefined,
        givenUp: (station) => ethernet.transmit(station, 0, bytes),
      },
    );
    for (let station = 0; station < HOSTS; station++) {
      ethernet.addStation(new RandomStream(1, `host ${station}`));
      ethernet.transmit(station, 0, bytes);
    }
    sim.run(seconds(SECONDS));
    const count = each.reduce((sum, one) => sum + one, 0);
    return { mbps: (count * (bytes + 24) * 8) / SECONDS / 1e6, each };
  }

  it("64-byte frames: 8 to 9.5 Mbit/s on 500 to 1000 m, somewhat more than was measured", () => {
    for (const metres of [500, 1000]) {
      const { mbps } = saturated(SHORT, metres);
      expect(mbps).toBeGreaterThan(8);
      expect(mbps).toBeLessThan(9.5);
    }
  });

  it("1518-byte frames: above 9.3 Mbit/s, also on the longest cable", () => {
    for (const metres of [500, 1000, FULL_LENGTH]) expect(saturated(LONG, metres).mbps).toBeGreaterThan(9.3);
  });

  it("a longer cable carries less, and loses more with short frames than with long ones", () => {
    const lost = (bytes: number): number => saturated(bytes, 5).mbps - saturated(bytes, FULL_LENGTH).mbps;
    expect(lost(SHORT)).toBeGreaterThan(0.25);
    expect(lost(LONG)).toBeGreaterThan(0);
    expect(lost(LONG)).toBeLessThan(lost(SHORT));
  });

  it("in the long run every host has its part: no less than a quarter of the mean, no more than three times", () => {
    const { each } = saturated(SHORT, 500);
    const mean = each.reduce((sum, one) => sum + one, 0) / HOSTS;
    expect(Math.min(...each)).toBeGreaterThan(mean / 4);
    expect(Math.max(...each)).toBeLessThan(mean * 3);
  });
});
