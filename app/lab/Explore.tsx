/** Looks for faults that break the experiment's protocol, and takes what it finds to the timeline. */
import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { rulesOf } from "../../engine/experiments/explorable.ts";
import { LEFT_OUT } from "../../engine/experiments/parameters.ts";
import type { Description, ParamTable, ParamValue } from "../../engine/experiments/types.ts";
import type { Counterexample, Exploration } from "../../engine/explore/index.ts";
import { PROPERTIES, PROPERTY_NAMES, type Property } from "../../engine/protocols/promises.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { useBench, useBenchStore } from "./context.ts";
import { change } from "./store.ts";
import { settingText } from "../setup/setting-text.ts";
import { lostHref } from "../setup/bench-links.ts";
import { setupKey, type Setup } from "../setup/setup.ts";
import { counted, exactText, grouped } from "../words/numbers.ts";
import { durationText } from "../words/times.ts";
import { Cancelled } from "../workers/engine-client.ts";
import { startSearch, type Searching } from "../workers/explore-client.ts";
import "../styles/explore.css";
import { messageOf } from "../words/message-of.ts";

interface Found {
  readonly exploration: Exploration;
  readonly seconds: number;
}

type State =
  | { readonly tag: "rest" }
  | { readonly tag: "searching"; readonly states: number; readonly seconds: number }
  | { readonly tag: "cancelled" }
  | { readonly tag: "failed"; readonly message: string }
  | { readonly tag: "found"; readonly found: Found };

const PROMISE = "promise";
const MOST_FAULTS = [1, 2, 3] as const;
const USUAL_FAULTS = 2;

export function Explore({ experiment }: { readonly experiment: Description }) {
  const parameters = useBench((state) => state.setup.parameters);
  const [faults, setFaults] = useState<number>(USUAL_FAULTS);
  const [without, setWithout] = useState(() => parameters[LEFT_OUT] ?? null); // null where no rule can be left out
  const [property, setProperty] = useState<Property | null>(null);
  const [state, setState] = useState<State>({ tag: "rest" });
  const searching = useRef<Searching | null>(null);
  useEffect(() => () => searching.current?.cancel(), []);
  const search = (): void => {
    const began = performance.now();
    setState({ tag: "searching", states: 0, seconds: 0 });
    const onStates = (states: number): void =>
      setState({ tag: "searching", states, seconds: (performance.now() - began) / 1000 });
    searching.current = startSearch(
      experiment.id,
      {
        parameters: without === null ? parameters : { ...parameters, [LEFT_OUT]: without },
        faults,
        property,
      },
      onStates,
    );
    searching.current.found.then(
      (exploration) => {
        const seconds = (performance.now() - began) / 1000;
        setState({ tag: "found", found: { exploration, seconds } });
      },
      (error: unknown) => setState(givenUp(error)),
    );
  };
  return (
    <div className="explore">
      <Row label="At most">
        {(id) => (
          <select id={id} value={faults} onChange={(event) => setFaults(Number(event.target.value))}>
            {MOST_FAULTS.map((most) => (
              <option key={most} value={most}>
                {counted(most, "fault")}
              </option>
            ))}
          </select>
        )}
      </Row>
      {without !== null && <RuleChoice experiment={experiment} value={String(without)} onChange={setWithout} />}
      <PropertyChoice value={property} onChange={setProperty} />
      <div className="row explore-go">
        <button type="button" className="btn small" disabled={state.tag === "searching"} onClick={search}>
          Search
        </button>
        {state.tag === "searching" && (
          <button type="button" className="btn small" onClick={() => searching.current?.cancel()}>
            Cancel
          </button>
        )}
      </div>
      <div role="status">
        <Told state={state} params={experiment.params} />
      </div>
    </div>
  );
}

function givenUp(error: unknown): State {
  if (error instanceof Cancelled) return { tag: "cancelled" };
  return { tag: "failed", message: messageOf(error) };
}

function Row({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <p className="own-row">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </p>
  );
}

