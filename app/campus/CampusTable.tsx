import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { grouped } from "../words/numbers.ts";
import { nameOf, serversOn, THE_MACHINE_ROOM } from "./places.ts";
import type { CampusPlace } from "./places.ts";
import { lostAt } from "./use.ts";
import type { CallUse } from "./use.ts";
import { percentText } from "./campus-text.ts";

interface Props {
  readonly site: CampusSite;
  readonly use: CallUse | null;
  readonly call: number;
}

/**
 * The figure's numbers, a row for each network and router. On a phone a row stands as lines under its name; the roles
 * are written out because a browser takes them from a table that is not laid out as one.
 */
export function CampusTable({ site, use, call }: Props) {
  const { plan } = site;
  const places: readonly CampusPlace[] = [
    THE_MACHINE_ROOM,
    ...plan.routers.flatMap(({ number, subnets }): CampusPlace[] => [
      { kind: "router", number },
      ...subnets.map((subnet): CampusPlace => ({ kind: "subnet", number: subnet })),
    ]),
  ];
  const about = use === null ? "" : `, and what they carried while call ${call} lasted`;
  return (
    <table className="campus-table" role="table">
      <caption>Networks and routers{about}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            Place
          </th>
          <th scope="col" role="columnheader">
            Kind
          </th>
          <th scope="col" role="columnheader">
            Workstations
          </th>
          {use !== null && <Heads />}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {places.map((place) => {
          const subnet = place.kind === "subnet" ? plan.subnets[place.number] : undefined;
          const servers = subnet === undefined ? 0 : serversOn(site, subnet.number).length;
          return (
            <tr role="row" key={nameOf(site, place)}>
              <th scope="row" role="rowheader">
                {nameOf(site, place)}
              </th>
              <td role="cell" className="left">
                {subnet?.kind ?? (place.kind === "router" ? "router" : "Ethernet")}
              </td>
              <td role="cell" data-label="workstations">
                {subnet?.workstations ?? "–"}
              </td>
              {use !== null && <Counts use={use} place={place} servers={servers} />}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const HEADS = ["Servers", "Packets", "Of other hosts", "Busy", "Lost"] as const;

const Heads = () =>
  HEADS.map((head) => (
    <th key={head} scope="col" role="columnheader">
      {head}
    </th>
  ));

function Counts({ use, place, servers }: { use: CallUse; place: CampusPlace; servers: number }) {
  const here = use.of(place);
  return (
    <>
      <td role="cell" data-label="servers">
        {place.kind === "subnet" ? servers : "–"}
      </td>
      <td role="cell" data-label="packets">
        {grouped(here.packets, 0)}
      </td>
      <td role="cell" data-label="of other hosts">
        {grouped(here.others, 0)}
      </td>
      <td role="cell" data-label="busy">
        {percentText(here.busy)}
      </td>
      <td role="cell" data-label="lost">
        {grouped(lostAt(here), 0)}
      </td>
    </>
  );
}
