import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { ScrollBox } from "../controls/ScrollBox.tsx";
import { grouped } from "../timeline/numbers.ts";
import { nameOf, serversOn, THE_BACKBONE } from "./places.ts";
import type { Place } from "./places.ts";
import { lostAt } from "./use.ts";
import type { CallUse } from "./use.ts";
import { percentText } from "./words.ts";

interface Props {
  readonly site: CampusSite;
  readonly use: CallUse | null;
  readonly call: number;
}

/** The figure's numbers, a row for each network and router. */
export function CampusTable({ site, use, call }: Props) {
  const { plan } = site;
  const places: readonly Place[] = [
    THE_BACKBONE,
    ...plan.routers.flatMap(({ number, subnets }): Place[] => [
      { kind: "router", number },
      ...subnets.map((subnet): Place => ({ kind: "subnet", number: subnet })),
    ]),
  ];
  const about = use === null ? "" : `, and what they carried while call ${call} lasted`;
  return (
    <ScrollBox label="The campus as a table">
      <table className="campus-table">
        <caption>Networks and routers{about}</caption>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Kind</th>
            <th scope="col">Workstations</th>
            {use !== null && <Heads />}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => {
            const subnet = place.kind === "subnet" ? plan.subnets[place.number] : undefined;
            return (
              <tr key={nameOf(site, place)}>
                <th scope="row">{nameOf(site, place)}</th>
                <td className="left">{subnet?.kind ?? (place.kind === "router" ? "router" : "Ethernet")}</td>
                <td>{subnet?.workstations ?? "–"}</td>
                {use !== null && (
                  <Counts use={use} place={place} servers={serversOn(site, subnet?.number ?? -1).length} />
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const HEADS = ["Servers", "Packets", "Of other hosts", "Busy", "Lost"] as const;

const Heads = () =>
  HEADS.map((head) => (
    <th key={head} scope="col">
      {head}
    </th>
  ));

function Counts({ use, place, servers }: { use: CallUse; place: Place; servers: number }) {
  const here = use.of(place);
  return (
    <>
      <td>{place.kind === "subnet" ? servers : "–"}</td>
      <td>{grouped(here.packets, 0)}</td>
      <td>{grouped(here.others, 0)}</td>
      <td>{percentText(here.busy)}</td>
      <td>{grouped(lostAt(here), 0)}</td>
    </>
  );
}
