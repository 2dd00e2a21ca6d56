/**
 * The same calls simulated: for each kind of recorded calls the nearest experiment with sizes, retries and losses as
 * observed, on a machine of two numbers that are fitted to the calls. What a run adds to an undisturbed call, such as
 * waits for timers, is the experiment’s; what an undisturbed call takes, the fitted machine’s.
 */
import { groupedBy } from "../../kernel/tally.ts";
import { itemAt, present } from "../../kernel/reads.ts";
import { milliseconds } from "../outline.ts";
import type { Call } from "../call.ts";
import { isServing, partsOf, waitsIn, type Parts } from "../ask/parts.ts";
import { called, framesOf, inMs, listed, some, type Answer, type Recorded } from "../ask/recorded.ts";
import type { Change } from "../ask/what-if.ts";
import { evenly, fitted, medianInterval, medianOf, type Fitted, type Median } from "./fit.ts";
import { nearestTo, type KindSetting, type Nearest, type TwinSetup } from "./nearest.ts";

type Times = readonly (number | null)[];

/** Runs an experiment: the time of each of its calls in their order, in nanoseconds; null for one without an answer. */
export type RunTwin = (setup: TwinSetup) => Times | Promise<Times>;

/** Kinds of calls that are simulated, those of most calls. */
const MOST_KINDS = 12;
const SHOWN = 5;
const SEED = 1;

interface TwinCall {
  readonly call: Call;
  readonly recordedNs: number;
  readonly simulatedNs: number;
}

/** Calls of one procedure over one transport. */
interface TwinKind {
  readonly name: string; // "NFS 3 READ over TCP"
  readonly setup: TwinSetup;
  readonly calls: readonly TwinCall[];
  readonly unanswered: number; // in the simulation alone
  readonly recordedNs: number; // median; NaN without a call
  readonly simulatedNs: number;
  readonly difference: Median; // of simulated less recorded
  /** Whether its calls cost so much more or less than the two numbers say that its twin is a bad one. */
  readonly isFar: boolean;
}

interface Twin {
  readonly answer: Answer;
  readonly fitted: Fitted | null; // null where there is no twin
  readonly kinds: readonly TwinKind[];
}

interface Kind {
  readonly name: string;
  readonly near: Nearest;
  readonly parts: readonly Parts[];
}

const bytesOf = ({ sent, reply }: Parts): number => sent.bytes + reply.bytes;

function kindName({ programName, version, procedureName, transport }: Call): string {
  return [programName ?? "unseen", version, procedureName, `over ${transport.toUpperCase()}`]
    .filter((word) => word !== null)
    .join(" ");
}

/** Times from a sending to the next, before the reply. */
const intervalsOf = ({ call: { sends }, reply }: Parts): readonly number[] =>
  sends
    .slice(1)
    .flatMap(({ timeNs }, i) => (timeNs <= reply.timeNs ? [timeNs - itemAt(sends, i, "sending").timeNs] : []));

/** Which packets of the n-th call of a run are lost, so that it is sent again as often as the recorded one was. */
function lossesOf(part: Parts, number: number): readonly string[] {
  const line = (kind: string, send: number): string => `drop ${kind}#${number}${send === 1 ? "" : ` send ${send}`}`;
  const { call } = part;
  if (call.transport !== "tcp") {
    const again = isServing(call) ? 0 : intervalsOf(part).length;
    return Array.from({ length: again }, (_, i) => line("call", i + 1));
  }
  const sent = { call: 0, result: 0 };
  return waitsIn(call).flatMap(({ kind, from }) => {
    if (kind === "late") return [];
    const packet = from === call.client ? "call" : "result";
    sent[packet] += 1;
    return [line(packet, sent[packet])];
  });
}

/** Of the messages that the capture holds; 0 where it holds none of them. */
const medianBytes = (bytes: readonly number[]): number => (bytes.length === 0 ? 0 : Math.round(medianOf(bytes)));

function settingOf(parts: readonly Parts[], retries: boolean): Omit<KindSetting, "serverNs"> {
  const calls = parts.map(({ call }) => call);
  const intervals = retries ? present(parts, (part) => intervalsOf(part)[0]) : [];
  const late = calls.filter((call) => waitsIn(call).some(({ kind }) => kind === "late"));
  return {
    calls: calls.length,
    callBytes: medianBytes(parts.map(({ sent }) => sent.bytes)),
    replyBytes: medianBytes(parts.map(({ reply }) => reply.bytes)),
    retryNs: intervals.length === 0 ? null : medianOf(intervals),
    mostSends: calls.reduce((most, { sends }) => Math.max(most, sends.length), 1),
    isNagle: late.length > calls.length / 2,
  };
}

