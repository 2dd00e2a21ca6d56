/** The figure as a table: a row for each part, with what it does now and how long it was busy in the call. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { mediumOf } from "../trace/lanes.ts";
import { grouped } from "../words/numbers.ts";
import { busyOf } from "./busy.ts";
import { hostsOf } from "./hosts.ts";
import { timeAt } from "../../engine/kernel/reads.ts";
import { hostName, packetsText, partText, processorText, threadsText, trackName, wireText } from "./machine-text.ts";
import type { HostNow, Now } from "./state.ts";

interface Props {
  readonly trace: TraceData;
  readonly now: Now;
}

/** The numbers are of the shown call, from its start to its end. */
export function MachineTable({ trace, now }: Props) {
  const { calls } = trace;
  const [from, to] = [timeAt(calls.start, now.call - 1), timeAt(calls.end, now.call - 1)];
  const busy = (track: number): string => {
    const share = to > from ? busyOf(trace, track, from, to) / (to - from) : 0;
    return `${grouped(100 * share, share > 0 && share < 0.1 ? 1 : 0)}\u2009%`;
  };
  const medium = hostsOf(trace)?.medium ?? -1;
  return (
    <table className="machine-table">
      <caption>Each part now, and the share of call {now.call} for which it was busy</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Now</th>
          <th scope="col">Busy</th>
        </tr>
      </thead>
      {now.hosts.map((own) => (
        <HostRows key={own.host.machine} trace={trace} own={own} busy={busy} />
      ))}
      {medium >= 0 && (
        <tbody>
          <Row name={mediumOf(trace)} text={wireText(trace, now)} busy={busy(medium)} />
        </tbody>
      )}
    </table>
  );
}

interface HostProps {
  readonly trace: TraceData;
  readonly own: HostNow;
  readonly busy: (track: number) => string;
}

function HostRows({ trace, own, busy }: HostProps) {
  const { host, processors } = own;
  const parts = [...new Set([...(host.bus < 0 ? [] : [host.bus]), ...host.out, ...host.into])];
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3}>
          {hostName(trace, own)}
        </th>
      </tr>
      {processors.map((one) => (
        <Row key={one.track} name={trackName(trace, one.track)} text={processorText(own, one)} busy={busy(one.track)} />
      ))}
      <Row name="Threads that wait for a processor" text={threadsText(own.ready)} busy="" />
      <Row name="Threads that wait for an answer" text={threadsText(own.waiting)} busy="" />
      {parts.length > 0 && <Row name="Packets to be sent" text={packetsText(trace, own.queue)} busy="" />}
      {parts.map((track) => (
        <Row key={track} name={trackName(trace, track)} text={partText(trace, own, track)} busy={busy(track)} />
      ))}
      {parts.length > 0 && <Row name="Packets received" text={packetsText(trace, own.received)} busy="" />}
    </tbody>
  );
}

const Row = ({ name, text, busy }: { readonly name: string; readonly text: string; readonly busy: string }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{text}</td>
    <td>{busy}</td>
  </tr>
);