interface RuleChoiceProps {
  readonly experiment: Description;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The rule that the search leaves out, and what it says. */
function RuleChoice({ experiment, value, onChange }: RuleChoiceProps) {
  const param = experiment.params[LEFT_OUT];
  if (param?.kind !== "choice") return null;
  const says = rulesOf(experiment).find(([rule]) => rule === value)?.[1];
  return (
    <>
      <Row label={param.label}>
        {(id) => (
          <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
            {param.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )}
      </Row>
      {says !== undefined && <p className="note">The rule says: {says}</p>}
    </>
  );
}

interface PropertyChoiceProps {
  readonly value: Property | null;
  readonly onChange: (value: Property | null) => void;
}

/** The reader chooses the promise that every run must hold. */
const PropertyChoice = ({ value, onChange }: PropertyChoiceProps) => (
  <Row label="Must hold">
    {(id) => (
      <select
        id={id}
        value={value ?? PROMISE}
        onChange={({ target }) => onChange(PROPERTY_NAMES.find((name) => name === target.value) ?? null)}
      >
        <option value={PROMISE}>All that it promises</option>
        {PROPERTY_NAMES.map((name) => (
          <option key={name} value={name}>
            {PROPERTIES[name]}
          </option>
        ))}
      </select>
    )}
  </Row>
);

/** Shorter searches have no speed worth the name. */
const LEAST_S = 0.3;

/** "12,000 states, 30,000 a second" */
function countsText(states: number, seconds: number): string {
  const rate =
    seconds < LEAST_S || states === 0 ? "" : `, ${grouped(Number((states / seconds).toPrecision(2)), 0)} a second`;
  return `${counted(states, "state")}${rate}`;
}

/** The result of the search in words. */
function Told({ state, params }: { readonly state: State; readonly params: ParamTable }) {
  switch (state.tag) {
    case "rest":
      return null;
    case "searching":
      return <p>Searching: {countsText(state.states, state.seconds)} so far.</p>;
    case "cancelled":
      return <p>You cancelled the search.</p>;
    case "failed":
      return <p className="error">The search stopped: {state.message}</p>;
    case "found":
      return (
        <>
          <Result {...state.found} />
          <Bounds bounded={state.found.exploration.bounded} params={params} />
        </>
      );
  }
}

const COUNTS = ["no", "one", "two", "three"];

/** "These two faults make": how a sentence about so many begins. */
function subject(faults: number): string {
  if (faults === 0) return "Without any fault the protocol makes";
  return faults === 1 ? "This fault makes" : `These ${COUNTS[faults] ?? faults} faults make`;
}

/** The effect of the faults on a call, after "These two faults make" and before a colon. */
function effectOf({ property, call, executions }: Counterexample): string {
  switch (property) {
    case "once":
      if (executions === 0) return `call ${call} return, though its procedure has not run`;
      return `the procedure of call ${call} run twice`;
    case "atMostOnce":
      return `the procedure of call ${call} run twice, and the call fail`;
    case "ownResult":
      return `call ${call} return with the result of another call`;
    case "atLeastOnce":
      return `call ${call} return, though its procedure has not run`;
    case "onceWhileUp":
      return `the procedure of call ${call} run twice, though no machine crashes`;
    case "ends":
      return `call ${call} wait for ever`;
    case "returns":
      return `call ${call} fail, though no machine crashes or stands still`;
    case "timers":
      return `the timer of call ${call} go on when the call has ended`;
    case "refusal":
      return `the procedure of call ${call} run, though the call is refused`;
    case "noWaste":
      return `call ${call} be served when its caller has left`;
  }
}

/** The parameters that the search could not follow, or the number of faults, which is none of them. */
function Bounds({ bounded, params }: Pick<Exploration, "bounded"> & { readonly params: ParamTable }) {
  if (bounded.length === 0) return null;
  return (
    <>
      <p className="note">The search cannot follow all of this run:</p>
      <ul className="note">
        {bounded.map(({ parameter, asked, explored, why }) => {
          const param = params[parameter];
          const text = (value: ParamValue): string =>
            param === undefined ? counted(Number(value), "fault") : settingText(param, value);
          return (
            <li key={parameter}>
              It took {text(explored)}, not {text(asked)}. {why}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The event from which on the run is lost, and what could not save it. */
function LostText({ lost: { at, what, spare } }: { readonly lost: NonNullable<Counterexample["lost"]> }) {
  const more =
    spare === 0
      ? ""
      : ` Not even ${spare === 1 ? "one more fault" : `${COUNTS[spare] ?? spare} more faults`} can save it.`;
  return (
    <p>
      <strong>From here on it is lost:</strong> at {durationText(at)} of the run {what}.{more}
    </p>
  );
}

function Result({ exploration, seconds }: Found) {
  const store = useBenchStore();
  const { counterexample, faults, states, runs, violations, atOnce, calls } = exploration;
  const took = `${exactText(Math.round(seconds * 10) / 10)} s`;
  const together = atOnce && calls === 2 ? " of two calls at the same time" : "";
  const counts = `${countsText(states, seconds)}; ${counted(runs, "run")}${together}, ${took}`;
  if (counterexample === null) {
    const kept = PROPERTY_NAMES.filter((name) => name in violations).map((name) => PROPERTIES[name]);
    return (
      <>
        <p>
          {faults === 1 ? "No fault breaks it" : `No ${COUNTS[faults] ?? faults} faults break it`}: {counts}.
        </p>
        <p className="note">Every run kept to this: {kept.join(" ")}</p>
      </>
    );
  }
  const { call, whyNot, lost } = counterexample;
  const { experiment, parameters, seed } = exploration;
  const setup: Setup = { experiment, parameters, seed, faults: counterexample.faults };
  const show = (): void => {
    change(store, "show the faults", () => setup, { call, time: lost?.at ?? null, selected: NO_REF });
    if (lost !== null) store.setState({ lost: { key: setupKey(setup), at: lost.at } });
  };
  const lines = counterexample.faults.length;
  return (
    <>
      <p>
        {subject(lines)} {effectOf(counterexample)}
        {lines === 0 ? "." : ":"}
      </p>
      {lines > 0 && (
        <ol>
          {counterexample.faults.map((line) => (
            <li key={line}>
              <code>{line}</code>
            </li>
          ))}
        </ol>
      )}
      {lost !== null && <LostText lost={lost} />}
      {whyNot !== null && <p>The whole system does not show it. {whyNot}</p>}
      <p className="row explore-go">
        <button type="button" className="btn small" onClick={show}>
          Show on the timeline
        </button>
        <a href={lostHref(setup, lost?.at)}>The link of this run</a>
      </p>
      <p className="note">The search went through {counts}.</p>
    </>
  );
}
