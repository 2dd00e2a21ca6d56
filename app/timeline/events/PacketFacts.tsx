import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { counted } from "../../words/numbers.ts";
import { clockUnit, durationText, onClock } from "../../words/times.ts";
import { fateText, garbledByteOf, packetActions, packetNameOf } from "../../trace/packet-facts.ts";
import { numberAt, originOf, timeAt } from "../../../engine/kernel/reads.ts";
import { callTimes } from "../../trace/calls.ts";

interface MomentProps {
  readonly trace: TraceData;
  readonly call: number;
  readonly at: number;
}

/** A moment since the call began; since the run began where it belongs to none. */
export function Moment({ trace, call, at }: MomentProps) {
  const { from } = callTimes(trace, call);
  const unit = clockUnit(Math.abs(at - from));
  return (
    <>
      {onClock(at - from, unit)} {unit.name}
    </>
  );
}

/** When and how a packet went, and what can be done to it in a new run. */
export function PacketFacts({
  trace,
  row,
  onFault,
}: {
  readonly trace: TraceData;
  readonly row: number;
  readonly onFault: ((line: string) => void) | undefined;
}) {
  const { packets } = trace;
  const [departs, arrives] = [timeAt(packets.departs, row), timeAt(packets.arrives, row)];
  const delayed = timeAt(packets.delayed, row);
  const call = numberAt(packets.call, row);
  const name = packetNameOf(trace, row);
  const garbled = garbledByteOf(trace, row);
  const lost = fateText(trace, row).startsWith("lost");
  return (
    <>
      <dl className="tl-facts">
        <dt>departs</dt>
        <dd>
          <Moment trace={trace} call={call} at={departs} />
        </dd>
        <dt>{lost ? "would arrive" : "arrives"}</dt>
        <dd>
          <Moment trace={trace} call={call} at={arrives} />
        </dd>
        <dt>on the wire</dt>
        <dd>{durationText(arrives - departs - delayed)}</dd>
        {delayed > 0 && (
          <>
            <dt>delayed by</dt>
            <dd>{durationText(delayed)}</dd>
          </>
        )}
        {garbled !== null && (
          <>
            <dt>damaged</dt>
            <dd>byte {garbled}, behind the controller</dd>
          </>
        )}
        <dt>size</dt>
        <dd>{counted(numberAt(packets.bytes, row), "byte")}</dd>
        <dt>sent</dt>
        <dd>{originOf(trace, row) === "first" ? "for the first time" : `as ${originOf(trace, row)}`}</dd>
        <dt>fate</dt>
        <dd className={lost ? "lost" : undefined}>
          {lost ? "× " : ""}
          {fateText(trace, row)}
        </dd>
      </dl>
      {name !== null && onFault !== undefined && (
        <div className="row tl-actions" role="group" aria-label="What befalls this packet in a new run">
          {packetActions(name).map(({ text, line }) => (
            <button key={line} type="button" className="btn small" onClick={() => onFault(line)}>
              {text}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
