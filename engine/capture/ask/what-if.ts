/** What would change if …? Recomputed on the recorded calls, with what that assumes. */
import { groupedBy } from "../../kernel/tally.ts";
import { present } from "../../kernel/items.ts";
import { partsOf, type Parts } from "./parts.ts";
import { called, framesOf, inMs, quantile, total, type Answer, type Finding, type Recorded, some } from "./recorded.ts";

export interface Change {
  /** The server takes this share of its time. */
  readonly server: number;
  readonly hasRetries: boolean;
  /** One call in so many is made. */
  readonly everyNth: number;
}

const SHOWN = 5;

/** Whether a server answers in the order of arrival, one call at a time. */
function isInTurn(parts: readonly Parts[]): boolean {
  let [inOrder, overlapping] = [0, 0];
  for (const [i, { reply }] of parts.entries()) {
    const next = parts[i + 1];
    if (next === undefined || next.sent.timeNs >= reply.timeNs) continue;
    overlapping += 1;
    if (next.reply.timeNs >= reply.timeNs) inOrder += 1;
  }
  return overlapping > 0 && inOrder >= 0.95 * overlapping;
}

interface Moved {
  readonly part: Parts;
  readonly tookNs: number;
}

/** The calls of one server again, with its time changed. */
function replayed(parts: readonly Parts[], { server, everyNth, hasRetries }: Change): readonly Moved[] {
  const isQueue = isInTurn(parts);
  let [wasFree, isFree] = [-Infinity, -Infinity];
  return parts.flatMap((part, i) => {
    const { call, sent, timersNs, networkNs, serverNs } = part;
    const retryNs = call.transport !== "tcp" && !hasRetries ? 0 : timersNs;
    const arrives = sent.timeNs + timersNs;
    const ends = arrives + serverNs;
    // In turn: its own work began when the call before it was done.
    const work = isQueue ? ends - Math.max(arrives, Math.min(wasFree, ends)) : serverNs;
    wasFree = Math.max(wasFree, ends);
    if (i % everyNth !== 0) return [];
    const arrivesNow = sent.timeNs + retryNs;
    const endsNow = (isQueue ? Math.max(arrivesNow, isFree) : arrivesNow) + work * server;
    isFree = Math.max(isFree, endsNow);
    return [{ part, tookNs: endsNow - arrivesNow + retryNs + networkNs }];
  });
}

const wordsOf = ({ server, hasRetries, everyNth }: Change): string =>
  [
    ...(server === 1 ? [] : [`the server took ${server} of its time`]),
    ...(hasRetries ? [] : ["no client sent again"]),
    ...(everyNth === 1 ? [] : [`one call in ${everyNth} was made`]),
  ].join(" and ");

/** A call that is answered only because it was sent again. */
const needsRetry = ({ call: { transport, sends }, reply }: Parts): boolean =>
  transport !== "tcp" && reply.timeNs >= (sends[1]?.timeNs ?? Infinity);

export function whatIf(recorded: Recorded, change: Change): Answer {
  const all = present(recorded.calls, (call) => partsOf(call, recorded));
  const lost = change.hasRetries ? [] : all.filter(needsRetry);
  const isLost = new Set(lost);
  const kept = all.filter((part) => !isLost.has(part));
  const moved = [...groupedBy(kept, ({ call }) => call.server).values()].flatMap((own) =>
    replayed(
      own.toSorted((a, b) => a.sent.timeNs - b.sent.timeNs),
      change,
    ),
  );
  const before = all.map(({ tookNs }) => tookNs);
  const after = moved.map(({ tookNs }) => tookNs);
  const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : total(values) / values.length);
  const row = (name: string, of: (values: readonly number[]) => number): object => ({
    name,
    beforeMs: of(before) / 1e6,
    afterMs: of(after) / 1e6,
  });
  const rows = [
    row("mean", mean),
    row("median", (values) => quantile(values, 0.5)),
    row("99 of 100 within", (values) => quantile(values, 0.99)),
    row("sum", total),
  ];
  const gains = moved.toSorted((a, b) => b.part.tookNs - b.tookNs - (a.part.tookNs - a.tookNs)).slice(0, SHOWN);
  const findings: readonly Finding[] = [
    ...gains.map(({ part, tookNs }) => ({
      text: `${called(part.call)}: ${inMs(tookNs)} in place of ${inMs(part.tookNs)}.`,
      calls: [part.call.number],
      frames: framesOf(part.call),
      kind: "changed",
      ns: tookNs - part.tookNs,
    })),
    ...lost.slice(0, SHOWN).map(({ call }) => ({
      text: `${called(call)} was answered only after it was sent again: it would have failed.`,
      calls: [call.number],
      frames: framesOf(call),
      kind: "failed",
      ns: null,
    })),
  ];
  const failed = lost.length > 0 ? ` ${some(lost.length, "call")} would have had no answer.` : "";
  const text =
    `If ${wordsOf(change)}, a call would take ${inMs(mean(after))} on average in place of ` +
    `${inMs(mean(before))}.${failed}`;
  const assumed = [
    "Clients send at the times at which they were recorded to send.",
    "The network and all other timers stay as they are.",
    "A server whose replies are in the order of the calls has one call at a time; any other has room for all.",
  ];
  return {
    question: "what-if",
    verdict: failed === "" ? "answered" : "fails",
    text,
    findings,
    assumed,
    tables: { calls: rows },
  };
}
