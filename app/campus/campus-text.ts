/** The campus in words: for the figure's labels, its panel, its table, and who listens to it. */
import { CLIENT, subnetOf } from "../../engine/hardware/campus-plan.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { momentText } from "../words/times.ts";
import { counted, grouped } from "../words/numbers.ts";
import { journeysOf } from "./journeys.ts";
import { machinesOf, nameOf, onlySubnet, routerAt } from "./places.ts";
import type { CampusPlace } from "./places.ts";
import type { Progress } from "./progress.ts";
import type { ShownRun } from "./props.ts";
import { tokenAt } from "./token.ts";
import { lostAt } from "./use.ts";
import type { CallUse, PlaceUse } from "./use.ts";
import { capital } from "../words/sentences.ts";
import { callTimes } from "../trace/calls.ts";

/** "4.5 %", "<0.1 %". */
export function percentText(share: number): string {
  if (share > 0 && share < 0.001) return "<0.1\u2009%";
  return `${grouped(100 * share, share > 0 && share < 0.095 ? 1 : 0)}\u2009%`;
}

/** "busy 4.5 %"; "idle" for a place that carried nothing. */
export const busyText = ({ busy }: Pick<PlaceUse, "busy">): string =>
  busy === 0 ? "idle" : `busy ${percentText(busy)}`;

/** A place in words: "token ring, 44 workstations". */
export function kindText(site: CampusSite, place: CampusPlace): string {
  const { plan } = site;
  switch (place.kind) {
    case "machine room":
      return `a router where ${counted(plan.routers.length, "fibre")} meet`;
    case "router": {
      const subnets = routerAt(site, place.number).subnets.map((number) => nameOf(site, { kind: "subnet", number }));
      return `joins ${subnets.join(", ")} and its fibre to the machine room`;
    }
    case "subnet": {
      const { kind = "token ring", workstations = 0 } = plan.subnets[place.number] ?? {};
      return `${kind}, ${counted(workstations, "workstation")}`;
    }
    case "workstation":
      return machinesOf(site).has(place.number) ? `workstation ${place.number}` : "takes no part in the run";
  }
}

/** A place for who does not see it: "Ring 3: token ring, 44 workstations, busy 4.5 %, 2 lost". */
export function placeText(site: CampusSite, place: CampusPlace, use: CallUse | null): string {
  const said = [kindText(site, place)];
  if (use !== null && place.kind !== "workstation") {
    const here = use.of(place);
    said.push(`${counted(here.packets, "packet")} of the call`, busyText(here));
    if (lostAt(here) > 0) said.push(`${grouped(lostAt(here), 0)} lost`);
  }
  return `${capital(nameOf(site, place))}: ${said.join(", ")}`;
}

/** "500 workstations on 12 subnets, joined by 7 routers". */
export function sizeText({ plan }: CampusSite): string {
  const { workstations, subnets, routers } = plan;
  const on = `${counted(workstations, "workstation")} on ${counted(subnets.length, "subnet")}`;
  return `${on}, joined by ${counted(routers.length, "router")}`;
}

/** A sentence on the places of a run's machines. */
export function standText(site: CampusSite): string {
  const { plan, at } = site;
  const servers = counted(at.length, "server");
  const only = onlySubnet(site);
  const many = plan.clients > 1 ? plan.clients : null;
  if (only !== null) {
    const on = nameOf(site, { kind: "subnet", number: only });
    return many === null
      ? `The client and ${servers} stand on ${on}.`
      : `${many} clients and ${servers} stand on ${on}.`;
  }
  const home = subnetOf(plan, CLIENT);
  const others = at.filter((workstation) => subnetOf(plan, workstation).number !== home.number);
  const subnets = new Set(others.map((workstation) => subnetOf(plan, workstation).number)).size;
  const here = at.length - others.length;
  const away = `${counted(others.length, "server")} on ${counted(subnets, "other subnet")}`;
  const beside = counted(here, "server");
  if (many === null) {
    return here === 0
      ? `The client stands on ${home.name}; ${away}.`
      : `The client stands on ${home.name} with ${beside}; ${away}.`;
  }
  return here === 0
    ? `${many} clients stand on ${home.name}; ${away}.`
    : `${many} clients stand on ${home.name} with ${beside}; ${away}.`;
}

/** Sentences on the campus at the playhead's time. */
export function nowText(site: CampusSite, shown: ShownRun, progress: Progress, close: number | null): string {
  const { run, call, time } = shown;
  const { trace } = run;
  const journeys = journeysOf(trace, site);
  const { from, to } = callTimes(trace, call);
  const states = site.at.map((_, server) => progress.stateAt(server, time));
  const have = (state: string): number => states.filter((one) => one === state).length;
  const down = have("down");
  const flying = journeys.underWay(time).length;
  const parts = [
    `${flying === 0 ? "no packets" : counted(flying, "packet")} under way`,
    `${grouped(have("answered"), 0)} of ${counted(site.at.length, "server")} answered`,
    ...(down === 0 ? [] : [`${grouped(down, 0)} down`]),
  ];
  const isRing = close !== null && site.plan.subnets[close]?.kind === "token ring";
  const token = isRing ? ` ${tokenText(site, shown, close)}` : "";
  return `At ${momentText(time - from, to - from)}: ${parts.join(", ")}.${token}`;
}

/** Says which station has the token, or between which stations it goes. */
function tokenText(site: CampusSite, { run, time }: ShownRun, number: number): string {
  const subnet = site.plan.subnets[number];
  if (subnet === undefined) return "";
  const { sender, last, next } = tokenAt(journeysOf(run.trace, site), subnet, time);
  const name = (station: number): string => stationName(site, number, station);
  if (sender !== null) return `${capital(name(sender))} has the token.`;
  if (next === null)
    return last === null ? "Nobody sends here." : `The token is free; ${name(last.station)} had it last.`;
  const freed = last === null ? "" : `, freed by ${name(last.station)}`;
  return `The token goes round${freed}; ${name(next.station)} takes it next.`;
}

/** Of a station of a subnet: "server 3", "Router 0", "another host". */
function stationName(site: CampusSite, number: number, station: number): string {
  const { plan } = site;
  const { first = 0, router = 0 } = plan.subnets[number] ?? {};
  if (station === 0) return plan.routers[router]?.name ?? "the router";
  return station === 1 ? "another host" : nameOf(site, { kind: "workstation", number: first + station - 2 });
}
