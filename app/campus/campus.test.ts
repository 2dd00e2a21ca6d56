import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { CLIENT, machineRoom, routersBetween, subnetOf } from "../../engine/hardware/campus-plan.ts";
import { NO_REF, packetRef } from "../../engine/kernel/trace-data.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { effectOf } from "../trace/row-names.ts";
import { campusSvg } from "./campus-svg.ts";
import { factsOf } from "./facts.ts";
import { journeysOf } from "./journeys.ts";
import { campusLayout, closeLayout } from "./layout.ts";
import { moved, placesIn } from "./moves.ts";
import { machinesOf, nameOf, onlySubnet, THE_MACHINE_ROOM, workstationOf } from "./places.ts";
import type { CampusPlace } from "./places.ts";
import { progressOf } from "./progress.ts";
import { pointAt, routeOf } from "./route.ts";
import { tokenAt } from "./token.ts";
import { callUse, lostAt } from "./use.ts";
import { standText } from "./campus-text.ts";

const busyRun = runOf("multirpc/call", { set: { placement: "campus", servers: 60, trials: 2, foreignLoad: "day" } });
const deadRun = runOf("multirpc/callback-break", { set: { workstations: 100 } });
const ringRun = runOf("multirpc/call", { set: { trials: 1 } });

function siteOf({ site }: Run): CampusSite {
  if (site?.kind !== "campus") throw new Error("The run was on no campus.");
  return site;
}

const subnetsOf = ({ plan }: CampusSite): readonly CampusPlace[] =>
  plan.subnets.map(({ number }) => ({ kind: "subnet", number }));
const routersOf = ({ plan }: CampusSite): readonly CampusPlace[] =>
  plan.routers.map(({ number }) => ({ kind: "router", number }));

describe("the campus of a run", () => {
  it("is the one that it ran on, with the client and every server on a workstation of its own", () => {
    const site = siteOf(busyRun);
    expect(site.plan.workstations).toBe(500);
    expect([...machinesOf(site).values()]).toEqual(["client", ...site.at.map((_, i) => `server${i + 1}`)]);
    expect(workstationOf(site, "client")).toBe(CLIENT);
    expect(workstationOf(site, "server60")).toBe(site.at[59]);
    expect(workstationOf(site, "Router 0")).toBeNull();
    const machines = busyRun.trace.tracks.filter(({ name }) => name === "CPU 0").map(({ machine }) => machine);
    expect(machines.toSorted()).toEqual([...machinesOf(site).values()].toSorted());
  });

  it("is one ring where all servers stand there, and says where they stand where not", () => {
    expect(onlySubnet(siteOf(ringRun))).toBe(0);
    expect(standText(siteOf(ringRun))).toBe("The client and 10 servers stand on Test ring.");
    expect(onlySubnet(siteOf(busyRun))).toBeNull();
    const set = { servers: 2, trials: 2, clients: 2 };
    const shared = siteOf(runOf("multirpc/call", { set }));
    expect(standText(shared)).toBe("2 clients and 2 servers stand on Test ring.");
    expect(workstationOf(shared, "client2")).toBe(1);
    expect(standText(siteOf(busyRun))).toMatch(/^The client stands on Test ring with 20 servers; 40 servers on 11/);
  });
});

