/** A run of written rules in words, a sentence an event: what broke, before a timeline shows it. */
import { codeAt, fateOf, itemAt, numberAt, originOf, outcomeOf, timeAt } from "../../kernel/reads.ts";
import { turnsOf } from "../../kernel/turns.ts";
import { LOSSES, MARK_KINDS, POWER, type TraceData } from "../../kernel/trace-data.ts";
import type { Property } from "../../protocols/promises.ts";
import { answeredBy } from "../../experiments/call-facts.ts";
import { WRITTEN_PROCEDURE } from "../../protocols/written/ends.ts";
import { tally } from "../../kernel/tally.ts";

interface Event {
  readonly at: number;
  readonly text: string;
}

const NOUNS: Readonly<Record<string, string>> = {
  call: "call",
  result: "the result of call",
  acknowledgement: "an acknowledgement for call",
  reject: "a reject of call",
};

const nameOf = (kind: string, call: number): string => `${NOUNS[kind] ?? kind} ${call}`;
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The fate of a packet, as a sentence with its moment; null where it simply came. */
function fateEvent(trace: TraceData, row: number, name: string): Event | null {
  const { departs, arrives, delayed, loss } = trace.packets;
  const at = timeAt(arrives, row);
  if (fateOf(trace, row) === "lost") {
    const isDown = LOSSES[codeAt(loss, row) - 1] === "machine is down";
    const text = isDown ? `${capital(name)} finds nobody.` : `The network loses ${name}.`;
    return { at: isDown ? at : timeAt(departs, row), text };
  }
  if (originOf(trace, row) === "duplicate") return { at, text: `A copy of ${name} comes.` };
  return timeAt(delayed, row) > 0 ? { at, text: `${capital(name)} comes late.` } : null;
}

function packetEvents(trace: TraceData): readonly Event[] {
  const { packets, packetKinds, tracks } = trace;
  const sent = new Map<string, number>();
  return Array.from({ length: packets.count }, (_, row) => row).flatMap((row): readonly Event[] => {
    const kind = itemAt(packetKinds, numberAt(packets.kind, row), "kind");
    const call = numberAt(packets.call, row);
    const name = nameOf(kind, call);
    const fate = fateEvent(trace, row, name);
    if (originOf(trace, row) === "duplicate") return fate === null ? [] : [fate];
    const from = itemAt(tracks, numberAt(packets.from, row), "track").machine;
    const again = tally(sent, name) > 1 ? " again" : "";
    const send = { at: timeAt(packets.departs, row), text: `The ${from} sends ${name}${again}.` };
    return fate === null ? [send] : [send, fate];
  });
}

function powerEvents({ marks, tracks }: TraceData): readonly Event[] {
  const kind = MARK_KINDS.indexOf("power");
  const rows = Array.from({ length: marks.count }, (_, row) => row).filter((row) => marks.kind[row] === kind);
  return rows.map((row) => {
    const { machine } = itemAt(tracks, numberAt(marks.track, row), "track");
    const isCrash = marks.value[row] === POWER.crashed;
    const text = isCrash ? `The ${machine} crashes.` : `The ${machine} comes back and has forgotten everything.`;
    return { at: timeAt(marks.at, row), text };
  });
}

function runEvents(trace: TraceData): readonly Event[] {
  const times = new Map<number, number>();
  return turnsOf(trace, WRITTEN_PROCEDURE).map(({ at, call }) => {
    const run = tally(times, call);
    return { at, text: run === 1 ? `The server runs call ${call}.` : `The server runs call ${call} again: two seats.` };
  });
}

/** Whether a packet of the call has left before a moment. */
function isSentBefore({ packets }: TraceData, call: number, at: number): boolean {
  const rows = Array.from({ length: packets.count }, (_, row) => row);
  return rows.some((row) => numberAt(packets.call, row) === call && timeAt(packets.departs, row) < at);
}

function callEvents(trace: TraceData): readonly Event[] {
  const { calls } = trace;
  return Array.from({ length: calls.count }, (_, row) => row).flatMap((row): readonly Event[] => {
    const call = row + 1;
    const outcome = outcomeOf(trace, row);
    const at = outcome === "pending" ? Infinity : timeAt(calls.end, row);
    // A call may be over before its first packet is on its way.
    const begins = isSentBefore(trace, call, at)
      ? []
      : [{ at: timeAt(calls.start, row), text: `Call ${call} begins.` }];
    if (outcome === "pending") return [...begins, { at, text: `Call ${call} waits for ever.` }];
    if (outcome !== "returned") return [...begins, { at, text: `Call ${call} fails.` }];
    const result = answeredBy(trace, call) ?? call;
    const text = result === call ? `Call ${call} returns.` : `Call ${call} returns with the result of call ${result}.`;
    return [...begins, { at, text }];
  });
}

/** So many sentences may come again and again together, and so often before they are counted. */
const LONGEST_ROUND = 3;
const TOLD = 2;

/** Sentences that come again and again are told once and counted: "The client does so 12 more times." */
function shortened(texts: readonly string[]): readonly string[] {
  const told: string[] = [];
  for (let at = 0; at < texts.length;) {
    const { length, times } = roundAt(texts, at);
    told.push(...texts.slice(at, at + length));
    if (times > TOLD)
      told.push(`${length === 1 ? "This happens" : `These ${length} steps happen`} ${more(times - 1)}.`);
    at += times > TOLD ? length * times : length;
  }
  return told;
}

const more = (times: number): string => (times === 1 ? "once more" : `${times} more times`);

/** The sentences that begin here and come again and again; one sentence, once, where none do. */
function roundAt(texts: readonly string[], at: number): { readonly length: number; readonly times: number } {
  for (let length = 1; length <= LONGEST_ROUND; length++) {
    let times = 1;
    const isSame = (): boolean =>
      Array.from({ length }, (_, i) => at + i).every((one) => texts[one] === texts[one + times * length]);
    while (at + (times + 1) * length <= texts.length && isSame()) times++;
    if (times > TOLD) return { length, times };
  }
  return { length: 1, times: 1 };
}

/** The run, up to the end of its last call. */
export function storyOf(trace: TraceData, property: Property): readonly string[] {
  const { calls } = trace;
  const last = Math.max(...calls.end.subarray(0, calls.count));
  const isOver = Array.from({ length: calls.count }, (_, row) => outcomeOf(trace, row)).every(
    (one) => one !== "pending",
  );
  const events = [...powerEvents(trace), ...packetEvents(trace), ...runEvents(trace), ...callEvents(trace)];
  const until = isOver && property !== "timers" ? last : Infinity;
  const inOrder = events.filter(({ at }) => at <= until || at === Infinity).toSorted((a, b) => a.at - b.at);
  return shortened(inOrder.map(({ text }) => text));
}
