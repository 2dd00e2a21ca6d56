/** A machine's protocol state at the playhead's time: what it keeps, what changed last and because of what. */
import { useId } from "react";
import type { Traced } from "../../../engine/experiments/types.ts";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { refExists } from "../../trace/folds.ts";
import { counted } from "../../words/numbers.ts";
import { clockUnit, onClock } from "../../words/times.ts";
import { paceText } from "../../trace/machine-events.ts";
import { machineName } from "../../trace/machine-names.ts";
import { whatOf, whereOf } from "../../trace/row-names.ts";
import { capital } from "../../words/sentences.ts";
import { hostActions } from "./actions.ts";
import { inputText } from "./entries.ts";
import { changedLast } from "./view.ts";
import type { Entry, Field, HostList, HostView, Step } from "./view.ts";
import { hostView } from "./views.ts";
import "../../styles/inspector.css";
import "./host.css";
import { callTimes } from "../../trace/calls.ts";

interface Props {
  readonly run: Traced;
  /** The call shown: times are told on its clock. */
  readonly call: number;
  readonly time: number;
  readonly machine: string;
  readonly onSelect: (ref: Ref) => void;
  /** Called with one line of a fault script: "crash server at 14.2ms". */
  readonly onFault: (line: string) => void;
  readonly onClose: () => void;
}

export function HostInspector({ run, call, time, machine, onSelect, onFault, onClose }: Props) {
  const { trace } = run;
  const view = hostView(run, machine, time);
  const clock = clockOf(trace, call);
  return (
    <div className="tl-inspector tl-hostview">
      <p className="tl-kind">Machine, at {clock(time)}</p>
      <h2>{capital(machineName(trace, machine))}</h2>
      {view.list !== undefined && <ListOf title={view.title} list={view.list} clock={clock} onSelect={onSelect} />}
      <Fields fields={conditionFields(view)} clock={clock} />
      <Actions view={view} name={machineName(trace, machine)} time={time} onFault={onFault} />
      {view.list === undefined && <Entries view={view} trace={trace} clock={clock} onSelect={onSelect} />}
      <button type="button" className="btn small bare" onClick={onClose}>
        Back to the event
      </button>
    </div>
  );
}

interface EntriesProps {
  readonly view: HostView;
  readonly trace: TraceData;
  readonly clock: Clock;
  readonly onSelect: (ref: Ref) => void;
}

function Entries({ view, trace, clock, onSelect }: EntriesProps) {
  const last = changedLast(view.entries);
  return (
    <>
      {view.title === null ? (
        <p className="tl-empty">The trace does not record the state of this machine. Its events are in the list.</p>
      ) : (
        <h3>
          {view.title} <span>{view.entries.length === 0 && "nothing yet"}</span>
        </h3>
      )}
      {view.entries.map((entry) => (
        <EntryFacts
          key={entry.key}
          trace={trace}
          entry={entry}
          isLast={entry === last}
          clock={clock}
          onSelect={onSelect}
        />
      ))}
    </>
  );
}

interface ListProps {
  readonly title: string | null;
  readonly list: HostList;
  readonly clock: Clock;
  readonly onSelect: (ref: Ref) => void;
}

function ListOf({ title, list, clock, onSelect }: ListProps) {
  const { head, left, rows, more, empty } = list;
  return (
    <>
      <h3>
        {title} <span>{left}</span>
      </h3>
      {rows.length === 0 && <p className="tl-empty">{empty}</p>}
      <table className="tl-list" hidden={rows.length === 0}>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, state, note, since, cause }) => (
            <tr key={key}>
              <th scope="row">{capital(name)}</th>
              <td>{state}</td>
              <td>{note}</td>
              <td>
                {cause === NO_REF ? (
                  "the beginning"
                ) : (
                  <button
                    type="button"
                    className="link tl-link"
                    aria-label={`${clock(since)}: what made ${name} ${state}`}
                    onClick={() => onSelect(cause)}
                  >
                    {clock(since)}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="tl-note">And {more} more.</p>}
    </>
  );
}

