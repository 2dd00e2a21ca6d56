/** The facts of the chosen place: its constants, and its work in the call and in the whole run. */
import { subnetOf } from "../../engine/hardware/campus-plan.ts";
import type { ResourceUse } from "../../engine/experiments/types.ts";
import { timeAt } from "../../engine/kernel/reads.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { packetRef } from "../../engine/kernel/trace-data.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { clockUnit, onClock } from "../words/times.ts";
import { counted, grouped } from "../words/numbers.ts";
import { whatOf, whereOf } from "../trace/row-names.ts";
import { capital } from "../words/sentences.ts";
import { factsOf } from "./facts.ts";
import { journeysOf } from "./journeys.ts";
import { isClient, machinesOf, nameOf, outward, routerAt, spaced } from "./places.ts";
import type { CampusPlace } from "./places.ts";
import { progressOf } from "./progress.ts";
import type { ShownRun } from "./props.ts";
import { lostAt } from "./use.ts";
import type { CallUse, PlaceUse } from "./use.ts";
import { kindText, percentText } from "./campus-text.ts";
import { callTimes } from "../trace/calls.ts";

interface Props {
  readonly site: CampusSite;
  readonly place: CampusPlace;
  readonly shown: ShownRun | null;
  readonly use: CallUse | null;
  readonly onChoose: (place: CampusPlace) => void;
}

