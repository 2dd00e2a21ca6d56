import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addressOfSubnet,
  CLIENT,
  isSubnetAddress,
  machineRoom,
  placeServers,
  planCampus,
  routersBetween,
  stationOf,
  stationsOf,
  subnetAt,
  subnetOf,
  type CampusPlan,
} from "./campus-plan.ts";

const sizes = fc.record({ workstations: fc.integer({ min: 300, max: 6000 }), ringServers: fc.nat({ max: 247 }) });

describe("the plan of a campus", () => {
  const plan = planCampus();

  it("is the paper’s by default: 500 workstations, a dozen subnets, twenty servers on the test ring", () => {
    expect(plan.workstations).toBe(500);
    expect(plan.subnets.length).toBe(12);
    expect(plan.subnets[0]).toMatchObject({ name: "Test ring", kind: "token ring", first: 0, workstations: 21 });
    expect(plan.subnets.filter(({ kind }) => kind === "Ethernet").length).toBe(5);
    expect(plan.subnets.slice(1).map(({ workstations }) => workstations)).toEqual([
      44, 44, 44, 44, 44, 44, 43, 43, 43, 43, 43,
    ]);
  });

  it("has a router for the test ring alone, and one for every building of two subnets", () => {
    expect(plan.routers.map(({ subnets }) => subnets)).toEqual([[0], [1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11]]);
  });

  it("of 5000 workstations has 101 subnets of at most fifty", () => {
    const large = planCampus({ workstations: 5000 });
    expect(large.subnets.length).toBe(101);
    expect(Math.max(...large.subnets.map(({ workstations }) => workstations))).toBe(50);
  });

  it("refuses what cannot be, and says what can", () => {
    expect(() => planCampus({ ringServers: 248 })).toThrow("campus: ringServers = 248, want 0 to 247");
    expect(() => planCampus({ workstations: 31 })).toThrow("campus: workstations = 31, want 32 or more");
    expect(() => subnetOf(plan, 500)).toThrow("campus: workstation = 500, want 0 to 499");
    expect(() => placeServers(plan, 500, "campus")).toThrow("servers (placement campus) = 500, want 0 to 499");
    expect(() => placeServers(plan, 21, "ring")).toThrow("servers (placement ring) = 21, want 0 to 20");
  });

  it("has a number for each subnet, after those of the workstations, to which packets for all of it go", () => {
    for (const subnet of plan.subnets) {
      const address = addressOfSubnet(plan, subnet);
      expect(address).toBe(500 + subnet.number);
      expect(isSubnetAddress(plan, address)).toBe(true);
      expect(subnetAt(plan, address)).toBe(subnet);
      expect(routersBetween(plan, CLIENT, address)).toEqual(routersBetween(plan, CLIENT, subnet.first));
    }
    expect(isSubnetAddress(plan, 499)).toBe(false);
    expect(subnetAt(plan, 499)).toBe(subnetOf(plan, 499));
    expect(() => subnetAt(plan, 512)).toThrow("campus: subnet = 12, want 0 to 11");
  });

  it("puts every workstation on one subnet, with a station of its own; the subnets differ by one at most", () => {
    fc.assert(
      fc.property(sizes, (size) => {
        const given = planCampus(size);
        let next = 0;
        for (const subnet of given.subnets) {
          expect(subnet.first).toBe(next);
          next += subnet.workstations;
          if (subnet.workstations === 0) continue;
          for (const one of [subnet.first, next - 1]) expect(subnetOf(given, one)).toBe(subnet);
          expect(stationOf(subnet, subnet.first)).toBe(2); // after the router and the others
          expect(stationOf(subnet, next - 1)).toBe(stationsOf(subnet) - 1);
          expect(stationsOf(subnet)).toBeLessThanOrEqual(250);
        }
        expect(next).toBe(size.workstations);
        const others = given.subnets.slice(1).map(({ workstations }) => workstations);
        expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(1);
        for (const { number, router, port } of given.subnets) expect(given.routers[router]?.subnets[port]).toBe(number);
      }),
    );
  });
});

describe("the routers on the way", () => {
  const plan = planCampus();
  const on = (subnet: number): number => plan.subnets[subnet]?.first ?? NaN;

  it("none on a subnet, one within a building, three between buildings", () => {
    expect(routersBetween(plan, CLIENT, 5)).toEqual([]);
    expect(routersBetween(plan, on(1), on(2))).toEqual([1]);
    expect(routersBetween(plan, CLIENT, on(4))).toEqual([0, machineRoom(plan), 2]);
    expect(routersBetween(plan, on(4), CLIENT)).toEqual([2, machineRoom(plan), 0]);
  });
});

describe("where servers run", () => {
  const plan = planCampus();
  const subnetsOf = (servers: readonly number[], of: CampusPlan = plan): readonly number[] =>
    servers.map((server) => subnetOf(of, server).number);

  it("campus: the first twenty on the test ring, then one on each other subnet in turn", () => {
    const subnets = subnetsOf(placeServers(plan, 45, "campus"));
    expect(subnets.slice(0, 20)).toEqual(Array(20).fill(0));
    expect(subnets.slice(20)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2, 3]);
  });

  it("campus: sent from the last down, a call of 25 begins with the five that are elsewhere", () => {
    const order = subnetsOf(placeServers(plan, 25, "campus")).toReversed();
    expect(order.slice(0, 6)).toEqual([5, 4, 3, 2, 1, 0]);
  });

  it("mixed: every fifth is elsewhere from the start, and all once the ring is full", () => {
    const subnets = subnetsOf(placeServers(plan, 30, "mixed"));
    expect(subnets.slice(0, 10)).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 2]);
    expect(subnets.slice(0, 25).filter((subnet) => subnet === 0).length).toBe(20);
    expect(subnets.slice(25)).toEqual([6, 7, 8, 9, 10]);
  });

  it("ring: all on a test ring made as large as they need", () => {
    const ring = planCampus({ ringServers: 100 });
    expect(new Set(subnetsOf(placeServers(ring, 100, "ring"), ring))).toEqual(new Set([0]));
  });

  it("each on a workstation of its own, none the client’s; fewer servers are the first of more", () => {
    const rule = fc.constantFrom("campus" as const, "mixed" as const);
    fc.assert(
      fc.property(rule, fc.nat({ max: 4999 }), fc.nat({ max: 4999 }), (placement, a, b) => {
        const large = planCampus({ workstations: 5000 });
        const [few, many] = [Math.min(a, b), Math.max(a, b)];
        const servers = placeServers(large, many, placement);
        expect(new Set(servers).size).toBe(many);
        expect(servers).not.toContain(CLIENT);
        expect(placeServers(large, few, placement)).toEqual(servers.slice(0, few));
      }),
      { numRuns: 20 },
    );
  });
});