const conditionFields = ({ up, dead, since, times, restarts }: HostView): readonly Field[] => [
  dead ? { name: "down", value: "from the beginning" } : { name: up ? "up since" : "down since", value: "", at: since },
  ...(restarts === 0 ? [] : [{ name: "restarted", value: counted(restarts, "time") }]),
  ...(times === 1 ? [] : [{ name: "pace", value: paceText(times) }]),
];

type Clock = (at: number) => string;

/** A moment since the shown call began, with its unit. */
function clockOf(trace: TraceData, call: number): Clock {
  const { from } = callTimes(trace, call);
  return (at) => {
    const unit = clockUnit(Math.abs(at - from));
    return `${onClock(at - from, unit)} ${unit.name}`;
  };
}

function Fields({ fields, clock }: { readonly fields: readonly Field[]; readonly clock: Clock }) {
  return (
    <dl className="tl-facts">
      {fields.map(({ name, value, at }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{[...(at === undefined ? [] : [clock(at)]), ...(value === "" ? [] : [value])].join(", ")}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ActionsProps {
  readonly view: HostView;
  readonly name: string; // the machine, as the page calls it
  readonly time: number;
  readonly onFault: (line: string) => void;
}

function Actions({ view, name, time, onFault }: ActionsProps) {
  const id = useId();
  const actions = hostActions(view, time);
  const reasons = [...new Set(actions.flatMap(({ not }) => (not === "" ? [] : [not])))];
  return (
    <>
      <div className="row tl-actions" role="group" aria-label={`What befalls the ${name} at the playhead’s time`}>
        {actions.map(({ text, line, not }) => (
          <button
            key={text}
            type="button"
            className="btn small"
            aria-disabled={not !== ""}
            aria-describedby={not === "" ? undefined : id}
            onClick={() => not === "" && onFault(line)}
          >
            {text}
          </button>
        ))}
      </div>
      <p className="tl-note" id={id}>
        {reasons.join(" ")}
      </p>
    </>
  );
}

interface EntryProps {
  readonly trace: TraceData;
  readonly entry: Entry;
  readonly isLast: boolean;
  readonly clock: Clock;
  readonly onSelect: (ref: Ref) => void;
}

function EntryFacts({ trace, entry, isLast, clock, onSelect }: EntryProps) {
  const { protocol, name, state, what, call, fields, became, last } = entry;
  return (
    <section className={isLast ? "tl-entry last" : "tl-entry"} aria-label={`${name}: ${state}`}>
      <h4>
        <b>{state}</b> {name}
        {call > 0 && <span>, call {call}</span>}
        {isLast && <em> changed last</em>}
      </h4>
      <p>{capital(what)}.</p>
      <Fields fields={[{ name: "protocol", value: protocol }, ...fields]} clock={clock} />
      <Reason trace={trace} step={became} since clock={clock} onSelect={onSelect} />
      {last.row !== became.row && <Reason trace={trace} step={last} since={false} clock={clock} onSelect={onSelect} />}
    </section>
  );
}

interface ReasonProps {
  readonly trace: TraceData;
  readonly step: Step;
  /** Whether the step led to the present state; one that did not is the last that left it as it was. */
  readonly since: boolean;
  readonly clock: Clock;
  readonly onSelect: (ref: Ref) => void;
}

/** When a step was taken, from which state, on which input, and the row of the trace that the input came with. */
function Reason({ trace, step: { at, from, on, cause }, since, clock, onSelect }: ReasonProps) {
  if (cause === NO_REF && at === 0 && from === "") return <p className="tl-note">So since the run began.</p>;
  return (
    <p className="tl-note">
      {since ? `Since ${clock(at)}` : `Last step at ${clock(at)}`}
      {since && from !== "" && `, before that ${from}`}: {inputText(on)}.{" "}
      {cause !== NO_REF && refExists(trace, cause) && (
        <button type="button" className="link tl-link" onClick={() => onSelect(cause)}>
          {whatOf(trace, cause)} <i>{whereOf(trace, cause)}</i>
        </button>
      )}
    </p>
  );
}
