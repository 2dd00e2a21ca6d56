/** Why 40 ms, 200 ms, 1 s, 5 s? Each long gap of a call by the timer that fits, or unexplained. */
import { groupedBy } from "../../kernel/tally.ts";
import { itemAt } from "../../kernel/reads.ts";
import type { Call, Reply } from "../call.ts";
import { PROGRAM } from "../programs.ts";
import type { LateWait, Wait } from "../waits.ts";
import { covered, isServing, waitsIn, wayNs } from "./parts.ts";
import { placeOf } from "./place.ts";
import { called, framesOf, inMs, total, type Answer, type Finding, type Recorded, some, listed } from "./recorded.ts";
import { DELAYED, fitting, LEAST_RTO, PORTMAP_RETRY, RETRIES } from "./timers.ts";

/** Gaps that are asked about: the shortest timer that we know has 40 ms. */
const LEAST_NS = 20e6;
/** Intervals that differ by no more are equal, and those of about twice the length are doubled. */
const EQUAL = 0.05;
const isDouble = (ratio: number): boolean => ratio > 1.8 && ratio < 2.25;
/** A segment of less is small: Nagle’s rule (RFC 896) is about those. The least MSS is 536 (RFC 9293 §3.7.1). */
const SMALL = 536;

interface Slacks {
  readonly extraNs: number; // of the clock, and of the way there and back
}

function lateFinding(call: Call, wait: LateWait, { extraNs }: Slacks): Finding {
  const delay = wait.acknowledgedNs;
  const timer = fitting(DELAYED, delay, { below: 0.1, above: 0.25, extraNs });
  const isSmall = wait.bytes < SMALL || wait.bytes % SMALL !== 0;
  const who = wait.from === call.client ? "the client" : "the server";
  const rule = isSmall ? "by Nagle’s rule (RFC 896) " : "";
  const what = `${who} ${rule}held bytes back until the acknowledgement of those before came, ${inMs(delay)} late`;
  const fit = timer === null ? "no timer that we know has this length" : `${timer.name} fits (${timer.source})`;
  return {
    text: `${called(call)}: ${inMs(wait.endNs - wait.startNs)}: ${what}; ${fit}.`,
    calls: [call.number],
    frames: wait.frames,
    kind: isSmall ? "nagle-delayed-acknowledgement" : "delayed-acknowledgement",
    ns: wait.endNs - wait.startNs,
  };
}

/** Bytes that were sent again, for the n-th time. */
function againFinding(call: Call, wait: Wait, { extraNs }: Slacks): Finding {
  const waited = wait.endNs - wait.startNs;
  const times = wait.sendings;
  const intervals = times.slice(1).map((time, i) => time - itemAt(times, i, "sending"));
  const before = intervals.at(-2);
  const isDoubled = before !== undefined && isDouble(waited / before);
  // Smoothed times and their spread are added to the least: up to a half on a quiet network.
  const timer = fitting(LEAST_RTO, intervals[0] ?? waited, { below: 0.05, above: 0.5, extraNs });
  const again = wait.kind === "filled" ? "bytes that had not come this far came" : "the same bytes were sent again";
  const fit = isDoubled
    ? `TCP’s retransmission time, doubled for the ${ordinal(intervals.length - 1)} time (RFC 6298 §5.5)`
    : timer === null
      ? null
      : `${timer.name}, fits (${timer.source})`;
  const kind = isDoubled ? "rto-doubled" : timer === null ? "unexplained" : "least-rto";
  const text =
    `${called(call)}: ${inMs(waited)} until ${again}: ` +
    `${fit ?? "no timer that we know fits, so it stays unexplained"}.`;
  return { text, calls: [call.number], frames: wait.frames, kind, ns: waited };
}

const ordinal = (n: number): string => (n === 1 ? "first" : n === 2 ? "second" : n === 3 ? "third" : `${n}th`);