/** What an undisturbed call takes on the experiment’s own machines, with a procedure that does nothing. */
async function baseNs(near: Nearest, setting: KindSetting, run: RunTwin): Promise<number | null> {
  const alone = { ...setting, calls: 2, serverNs: 0, isNagle: false, retryNs: null };
  const { experiment, parameters } = near;
  const times = await run({ experiment, parameters: parameters(alone), faults: [], seed: SEED });
  return times.at(-1) ?? null;
}

async function kindTwin({ name, near, parts }: Kind, machine: Fitted, change: Change, run: RunTwin): Promise<TwinKind> {
  const asked = evenly(
    parts.filter((_, i) => i % change.everyNth === 0),
    near.mostCalls,
  );
  const setting = { ...settingOf(asked, change.hasRetries), serverNs: 0 };
  const base = await baseNs(near, setting, run);
  const costNs = (part: Parts): number => change.server * (machine.fixedNs + machine.perByteNs * bytesOf(part));
  const usual = medianOf(asked.map(costNs));
  const serverNs = Math.min(near.mostNs, near.stepNs * Math.floor(Math.max(0, usual - (base ?? 0)) / near.stepNs));
  const faults = change.hasRetries ? asked.flatMap((part, i) => lossesOf(part, i + 1)) : [];
  const parameters = near.parameters({ ...setting, serverNs });
  const setup: TwinSetup = { experiment: near.experiment, parameters, faults, seed: SEED };
  const times = base === null ? [] : await run(setup);
  const calls = asked.flatMap((part, i): readonly TwinCall[] => {
    const ran = times[i];
    if (ran === null || ran === undefined || base === null) return [];
    // The experiment’s machine gives way to the fitted one, and the way there and back is as recorded.
    const simulatedNs = Math.max(0, ran - base - serverNs) + costNs(part) + part.networkNs;
    return [{ call: part.call, recordedNs: part.tookNs, simulatedNs }];
  });
  const recordedNs = medianOf(calls.map((one) => one.recordedNs));
  const simulatedNs = medianOf(calls.map((one) => one.simulatedNs));
  const difference = medianInterval(calls.map((one) => one.simulatedNs - one.recordedNs));
  const isFar = Math.abs(difference.median) > FAR * recordedNs && !holdsZero(difference);
  return { name, setup, calls, unanswered: asked.length - calls.length, recordedNs, simulatedNs, difference, isFar };
}

/** A twin that differs by more than this share of the recorded time is said to be bad. */
const FAR = 0.5;
const holdsZero = ({ low, high }: Median): boolean => low !== null && high !== null && low <= 0 && high >= 0;

function kindsIn(recorded: Recorded): { readonly kinds: readonly Kind[]; readonly why: readonly string[] } {
  const all = present(recorded.calls, (call) => partsOf(call, recorded));
  const why = new Set<string>();
  const near = all.flatMap((part) => {
    const found = nearestTo(part.call);
    if (found.near === null) why.add(found.why);
    return found.near === null ? [] : [{ part, near: found.near }];
  });
  const groups = [...groupedBy(near, ({ part }) => kindName(part.call))];
  const kinds = groups.map(([name, own]) => ({ name, near: own[0]?.near, parts: own.map(({ part }) => part) }));
  const known = kinds.flatMap(({ near: experiment, ...kind }) =>
    experiment === undefined ? [] : [{ ...kind, near: experiment }],
  );
  return { kinds: known.toSorted((a, b) => b.parts.length - a.parts.length).slice(0, MOST_KINDS), why: [...why] };
}

const question = "simulated";
const AS_RECORDED: Change = { server: 1, hasRetries: true, everyNth: 1 };

