/** What the code of an experiment does wrong is said as a mistake in that code, by a sentence with what is allowed. */
import { describe, expect, it } from "vitest";
import { FaultError } from "../faults/index.ts";
import { millis } from "../kernel/time.ts";
import { pairOfEnds, taggedMachine } from "../protocols/pair.ts";
import { tracedByEnds } from "../protocols/testing/ends-script.ts";
import { ECHO, ECHO_PORT } from "../wire/echo-fixture.ts";
import { OURS, WORKSTATION } from "../hardware/workstation.ts";
import type { StationTable } from "../hardware/station.ts";
import { overUdp } from "../systems/world/formats.ts";
import { programOfBytes, runOnEthernet, type RunRequest } from "../systems/world/run-on-ethernet.ts";
import type { EchoPacket } from "../protocols/echo-fixture/echo.ts";
import { echoEnds } from "../protocols/echo-fixture/ends.ts";
import { checkDescription } from "../experiments/check-description.ts";
import { byCodeOf, CodeMistake } from "../experiments/code-mistake.ts";
import { calls } from "../experiments/common-params.ts";
import { describeExperiment } from "../experiments/describe.ts";
import { number } from "../experiments/params.ts";
import { runnerOf, type Outcome } from "../experiments/runnable.ts";
import { defaultsOf } from "../experiments/settings.ts";
import type { Experiment, ParamTable } from "../experiments/types.ts";
import { withRuns } from "../experiments/with-runs.ts";

const about = {
  ...({ id: "vmtp/call", title: "", question: "", paper: null, packetKinds: ["call", "result"], charts: [] } as const),
  measures: { latencyMs: { label: "Latency", unit: "ms", what: "" } },
  sweep: { over: "calls", values: [1] },
} as const;
const described = (params: ParamTable = {}) =>
  describeExperiment({ ...about, params: { calls: calls({ max: 9, default: 1, why: "" }), ...params } });

/** The experiment whose run does this. */
function experiment(run: (request: RunRequest) => Omit<Outcome, "measures">, latencyMs: number | null = 1): Experiment {
  const runner = runnerOf<ReturnType<typeof described>>((_, request) => ({ ...run(request), measures: { latencyMs } }));
  const [made] = withRuns([described()], { "vmtp/call": runner });
  if (made === undefined) throw new Error("There is no experiment.");
  return made;
}
const runOf =
  (made: Experiment, faults: readonly string[] = []) =>
  () =>
    made.run(defaultsOf(made), 1, faults, { keep: "none" });

const program = programOfBytes({
  ...{ calls: 1, argumentBytes: 4, resultBytes: 4 },
  procedure: { name: "Echo", takes: millis(1), source: OURS },
});
const echoing = (machine: StationTable) => (request: RunRequest) =>
  runOnEthernet(request, { ends: echoEnds(millis(5)), machine, format: overUdp(ECHO_PORT, ECHO), program });

/** A server that waits so long, again and again, and never answers. */
const restlessEnds = (wait: number) => {
  const server = taggedMachine<{ readonly tag: "restless"; readonly deadline: number }, EchoPacket>({
    protocol: "Restless server",
    states: [{ tag: "restless", what: "it sets its timer anew" }],
    start: () => ({ tag: "restless", deadline: 0 }),
    step: (_, __, now) => [{ tag: "restless", deadline: now + wait }, []],
  });
  const client = taggedMachine<{ readonly tag: "idle" }, EchoPacket>({
    protocol: "Idle client",
    states: [{ tag: "idle", what: "it never sends" }],
    start: () => ({ tag: "idle" }),
    step: (state) => [state, []],
  });
  return pairOfEnds({
    ...{
      hosts: ["client", "server"],
      caller: client,
      callee: server,
      kinds: ["call"],
      asks: "call",
      answers: "result",
    },
    ...{ promises: [], procedure: { span: "Echo" } },
  } as const);
};
const restless = (wait: number) => (request: RunRequest) =>
  runOnEthernet(request, { ends: restlessEnds(wait), machine: WORKSTATION, format: overUdp(ECHO_PORT, ECHO), program });