describe("the way of a packet", () => {
  it("leads on from the packet itself, on the campus to its time on the first network", () => {
    for (const { trace } of [ringRun, busyRun]) {
      for (let packet = 0; packet < trace.packets.count; packet++) {
        if (trace.packets.fate[packet] === 0) expect(effectOf(trace, packetRef(packet))).not.toBe(NO_REF);
      }
    }
  });

  it("goes through the routers between its ends, and through the machine room between two of them", () => {
    const { trace } = busyRun;
    const site = siteOf(busyRun);
    const journeys = journeysOf(trace, site);
    for (let packet = 0; packet < trace.packets.count; packet++) {
      if (trace.packets.fate[packet] !== 0) continue;
      const { from, to } = journeys.endsOf(packet);
      const hops = journeys.hopsOf(packet);
      const routers = hops.flatMap(({ place }) => (place.kind === "router" ? [place.number] : []));
      const between = routersBetween(site.plan, from, to);
      expect(routers).toEqual(between.filter((number) => number !== machineRoom(site.plan)));
      expect(hops[0]?.from).toBe(trace.packets.departs[packet]);
      for (const [i, hop] of hops.entries()) expect(hop.to).toBeLessThanOrEqual(hops[i + 1]?.from ?? Infinity);
      expect(hops.at(-1)?.to).toBeLessThanOrEqual(trace.packets.arrives[packet] ?? 0);
      expect(hops.filter(({ place }) => place.kind === "machine room").length).toBe(routers.length === 2 ? 1 : 0);
    }
  });

  it("is drawn from its sender to its addressee without a gap, and the packet is on it while it is under way", () => {
    const { trace } = busyRun;
    const site = siteOf(busyRun);
    const journeys = journeysOf(trace, site);
    const layout = campusLayout(site.plan, 740);
    for (let packet = 0; packet < trace.packets.count; packet += 7) {
      const legs = routeOf(layout, journeys, packet);
      for (const [i, { points }] of legs.entries()) {
        const next = legs[i + 1]?.points;
        if (next !== undefined) expect(points.slice(-2).map(Math.round)).toEqual(next.slice(0, 2).map(Math.round));
      }
      const departs = trace.packets.departs[packet] ?? 0;
      expect(pointAt(legs, departs)).toEqual({ x: legs[0]?.points[0], y: legs[0]?.points[1] });
      expect(journeys.underWay(departs)).toContain(packet);
      expect(journeys.underWay(trace.packets.arrives[packet] ?? 0)).not.toContain(packet);
    }
  });

  it("leaves to other hosts every frame that is none of the calls'", () => {
    const quiet = journeysOf(ringRun.trace, siteOf(ringRun));
    const { spans } = ringRun.trace;
    for (let row = 0; row < spans.count; row++) {
      if (quiet.placeOf(row) !== null) expect(quiet.packetOf[row]).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("what networks and routers had to do", () => {
  it("in all calls together is what the simulation counted, where every packet belongs to one", () => {
    for (const run of [ringRun, deadRun]) {
      const site = siteOf(run);
      const use = callUse(run.trace, site, 1);
      for (const place of subnetsOf(site)) {
        const name = nameOf(site, place);
        expect(use.of(place).packets).toBe(run.resources[name]?.packets);
        expect(lostAt(use.of(place))).toBe(run.resources[name]?.lost);
      }
      for (const place of [THE_MACHINE_ROOM, ...routersOf(site)]) {
        const whole = run.resources[nameOf(site, place)];
        expect(use.of(place).packets + lostAt(use.of(place))).toBe(whole?.packets);
        expect(lostAt(use.of(place))).toBe(whole?.lost);
      }
    }
  });

  it("has other hosts’ packets only where others send, and never more than all of the time", () => {
    const site = siteOf(busyRun);
    const use = callUse(busyRun.trace, site, 1);
    for (const place of [THE_MACHINE_ROOM, ...subnetsOf(site), ...routersOf(site)]) {
      const { busy, busyOthers, others } = use.of(place);
      expect(others).toBeGreaterThan(0);
      expect(busyOthers).toBeGreaterThan(0);
      expect(busy).toBeGreaterThanOrEqual(busyOthers);
      expect(busy).toBeLessThanOrEqual(1);
    }
    const quiet = callUse(ringRun.trace, siteOf(ringRun), 1);
    for (const place of subnetsOf(siteOf(ringRun))) expect(quiet.of(place).others).toBe(0);
  });
});

describe("how far the servers are", () => {
  it("begins with nobody asked, and ends with all answered but the dead", () => {
    const site = siteOf(deadRun);
    const { trace } = deadRun;
    const { stateAt } = progressOf(trace, site, 1);
    const states = (time: number) => site.at.map((_, server) => stateAt(server, time));
    expect(
      states(0)
        .filter((state) => state !== "down")
        .every((state) => state === "not asked"),
    ).toBe(true);
    const end = states(trace.calls.end[0] ?? 0);
    expect(end.filter((state) => state === "down").length).toBe(1);
    expect(end.filter((state) => state === "answered").length).toBe(99);
    expect(deadRun.measures["told"]?.value).toBe(99);
  });
});

describe("the token of a ring", () => {
  it("is with the sender of each frame from its first bit to its last", () => {
    const site = siteOf(ringRun);
    const journeys = journeysOf(ringRun.trace, site);
    const [ring] = site.plan.subnets;
    if (ring === undefined) throw new Error("There is no ring.");
    const { packets } = ringRun.trace;
    for (let packet = 0; packet < packets.count; packet++) {
      const [hop] = journeys.hopsOf(packet);
      if (hop === undefined) throw new Error("A packet left nothing on the ring.");
      const station = 2 + journeys.endsOf(packet).from; // after the router and the other hosts
      expect(tokenAt(journeys, ring, hop.from).sender).toBe(station);
      expect(tokenAt(journeys, ring, hop.to - 1).sender).toBe(station);
      expect(tokenAt(journeys, ring, hop.from - 1).next?.station).toBe(station);
    }
  });
});

describe("the keys", () => {
  const site = siteOf(busyRun);
  const layout = campusLayout(site.plan, 740);

  it("lead from the machine room to every place and back", () => {
    expect(placesIn(layout).length).toBe(1 + 7 + 12);
    let at: CampusPlace = THE_MACHINE_ROOM;
    for (const key of ["ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown", "End"])
      at = moved(site, layout, at, key) ?? at;
    const last = (site.plan.subnets[1]?.first ?? 0) + (site.plan.subnets[1]?.workstations ?? 0) - 1;
    expect(at).toEqual({ kind: "workstation", number: last });
    expect(moved(site, layout, at, "ArrowRight")).toEqual(at);
    for (const key of ["ArrowUp", "ArrowUp", "ArrowUp"]) at = moved(site, layout, at, key) ?? at;
    expect(at).toEqual(THE_MACHINE_ROOM);
    expect(moved(site, layout, at, "x")).toBeNull();
  });

  it("stay within what is drawn close up", () => {
    const close = closeLayout(site.plan, 4, 740);
    expect(moved(site, close, { kind: "subnet", number: 4 }, "ArrowRight")).toEqual({ kind: "subnet", number: 4 });
    expect(moved(site, close, { kind: "router", number: 2 }, "ArrowDown")).toEqual({ kind: "subnet", number: 4 });
    expect(moved(site, close, { kind: "router", number: 2 }, "ArrowUp")).toEqual({ kind: "router", number: 2 });
  });
});

describe("what is known of a place", () => {
  it("has a source for each number", () => {
    const site = siteOf(busyRun);
    const places: readonly CampusPlace[] = [
      THE_MACHINE_ROOM,
      ...routersOf(site),
      ...subnetsOf(site),
      { kind: "workstation", number: 7 },
    ];
    for (const place of places) {
      const facts = factsOf(site, place);
      expect(facts.length).toBeGreaterThan(0);
      for (const { source } of facts) expect(source.text).not.toBe("");
    }
    const once = factsOf(site, { kind: "subnet", number: 0 }).find(({ name }) => name === "Token, once round");
    expect(once?.value).toBe("16.4 µs"); // 23 stations of 450 ns, and 6 of the monitor
    expect(subnetOf(site.plan, 7).number).toBe(0);
  });
});

describe("as a file", () => {
  it("is a drawing of its own, and empty of a run that was on no campus", () => {
    const options = { call: 1, time: 0, selected: packetRef(0), width: 1000, theme: "light" } as const;
    const text = campusSvg(busyRun, options);
    expect(text).toMatch(/^<svg [^>]*width="1000"/);
    for (const { name } of siteOf(busyRun).plan.subnets) expect(text).toContain(`>${name}<`);
    expect(text).not.toContain("NaN");
    expect(campusSvg(runOf("firefly/null", { set: { calls: 1 } }), options)).toBe("");
  });
});
