/**
 * Search in all that was kept of a run. Each word must begin a word of the row's description: its step, packet kind or
 * mark, its machine and resource, its thread, what became of it; in another language than English also what the page
 * says of it. "#3" is all of call 3, "call#3" its call packets.
 */
import { markRef, packetRef, spanRef } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { spokenLanguage, translated } from "../../language/text.ts";
import { byTime } from "../../trace/events.ts";
import type { TimedRef } from "../../trace/events.ts";
import { mediumOf } from "../../trace/lanes.ts";
import { machineName } from "../../trace/machine-names.ts";
import { whatOf, whereOf } from "../../trace/row-names.ts";
import { packetName } from "../../words/sentences.ts";
import { tokensOf } from "../../words/tokens.ts";
import { fateOf, groupsIn, itemAt, numberAt, originOf, present, timeAt } from "../../../engine/kernel/reads.ts";

interface Query {
  readonly words: readonly string[];
  readonly call: number | null;
}

/** Words without marks between or over their letters; each Chinese character is one. */
const wordsOf = (text: string): readonly string[] => tokensOf(text.replaceAll(/[^\p{L}\p{N}]+/gu, " "));

/** Null where there is nothing to look for. */
export function readQuery(text: string): Query | null {
  const parts = text.toLowerCase().replaceAll("#", " #").split(/\s+/);
  const calls = present(parts, (part) => groupsIn(/^#(\d+)$/, part)[1]);
  const plain = parts.filter((part) => !part.startsWith("#")).flatMap(wordsOf);
  const call = calls.at(-1);
  return plain.length === 0 && call === undefined
    ? null
    : { words: plain, call: call === undefined ? null : Number(call) };
}

/** Whether each word begins one of the text's. */
function fits(text: string, words: readonly string[]): boolean {
  const tokens = wordsOf(text);
  return words.every((word) => tokens.some((token) => token.startsWith(word)));
}

/** Decides once for each description: a run has many rows and few descriptions. */
function decided<Key>(words: readonly string[]): (key: Key, text: () => string) => boolean {
  const known = new Map<Key, boolean>();
  return (key, text) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const now = fits(text(), words);
    known.set(key, now);
    return now;
  };
}

const LAYER_WORDS = {
  rpc: "stub run time",
  kernel: "kernel",
  hardware: "hardware",
  wire: "wire",
  other: "other",
} as const;

const trackText = (trace: TraceData, track: number): string => {
  const found = trace.tracks[track];
  return found === undefined ? "" : `${machineName(trace, found.machine)} ${found.name} ${found.machine}`;
};

function spanText(trace: TraceData, row: number): string {
  const step = itemAt(trace.steps, numberAt(trace.spans.step, row), "step");
  const owner = trace.owners[numberAt(trace.spans.owner, row)] ?? "interrupt hardware";
  const where = trackText(trace, numberAt(trace.spans.track, row));
  return `${step.name} ${step.group ?? ""} ${LAYER_WORDS[step.layer]} ${where} ${owner}`;
}

function packetText(trace: TraceData, row: number): string {
  const { packets } = trace;
  const origin = originOf(trace, row);
  const words = {
    first: "",
    retransmission: "retransmission sent again",
    duplicate: "duplicate copy",
    "other traffic": "",
  };
  const late = timeAt(packets.delayed, row) > 0 ? "delayed late" : "";
  const medium = mediumOf(trace);
  const kind = itemAt(trace.packetKinds, numberAt(packets.kind, row), "packet kind");
  const ends = `${trackText(trace, numberAt(packets.from, row))} ${trackText(trace, numberAt(packets.to, row))}`;
  return `${packetName(kind)} packet ${fateOf(trace, row)} ${words[origin]} ${late} ${medium} ${ends}`;
}

const markText = (trace: TraceData, row: number): string =>
  [
    itemAt(trace.labels, numberAt(trace.marks.label, row), "label"),
    "state",
    trackText(trace, numberAt(trace.marks.track, row)),
  ].join(" ");

/** What and where a row is in the language of the page; empty in English, which the other texts are in. */
const translatedRow = (trace: TraceData, ref: Ref): string =>
  spokenLanguage() === null ? "" : `${translated(whatOf(trace, ref))} ${translated(whereOf(trace, ref))}`;

/** Everything that fits, in order of time. */
export function findRows(trace: TraceData, query: Query): readonly TimedRef[] {
  const { spans, packets, marks } = trace;
  const found: TimedRef[] = [];
  const wide = Math.max(trace.tracks.length, trace.owners.length) + 1;
  const inCall = (call: number | undefined): boolean => query.call === null || call === query.call;
  const spanFits = decided<number>(query.words);
  for (let row = 0; row < spans.count; row++) {
    const place = numberAt(spans.step, row) * wide + numberAt(spans.track, row);
    const key = place * wide + numberAt(spans.owner, row) + 1;
    if (inCall(spans.call[row]) && spanFits(key, () => `${spanText(trace, row)} ${translatedRow(trace, spanRef(row))}`))
      found.push({ ref: spanRef(row), at: timeAt(spans.start, row) });
  }
  const packetFits = decided<string>(query.words);
  for (let row = 0; row < packets.count; row++) {
    const text = `${packetText(trace, row)} ${translatedRow(trace, packetRef(row))}`;
    if (inCall(packets.call[row]) && packetFits(text, () => text))
      found.push({ ref: packetRef(row), at: timeAt(packets.departs, row) });
  }
  const markFits = decided<number>(query.words);
  for (let row = 0; row < marks.count; row++) {
    const key = numberAt(marks.label, row) * wide + numberAt(marks.track, row);
    if (inCall(marks.call[row]) && markFits(key, () => `${markText(trace, row)} ${translatedRow(trace, markRef(row))}`))
      found.push({ ref: markRef(row), at: timeAt(marks.at, row) });
  }
  return found.sort(byTime);
}

/**
 * The index of the next (`way` 1) or previous (-1) found row, seen from the selected one, else from the playhead. After
 * the last comes the first. -1 where nothing was found.
 */
export function neighbourIn(found: readonly TimedRef[], selected: number, time: number, way: 1 | -1): number {
  if (found.length === 0) return -1;
  const here = found.findIndex(({ ref }) => ref === selected);
  const from =
    here >= 0 ? here + way : way === 1 ? found.findIndex(({ at }) => at >= time - 0.5) : lastBefore(found, time);
  if (way === 1 && here < 0 && from < 0) return 0;
  return (from + found.length) % found.length;
}

const lastBefore = (found: readonly TimedRef[], time: number): number =>
  found.findLastIndex(({ at }) => at <= time + 0.5);
