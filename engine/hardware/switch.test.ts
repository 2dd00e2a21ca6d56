import { describe, expect, it } from "vitest";
import { Simulation } from "../kernel/simulation.ts";
import { frameNanos, slotNanos } from "./link.ts";
import { SwitchedNetwork, type SwitchedFrame } from "./switch.ts";

const LATENCY = 5000;
const FULL = 1514;
const WIRE = frameNanos(FULL, 1000);
const SLOT = slotNanos(FULL, 1000);

interface Left {
  readonly frame: SwitchedFrame;
  readonly departs: number;
  readonly arrives: number;
}

function networkOf(places: readonly number[], neverLeft: readonly SwitchedFrame[] = [], portBytes = Infinity) {
  const sim = new Simulation();
  const left: Left[] = [];
  const crossed: number[] = [];
  const dropped: SwitchedFrame[] = [];
  const network = new SwitchedNetwork<SwitchedFrame>(
    sim,
    { mbps: 1000, metres: 0, latency: LATENCY, places, portBytes },
    {
      entered: (frame) => !neverLeft.includes(frame),
      crosses: (_frame, from, departs) => void crossed.push(from, departs),
      dropped: (frame) => void dropped.push(frame),
      leaves: (frame, departs, arrives) => void left.push({ frame, departs, arrives }),
    },
  );
  return { sim, network, left, crossed, dropped };
}

const frame = (from: number, to: number, bytes = FULL): SwitchedFrame => ({
  bytes,
  from,
  to,
  departs: -1,
});

describe("a switch", () => {
  it("receives a frame whole, looks at it, and sends it on (rule 1)", () => {
    const { sim, network, left } = networkOf([0, 0]);
    network.transmit(frame(0, 1), 0);
    sim.run();
    expect(left.map(({ departs, arrives }) => [departs, arrives])).toEqual([[WIRE + LATENCY, WIRE + LATENCY + WIRE]]);
  });

  it("says when a frame leaves its machine, which waits for the one before", () => {
    const { network } = networkOf([0, 0, 0]);
    const [first, second] = [frame(0, 1), frame(0, 2)];
    network.transmit(first, 0);
    network.transmit(second, 0);
    expect([first.departs, second.departs]).toEqual([0, SLOT]);
  });

  it("lines frames for one machine up at its port, and holds nobody else up (rule 2)", () => {
    const { sim, network, left } = networkOf([0, 0, 0, 0]);
    network.transmit(frame(1, 0), 0);
    network.transmit(frame(2, 0), 0);
    network.transmit(frame(3, 1), 0);
    sim.run();
    const at = WIRE + LATENCY;
    expect(left.map(({ frame: { from }, departs }) => [from, departs])).toEqual([
      [1, at],
      [2, at + SLOT],
      [3, at],
    ]);
    expect(network.deepestBytes).toBe(FULL);
  });

  it("drops nothing, however many send to one (rule 3)", () => {
    const machines = 40;
    const { sim, network, left } = networkOf(Array<number>(machines).fill(0));
    for (let from = 1; from < machines; from++) for (let i = 0; i < 10; i++) network.transmit(frame(from, 0), 0);
    sim.run();
    expect(left).toHaveLength(10 * (machines - 1));
    expect(network.deepestBytes).toBeGreaterThan(300 * FULL);
  });

  it("drops a frame that finds no room at its port, and none that need not wait (rule 3)", () => {
    for (const [portBytes, lost] of [
      [0, 2],
      [FULL, 1],
      [2 * FULL, 0],
    ] as const) {
      const { sim, network, left, dropped } = networkOf([0, 0, 0, 0], [], portBytes);
      for (const from of [1, 2, 3]) network.transmit(frame(from, 0), 0);
      sim.run();
      expect([left.length, dropped.length]).toEqual([3 - lost, lost]);
      network.transmit(frame(1, 0), 0);
      sim.run();
      expect(dropped).toHaveLength(lost);
    }
  });

  it("takes a frame over the trunk to the second switch, where it is received and looked at again (rule 4)", () => {
    const { sim, network, left, crossed } = networkOf([0, 1, 1, 0]);
    network.transmit(frame(0, 1), 0);
    network.transmit(frame(2, 1), 0);
    network.transmit(frame(1, 3), 0);
    sim.run();
    expect(left.map(({ frame: { from, to }, departs }) => [from, to, departs])).toEqual([
      [2, 1, WIRE + LATENCY],
      [0, 1, 2 * (WIRE + LATENCY)],
      [1, 3, 2 * (WIRE + LATENCY)],
    ]);
    expect(crossed).toEqual([0, WIRE + LATENCY, 1, WIRE + LATENCY]);
    expect(network.trunks.map(({ frames }) => frames)).toEqual([1, 1]);
  });

  it("has no trunk where all machines stand at one", () => {
    expect(networkOf([0, 0]).network.trunks).toEqual([]);
  });

  it("never sees a frame that its machine did not live to send", () => {
    const lost = frame(0, 1);
    const { sim, network, left } = networkOf([0, 0], [lost]);
    network.transmit(lost, 0);
    sim.run();
    expect(left).toEqual([]);
  });

  it("has no place for a machine beyond those that it was made for, and sends no frame there", () => {
    const { sim, network } = networkOf([0, 0]);
    expect(() => network.checkPlace("third", 2)).toThrow("third has the number 2, but there are 2 places");
    expect(() => network.checkPlace("second", 1)).not.toThrow();
    network.transmit(frame(0, 7), 0);
    expect(() => sim.run()).toThrow("switch: a frame goes to machine 7, want one of 0 to 1.");
  });

  it("sends a copy out of the same port, behind what is there", () => {
    const { sim, network, left } = networkOf([0, 0]);
    const one = frame(0, 1);
    network.transmit(one, 0);
    sim.run();
    network.repeat(one);
    expect(left.map(({ departs }) => departs)).toEqual([WIRE + LATENCY, WIRE + LATENCY + SLOT]);
  });
});