/** A call over UDP that its client sent again. */
function retryFindings(call: Call, { extraNs }: Slacks): readonly Finding[] {
  const { sends, replies } = call;
  const reply = replies[0]?.timeNs ?? Infinity;
  const times = sends.map(({ timeNs }) => timeNs);
  const intervals = times.slice(1).map((time, i) => time - itemAt(times, i, "sending"));
  const first = intervals[0];
  if (first === undefined || isServing(call)) return [];
  const isFixed = intervals.every((one) => Math.abs(one - first) <= EQUAL * first + extraNs);
  const isDoubling =
    intervals.length > 1 && intervals.every((one, i) => i === 0 || isDouble(one / (intervals[i - 1] ?? one)));
  return intervals.flatMap((waited, i) => {
    const from = sends[i];
    const to = sends[i + 1];
    if (from === undefined || to === undefined || waited < LEAST_NS || from.timeNs > reply) return [];
    const { name, kind } = retryName(call, waited, { isFixed, isDoubling, count: intervals.length }, extraNs);
    const text = `${called(call)}: ${inMs(waited)} until its client sent it again: ${name}.`;
    return [{ text, calls: [call.number], frames: [from.frame, to.frame], kind, ns: waited }];
  });
}

function retryName(
  call: Call,
  waited: number,
  { isFixed, isDoubling, count }: { readonly isFixed: boolean; readonly isDoubling: boolean; readonly count: number },
  extraNs: number,
): { readonly name: string; readonly kind: string } {
  const slack = { below: 0.03, above: 0.05, extraNs };
  if (call.program === PROGRAM.portmap && fitting([PORTMAP_RETRY], waited, slack) !== null) {
    return { name: `${PORTMAP_RETRY.name} fits (${PORTMAP_RETRY.source})`, kind: "portmap-retry" };
  }
  if (isDoubling) return { name: "a retry time of the client that doubles", kind: "client-retry-doubling" };
  const timer = call.family === "lab" ? null : fitting(RETRIES, waited, slack);
  const known = timer === null ? "" : `; ${timer.name} fits (${timer.source})`;
  const fixed =
    isFixed && count > 1 ? `a fixed retry time of the client, ${count} times the same` : "the client’s retry time";
  return { name: fixed + known, kind: "client-retry" };
}

/** What is left between the last sending and the reply. */
function restFinding(call: Call, recorded: Recorded): Finding | null {
  const [reply] = call.replies;
  if (reply === undefined) return null;
  const sent = isServing(call) ? call.sends[0] : call.sends.findLast(({ timeNs }) => timeNs <= reply.timeNs);
  if (sent === undefined) return null;
  const spans = waitsIn(call).map(({ startNs, endNs }) => [Math.max(startNs, sent.timeNs), endNs] as const);
  const waited = reply.firstNs - sent.timeNs - covered(spans.filter(([from, to]) => to > from));
  if (waited < LEAST_NS) return transferFinding(call, reply, spans);
  const base = { calls: [call.number], frames: [sent.frame, reply.firstFrame], ns: waited };
  const way = wayNs(call) ?? 0;
  if (way > waited / 2) {
    const text =
      `${called(call)}: ${inMs(waited)}: no timer; the way to the server and back takes ${inMs(way)}, ` +
      `as the connection’s opening shows.`;
    return { ...base, text, kind: "network" };
  }
  const { place, how } = placeOf(call, recorded.place);
  const where =
    place === "server" || place === "one machine"
      ? `in the server (recorded there, ${how})`
      : "in the server, or on the way behind the point of recording";
  const what = isServing(call) ? "from its first sending, which its server had" : "without a packet of this call";
  const text = `${called(call)}: ${inMs(waited)} ${what}, and no timer: it was spent ${where}.`;
  return { ...base, text, kind: "server" };
}

