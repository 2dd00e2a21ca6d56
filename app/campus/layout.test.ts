import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planCampus, stationOf, subnetOf } from "../../engine/hardware/campus-plan.ts";
import type { CampusPlan } from "../../engine/hardware/campus-plan.ts";
import { meets } from "../draw/place-label.ts";
import { rectOf } from "./draw.ts";
import { campusLayout, closeLayout, dotRadius, LEAST_PITCH, stationPoint } from "./layout.ts";
import type { CampusLayout, NetworkPlace } from "./layout.ts";
import type { Rect } from "../draw/point.ts";

const areaOf = ({ x, y, width, height }: Rect) => ({ x0: x, y0: y, x1: x + width, y1: y + height });

const WIDTHS = [288, 320, 358, 480, 690, 740, 1240];

const sizes = fc.record({ workstations: fc.integer({ min: 300, max: 6000 }), ringServers: fc.nat({ max: 247 }) });
const drawn = fc.record({ size: sizes, width: fc.integer({ min: 288, max: 1440 }) });

const boxesOf = ({ routers, networks, roomBox }: CampusLayout): readonly Rect[] => [
  ...(roomBox === null ? [] : [roomBox]),
  ...routers.map(({ box }) => box),
  ...networks.map(({ box }) => box),
];

const networkOf = ({ networks }: CampusLayout, subnet: number): NetworkPlace => {
  const place = networks.find((network) => network.subnet.number === subnet);
  if (place === undefined) throw new Error(`Subnet ${subnet} is not drawn.`);
  return place;
};

const pointsOf = (network: NetworkPlace) =>
  Array.from({ length: network.subnet.workstations }, (_, i) =>
    stationPoint(network, stationOf(network.subnet, network.subnet.first + i)),
  );

function firstOverlap(boxes: readonly Rect[]): readonly Rect[] | null {
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1)) if (meets(areaOf(a), areaOf(b))) return [a, b];
  return null;
}

describe("the campus as a picture", () => {
  it("draws every router and every subnet of the plan once, each subnet on its own router", () => {
    const plan = planCampus();
    const { routers, networks } = campusLayout(plan, 740);
    expect(routers.map(({ site }) => site)).toEqual(plan.routers);
    expect(networks.map(({ subnet }) => subnet)).toEqual(plan.subnets);
    for (const { subnet, drop, at } of networks) {
      const router = routers[subnet.router];
      expect(drop[0]).toBe(router?.x);
      expect(drop.at(-2)).toBe(at.x);
    }
  });

  it("places each of the 500 workstations once, within its own subnet, and none on another", () => {
    const plan = planCampus();
    for (const width of WIDTHS) {
      const layout = campusLayout(plan, width);
      const seen = new Set<string>();
      for (let workstation = 0; workstation < plan.workstations; workstation++) {
        const subnet = subnetOf(plan, workstation);
        const { x, y } = stationPoint(networkOf(layout, subnet.number), stationOf(subnet, workstation));
        seen.add(`${x.toFixed(2)} ${y.toFixed(2)}`);
        const dot = { x, y, width: 0.01, height: 0.01 };
        const holders = layout.networks
          .filter(({ box }) => meets(areaOf(box), areaOf(dot)))
          .map((network) => network.subnet.number);
        expect(holders).toEqual([subnet.number]);
      }
      expect(seen.size).toBe(500);
    }
  });

  it("has nothing over anything else and nothing outside, whatever its size and width", () => {
    fc.assert(
      fc.property(drawn, ({ size, width }) => {
        const layout = campusLayout(planCampus(size), width);
        const boxes = boxesOf(layout);
        expect(firstOverlap(boxes)).toBeNull();
        for (const { x, y, width: wide, height } of boxes) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(x + wide).toBeLessThanOrEqual(width + 0.5);
          expect(y + height).toBeLessThanOrEqual(layout.height + 0.5);
        }
      }),
    );
  });

  it("draws workstations one by one only where they stand clear of each other", () => {
    fc.assert(
      fc.property(drawn, ({ size, width }) => {
        for (const network of campusLayout(planCampus(size), width).networks) {
          if (!network.detailed) continue;
          expect(network.pitch).toBeGreaterThanOrEqual(LEAST_PITCH);
          const radius = dotRadius(network, 3.6);
          const points = pointsOf(network);
          for (const [i, a] of points.entries()) {
            const next = points[i + 1];
            if (next !== undefined) expect(Math.hypot(a.x - next.x, a.y - next.y)).toBeGreaterThan(2 * radius - 0.05);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("of 5000 workstations is one mark a subnet, and no higher than a few screens", () => {
    const plan = planCampus({ workstations: 5000 });
    for (const [width, most] of [
      [740, 700],
      [288, 1800],
    ] as const) {
      const layout = campusLayout(plan, width);
      expect(layout.networks.filter(({ detailed }) => detailed)).toEqual([]);
      expect(layout.height).toBeLessThan(most);
    }
  });

  it("can be clicked everywhere: what is chosen is at least 24 px wide and high", () => {
    for (const workstations of [500, 5000]) {
      for (const width of WIDTHS) {
        for (const { width: wide, height } of boxesOf(campusLayout(planCampus({ workstations }), width))) {
          expect(Math.min(wide, height)).toBeGreaterThanOrEqual(24);
        }
      }
    }
  });
});

describe("one subnet, close up", () => {
  const plan = planCampus();
  const inside = (layout: CampusLayout, of: CampusPlan): void => {
    const [network] = layout.networks;
    if (network === undefined) throw new Error("Nothing is drawn.");
    const points = pointsOf(network);
    expect(new Set(points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)).size).toBe(points.length);
    expect(of.subnets).toContain(network.subnet);
    for (const { x, y } of points) {
      expect(x > 0 && x < layout.width && y > 0 && y < layout.height).toBe(true);
    }
  };

  it("has all its workstations, a ring’s in the order in which the token comes to them", () => {
    for (const width of WIDTHS) {
      for (const { number } of plan.subnets) inside(closeLayout(plan, number, width), plan);
    }
    const [ring] = closeLayout(plan, 0, 740).networks;
    if (ring === undefined) throw new Error("Nothing is drawn.");
    const angles = pointsOf(ring).map(({ x, y }) => Math.atan2(x - ring.at.x, ring.at.y - y));
    const clockwise = angles.map((angle) => (angle + 2 * Math.PI) % (2 * Math.PI));
    expect(clockwise).toEqual(clockwise.toSorted((a, b) => a - b));
  });

  it("has room for a ring of as many stations as the standard allows", () => {
    const full = planCampus({ ringServers: 247 });
    for (const width of WIDTHS) inside(closeLayout(full, 0, width), full);
  });

  it("shows what belongs to it and nothing else", () => {
    const layout = closeLayout(plan, 3, 740);
    expect(rectOf(layout, { kind: "subnet", number: 3 })).not.toBeNull();
    expect(rectOf(layout, { kind: "router", number: 2 })).not.toBeNull();
    expect(rectOf(layout, { kind: "subnet", number: 4 })).toBeNull();
    expect(rectOf(layout, { kind: "machine room" })).toBeNull();
  });
});