describe("a mistake in a run", () => {
  it("is one of its experiment, with the sentence of what is allowed, once", () => {
    const [cost] = WORKSTATION.send;
    if (cost === undefined) throw new Error("The workstation has no cost.");
    const odd = experiment(echoing({ ...WORKSTATION, send: [{ ...cost, unit: "usec" }] }));
    expect(runOf(odd)).toThrow(CodeMistake);
    expect(runOf(odd)).toThrow(
      /^a mistake in the code of vmtp\/call: Send a packet is in usec; a duration needs us, ms or min\.$/,
    );
  });

  it("is no fault that a reader wrote, and no end by those who hear of the run", () => {
    const right = experiment(echoing(WORKSTATION));
    expect(runOf(right)().measures).toMatchObject({ latencyMs: { value: 1 } });
    expect(runOf(right, ["crash callee at 1ms"])).toThrow(FaultError);
    class Ended extends Error {}
    const ended = new Ended("Enough.");
    const refuse = (): never => {
      throw ended;
    };
    expect(() => byCodeOf("vmtp/call", refuse)).toThrow(ended);
  });

  it.each([NaN, Infinity])("is a measure that is %d", (value) => {
    expect(runOf(experiment(echoing(WORKSTATION), value))).toThrow(
      `a mistake in the code of vmtp/call: its measure latencyMs is ${value}, want a number, a word or null`,
    );
  });

  it("is a timer that goes off again and again, with its machine and state", () => {
    expect(runOf(experiment(restless(1)))).toThrow(
      /vmtp\/call: the run goes nowhere: .* that of server \(Restless server, in the state "restless"\)\. A deadline/,
    );
  });

  it.each([NaN, 0.5])("is a deadline that is no moment, with its host, machine and state (%d)", (wait) => {
    expect(runOf(experiment(restless(wait)))).toThrow(
      /vmtp\/call: the deadline of server \(Restless server, in the state "restless"\) is (NaN|\d+\.5), want a whole/,
    );
  });

  it("is a rule of its own that its ends do not name", () => {
    const { play } = tracedByEnds(() => restlessEnds(0));
    expect(() => play("without oneAtATime\n----\n")).toThrow(/want a rule: .* stands in `rules` of its ends\./);
  });

  it("is a text trace without an end", () => {
    const { play } = tracedByEnds(() => restlessEnds(0));
    expect(() => play("run 5ms\n----\n")).toThrow(/"run 5ms": more than 100000 events: whose deadline is never/);
  });

  it("is a run that its family does not have", () => {
    const [made] = withRuns([described()], {});
    if (made === undefined) throw new Error("There is no experiment.");
    expect(runOf(made)).toThrow(
      "a mistake in the code of vmtp/call: it has a description, and its family’s run.ts has no",
    );
  });
});

describe("a mistake in a description", () => {
  it("is a unit that nobody knows, with those that are known", () => {
    const furlong = number({ group: "workload", label: "Way", unit: "furlong", min: 1, max: 9, default: 1, why: "" });
    expect(() => checkDescription(described({ way: furlong }))).toThrow(
      /^vmtp\/call: the parameter way is in "furlong", want one of us, ms, s, .*, or "" for a plain count\./,
    );
    expect(() =>
      checkDescription({ ...described(), measures: { a: { label: "", unit: "parsec", what: "" } } }),
    ).toThrow('the measure a is in "parsec"');
    expect(() => checkDescription(described())).not.toThrow();
  });

  it("is a default that is not allowed, and a name of nothing", () => {
    const late = calls({ max: 9, default: 10, why: "" });
    expect(() => checkDescription(described({ late }))).toThrow(
      "vmtp/call: the default of late is 10, want 1 to 9, whole numbers.",
    );
    const chart = { y: "latency", title: "", points: [] };
    expect(() => checkDescription({ ...described(), charts: [chart] })).toThrow(
      'vmtp/call: the measure of a chart is "latency", want one of latencyMs.',
    );
    const pair = { parameter: "calls", values: [1, 10] };
    expect(() => checkDescription({ ...described(), charts: [{ ...chart, y: "latencyMs", series: pair }] })).toThrow(
      "vmtp/call: the chart of latencyMs has calls 10, want 1 to 9, whole numbers.",
    );
    expect(() => checkDescription({ ...described(), sweep: { over: "losses", values: [] } })).toThrow(
      'vmtp/call: a parameter of its sweep is "losses", want one of calls.',
    );
    expect(() => checkDescription({ ...described(), sweep: { over: "calls", values: [1, 12] } })).toThrow(
      "vmtp/call: the sweep over calls has calls 12, want 1 to 9, whole numbers.",
    );
  });
});