/** A reply whose bytes come with pauses that no wait of its connection explains. */
function transferFinding(call: Call, reply: Reply, spans: readonly (readonly [number, number])[]): Finding | null {
  const left = reply.timeNs - reply.firstNs - covered(spans.filter(([from]) => from >= reply.firstNs));
  if (left < LEAST_NS) return null;
  const text =
    `${called(call)}: ${inMs(left)} from the first byte of its reply to the last: the transfer ` +
    `itself, ${reply.bytes} bytes.`;
  return { text, calls: [call.number], frames: [reply.firstFrame, reply.frame], kind: "transfer", ns: left };
}

function findingsOf(call: Call, recorded: Recorded): readonly Finding[] {
  const slacks = { extraNs: (recorded.clockNs ?? 0) + (wayNs(call) ?? 0) };
  const timers =
    call.transport !== "tcp"
      ? retryFindings(call, slacks)
      : waitsIn(call).map((wait) =>
          wait.kind === "late" ? lateFinding(call, wait, slacks) : againFinding(call, wait, slacks),
        );
  const rest = restFinding(call, recorded);
  return rest === null ? timers : [...timers, rest];
}

/** A call without a reply, whose waiting nothing ended. */
function openFinding(call: Call, { endNs, holes, unseenBytes }: Recorded): Finding | null {
  if (call.replies.length > 0) return null;
  const last = call.sends.at(-1);
  const waited = endNs - (last?.timeNs ?? endNs);
  if (waited < LEAST_NS) return null;
  const why =
    call.unreachable !== null
      ? `it did not arrive: ${call.unreachable.text} (packet ${call.unreachable.frame})`
      : holes > 0 && call.transport === "tcp"
        ? `the recorder missed ${unseenBytes} bytes, and its reply may be among them`
        : "no reply was recorded";
  const text = `${called(call)}: open for the last ${inMs(waited)} of the capture: ${why}.`;
  const kind =
    call.unreachable !== null ? "unreachable" : holes > 0 && call.transport === "tcp" ? "capture-gap" : "no-reply";
  return { text, calls: [call.number], frames: framesOf(call), kind, ns: waited };
}

/** The kinds of findings in words. */
const CAUSES: Readonly<Record<string, string>> = {
  "nagle-delayed-acknowledgement": "Nagle’s algorithm and a delayed acknowledgement",
  "delayed-acknowledgement": "a delayed acknowledgement",
  "least-rto": "TCP’s least time before it sends again",
  "rto-doubled": "that time, doubled",
  "portmap-retry": "the portmapper’s retry time",
  "client-retry": "the client’s retry time",
  "client-retry-doubling": "the client’s retry time, doubled",
  network: "the way there and back",
  server: "time in the server",
  transfer: "the transfer of a long reply",
  "capture-gap": "a gap in the recording",
  "no-reply": "no reply",
  unreachable: "a server that could not be reached",
  unexplained: "unexplained",
};

export function whyGaps(recorded: Recorded): Answer {
  const findings = recorded.calls.flatMap((call) => {
    const open = openFinding(call, recorded);
    return [...findingsOf(call, recorded), ...(open === null ? [] : [open])];
  });
  const kinds = groupedBy(findings, ({ kind }) => kind);
  const question = "why-gaps";
  if (findings.length === 0) {
    return { question, verdict: "none", text: "No call waited for 20 ms or more.", findings, assumed: [] };
  }
  const rows = [...kinds]
    .map(([kind, own]) => ({ kind, gaps: own.length, ns: total(own.map(({ ns }) => ns ?? 0)) }))
    .toSorted((a, b) => b.ns - a.ns);
  const parts = rows.map(({ kind, gaps, ns }) => `${CAUSES[kind] ?? kind} (${some(gaps, "wait")}, ${inMs(ns)})`);
  const [most] = rows;
  return {
    question,
    verdict: most?.kind ?? "none",
    text: `${some(findings.length, "wait")} of 20 ms or more: ${listed(parts)}.`,
    findings: findings.toSorted((a, b) => (b.ns ?? 0) - (a.ns ?? 0)),
    assumed: [
      "A timer fits where the wait is no shorter, and longer only by the way there and back and the clock’s steps.",
    ],
  };
}