/** @param change what is other in the simulation than in the recording */
export async function twinOf(recorded: Recorded, run: RunTwin, change: Change = AS_RECORDED): Promise<Twin> {
  const { kinds, why } = kindsIn(recorded);
  const sized = kinds.map(({ parts }) =>
    parts.map((part) => ({ bytes: bytesOf(part), ns: part.tookNs - part.timersNs - part.networkNs })),
  );
  if (kinds.length === 0) {
    const text = ["No recorded call has an experiment near it.", ...why].join(" ");
    return { answer: { question, verdict: "none", text, findings: [], assumed: [] }, fitted: null, kinds: [] };
  }
  const machine = fitted(sized);
  const twins: TwinKind[] = [];
  for (const kind of kinds) twins.push(await kindTwin(kind, machine, change, run));
  const usedFits = new Set(kinds.flatMap(({ near }) => near.without));
  return { answer: answerOf(twins, machine, [...why, ...usedFits]), fitted: machine, kinds: twins };
}

const perByte = ({ perByteNs }: Fitted): string =>
  `${perByteNs >= 100 ? perByteNs.toFixed(0) : perByteNs.toFixed(2)} ns a byte`;

function answerOf(kinds: readonly TwinKind[], machine: Fitted, without: readonly string[]): Answer {
  const calls = kinds.flatMap((kind) => kind.calls);
  const differences = calls.map(({ recordedNs, simulatedNs }) => simulatedNs - recordedNs);
  const { median, low, high } = medianInterval(differences);
  const usual = medianOf(calls.map(({ recordedNs }) => recordedNs));
  const signed = (ns: number): string => `${ns < 0 ? "−" : "+"}${inMs(Math.abs(ns))}`;
  const interval =
    low === null || high === null
      ? "too few calls for an interval"
      : `the interval of 95 % goes from ${signed(low)} to ${signed(high)}`;
  const share = usual > 0 ? ` (${((100 * median) / usual).toFixed(1)} % of the recorded median, ${inMs(usual)})` : "";
  const text =
    `Simulated against recorded, ${some(calls.length, "call")}: the median difference is ${signed(median)}${share}; ` +
    `${interval}. Half of the calls differ by ${inMs(medianOf(differences.map(Math.abs)))} or less. ` +
    `Fitted to ${some(machine.calls, "call")}: ${inMs(machine.fixedNs)} a call and ${perByte(machine)}.` +
    farText(kinds);
  const far = calls.toSorted((a, b) => Math.abs(b.simulatedNs - b.recordedNs) - Math.abs(a.simulatedNs - a.recordedNs));
  const findings = far.slice(0, SHOWN).map(({ call, recordedNs, simulatedNs }) => ({
    text: `${called(call)}: recorded ${inMs(recordedNs)}, simulated ${inMs(simulatedNs)}.`,
    calls: [call.number],
    frames: framesOf(call),
    kind: "differs",
    ns: simulatedNs - recordedNs,
  }));
  const assumed = [
    "An undisturbed call takes what two fitted numbers say, in place of the experiment’s machines.",
    "What a run adds to that is the experiment’s: waits for timers, with packets lost at the same calls.",
    "Calls of a kind come one after the other.",
    ...without,
  ];
  return { question, verdict: "simulated", text, findings, assumed, tables: { kinds: kinds.map(rowOf) } };
}

/** Two numbers serve all kinds, so that each kind shows how far they go: a cost for each would agree by itself. */
function farText(kinds: readonly TwinKind[]): string {
  const far = kinds.filter(({ isFar }) => isFar);
  if (far.length === 0) return "";
  const names = far.slice(0, NAMED).map(({ name }) => name);
  const more = far.length > NAMED ? [`${far.length - NAMED} more`] : [];
  const which = `${some(far.length, "kind")} of ${kinds.length}`;
  return ` The two numbers do not fit ${which}, whose twins are bad: ${listed([...names, ...more])}.`;
}

/** Kinds that a sentence names. */
const NAMED = 3;

function rowOf({ name, setup, calls, unanswered, recordedNs, simulatedNs, difference, isFar }: TwinKind): object {
  const { median, low, high } = difference;
  const ms = (ns: number | null): number | null => (ns === null || Number.isNaN(ns) ? null : milliseconds(ns));
  return {
    name,
    calls: calls.length,
    ...(unanswered === 0 ? {} : { unanswered }),
    ...{ recordedMs: ms(recordedNs), simulatedMs: ms(simulatedNs) },
    ...{ differenceMs: ms(median), lowMs: ms(low), highMs: ms(high), ...(isFar ? { isFar } : {}) },
    experiment: setup.experiment,
    ...setup.parameters,
    ...(setup.faults.length === 0 ? {} : { lost: setup.faults.length }),
  };
}