export function CampusFacts({ site, place, shown, use, onChoose }: Props) {
  const name = capital(nameOf(site, place));
  return (
    <div className="campus-facts" role="region" aria-label={`What is known: ${name}`}>
      <h3>
        {name} <span>{kindText(site, place)}</span>
      </h3>
      <Ways site={site} place={place} onChoose={onChoose} />
      {shown !== null && use !== null && <InRun site={site} place={place} shown={shown} use={use} />}
      <dl>
        {factsOf(site, place).map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>
              <b>{fact.value}</b>{" "}
              <i>
                {fact.source.kind}: {fact.source.text}
              </i>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Links from a place to its neighbours on the way outward and inward. */
function Ways({ site, place, onChoose }: Pick<Props, "site" | "place" | "onChoose">) {
  const to = (next: CampusPlace) => (
    <button key={nameOf(site, next)} type="button" className="link" onClick={() => onChoose(next)}>
      {capital(nameOf(site, next))}
    </button>
  );
  if (place.kind === "machine room") return null;
  const around: CampusPlace[] = [outward(site, place)];
  if (place.kind === "router") {
    for (const number of routerAt(site, place.number).subnets) around.push({ kind: "subnet", number });
  }
  return <p className="campus-ways">Joined to {around.map(to)}</p>;
}

interface InRunProps {
  readonly site: CampusSite;
  readonly place: CampusPlace;
  readonly shown: ShownRun;
  readonly use: CallUse;
}

function InRun({ site, place, shown, use }: InRunProps) {
  const { run, call } = shown;
  if (place.kind === "workstation") return <OfMachine site={site} workstation={place.number} shown={shown} />;
  const here = use.of(place);
  const whole = run.resources[nameOf(site, place)];
  return (
    <>
      {place.kind === "subnet" && <p>{whoIsThere(site, place.number)}</p>}
      <table aria-label="Counts">
        <thead>
          <tr>
            <td />
            <th scope="col">call {call}</th>
            <th scope="col">whole run</th>
          </tr>
        </thead>
        <tbody>
          {countRows(place, here, whole, run.elapsedNs).map(([name, inCall, inRun]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{inCall}</td>
              <td>{inRun}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="tl-note">
        Of call {call} counted in the trace ({run.traceHash}, seed {run.seed}) while it lasted; of the whole run by the
        simulation.
      </p>
      <Packets shown={shown} rows={here.rows} />
    </>
  );
}

/** The run's machines on a subnet: "The client and 2 servers of the run stand here: server 1, server 2." */
function whoIsThere(site: CampusSite, number: number): string {
  const { first = 0, workstations = 0 } = site.plan.subnets[number] ?? {};
  const machines = [...machinesOf(site)].flatMap(([workstation, machine]) =>
    workstation >= first && workstation < first + workstations ? [machine] : [],
  );
  const servers = machines.filter((machine) => machine.startsWith("server"));
  const clients = machines.length - servers.length;
  const some = servers.length > 6 ? [...servers.slice(0, 5), `${servers.length - 5} more`] : servers;
  const named = servers.length === 0 ? "" : `: ${some.map(spaced).join(", ")}`;
  const many = clients > 1 ? `${clients} clients and ` : "";
  const client = clients === 1 ? "The client and " : many;
  const alone = servers.length === 1 && clients === 0;
  return capital(
    `${client}${counted(servers.length, "server")} of the run ${alone ? "stands" : "stand"} here${named}.`,
  );
}

type CountRow = readonly [name: string, inCall: string, inRun: string];

function countRows(
  place: CampusPlace,
  here: PlaceUse,
  whole: ResourceUse | undefined,
  elapsedNs: number,
): readonly CountRow[] {
  const number = (value: number | undefined): string => (value === undefined ? "–" : grouped(value, 0));
  const busy = elapsedNs > 0 ? (whole?.busyNs ?? 0) / elapsedNs : 0;
  const isRouter = place.kind === "router" || place.kind === "machine room";
  const reasons = isRouter ? [] : [...here.losses];
  const losses = reasons.map(([why, count]): CountRow => [`of them ${why}`, number(count), ""]);
  return [
    ["packets of calls", number(here.packets), number(whole?.packets)],
    ["packets of other hosts", number(here.others), number(whole?.others)],
    ["busy", percentText(here.busy), percentText(busy)],
    ["of that with other hosts’", percentText(here.busyOthers), ""],
    [isRouter ? "dropped at its buffers" : "lost on it", number(lostAt(here)), number(whole?.lost)],
    ...losses,
    ["other hosts’ packets lost", "", number(whole?.othersLost)],
    ...(isRouter ? [] : ([["collisions", number(here.collisions), ""]] as const)),
  ];
}

const MOST_LISTED = 50;

/** Packets as buttons that lead to them. */
function Packets({ shown, rows }: { readonly shown: ShownRun; readonly rows: readonly number[] }) {
  const { run, call, onGo } = shown;
  const { trace } = run;
  const { from } = callTimes(trace, call);
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>
        {counted(rows.length, "packet")} of call {call} here
        {rows.length > MOST_LISTED && `, the first ${MOST_LISTED}`}
      </summary>
      <ol>
        {rows.slice(0, MOST_LISTED).map((row, i) => (
          <li key={`${row} ${i}`}>
            <PacketButton shown={shown} of={packetRef(row)} from={from} onGo={onGo} />
          </li>
        ))}
      </ol>
    </details>
  );
}

interface PacketProps {
  readonly shown: ShownRun;
  readonly of: Ref;
  readonly from: number;
  readonly onGo: ShownRun["onGo"];
}

function PacketButton({ shown, of, from, onGo }: PacketProps) {
  const { trace } = shown.run;
  const departs = timeAt(trace.packets.departs, (of - 1) / 4) - from;
  const unit = clockUnit(callTimes(trace, shown.call).to - from);
  return (
    <button type="button" className="link tl-link" onClick={() => onGo(of)}>
      {whatOf(trace, of)} <i>{spaced(whereOf(trace, of))}, </i>
      {onClock(departs, unit)} {unit.name}
    </button>
  );
}

/** The state of the call with a machine at the playhead, and the machine's packets. */
function OfMachine({ site, workstation, shown }: { site: CampusSite; workstation: number; shown: ShownRun }) {
  const machine = machinesOf(site).get(workstation);
  if (machine === undefined)
    return (
      <p>This workstation takes no part in the run. The simulation does not tell the packets of such hosts apart.</p>
    );
  const { trace } = shown.run;
  const journeys = journeysOf(trace, site);
  const rows: number[] = [];
  for (let row = 0; row < trace.packets.count; row++) {
    const { from, to } = journeys.endsOf(row);
    if (trace.packets.call[row] === shown.call && (from === workstation || to === workstation)) rows.push(row);
  }
  return (
    <>
      <p>
        {capital(spaced(machine))} of the run, on {subnetOf(site.plan, workstation).name}.{" "}
        {isClient(site, workstation) ? "" : stateText(site, workstation, shown)}
      </p>
      <Packets shown={shown} rows={rows} />
    </>
  );
}

function stateText(site: CampusSite, workstation: number, { run, call, time }: ShownRun): string {
  const server = site.at.indexOf(workstation);
  const { asked, answered, stateAt } = progressOf(run.trace, site, call);
  const { from, to } = callTimes(run.trace, call);
  const unit = clockUnit(to - from);
  const when = (at: number | undefined): string =>
    at === undefined || at === Infinity ? "never" : `at ${onClock(at - from, unit)} ${unit.name}`;
  const now = stateAt(server, time);
  return `${capital(now)} at the playhead; a request came ${when(asked[server])}, its reply ${when(answered[server])}.`;
}
