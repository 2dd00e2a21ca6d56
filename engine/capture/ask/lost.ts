/** Where were packets lost? By what was recorded, never by guess. */
import { groupedBy } from "../../kernel/tally.ts";
import { itemAt, lastItem, present } from "../../kernel/reads.ts";
import type { Call } from "../call.ts";
import { placeOf } from "./place.ts";
import {
  called,
  framesOf,
  inMs,
  type Answer,
  type Finding,
  type Recorded,
  some,
  someWere,
  listed,
} from "./recorded.ts";

/** No client sends again so soon: the network, or the recorder, had a packet twice. */
const COPY_NS = 1e6;

/** A call over UDP that was sent again, and why. */
function datagramFinding(call: Call, { place: asked }: Recorded): Finding | null {
  const { sends, replies } = call;
  const [first, second] = sends;
  if (call.transport === "tcp" || first === undefined || second === undefined) return null;
  const base = { calls: [call.number], frames: framesOf(call), ns: null };
  const copyNs = second.timeNs - first.timeNs;
  if (sends.length === 2 && copyNs < COPY_NS) {
    const text = `${called(call)}: recorded twice within ${inMs(copyNs)}: a copy, which no client’s timer made.`;
    return { ...base, text, kind: "copied" };
  }
  if (replies.length === 0) {
    const text =
      `${called(call)}: sent ${sends.length} times and never answered: calls or replies were lost, or there was ` +
      `nobody to answer.`;
    return { ...base, text, kind: "never-answered" };
  }
  const early = replies.filter(({ timeNs }) => timeNs < second.timeNs);
  const { place, how } = placeOf(call, asked);
  if (early.length > 0) {
    const isAtClient = place === "client" || place === "one machine";
    const where = isAtClient
      ? "it reached this machine, and the client sent again all the same: nothing was lost on the way"
      : "it passed the point of recording, and the client sent again: it was lost behind this point, on " +
        "the way to the client, or came too late for it";
    const text =
      `${called(call)}: its reply (packet ${early[0]?.frame}) was recorded before the call was sent ` +
      `again: ${where}.`;
    return { ...base, text, kind: isAtClient ? "not-lost" : "reply-after" };
  }
  if (replies.length >= sends.length) {
    const text =
      `${called(call)}: every one of its ${sends.length} sendings was answered: nothing was lost, the ` +
      `server was slower than the client’s patience.`;
    return { ...base, text, kind: "not-lost" };
  }
  const isAtServer = place === "server" || place === "one machine";
  const where = isAtServer
    ? `it reached the server’s machine (${how}), which answered only a later one: its socket or program dropped it`
    : "the call was lost behind the point of recording, or its reply before it: the packets do not tell which";
  const text = `${called(call)}: sent ${sends.length} times, answered ${replies.length} times: ${where}.`;
  return { ...base, text, kind: isAtServer ? "dropped-by-server" : "call-or-reply" };
}

/** Waits of connections that a loss made. */
function streamFindings(calls: readonly Call[]): readonly Finding[] {
  const streams = calls.filter(({ transport }) => transport === "tcp");
  const flows = groupedBy(streams, ({ half }) => half.flow);
  return [...flows].flatMap(([flow, own]) =>
    flow.waits.all.flatMap((wait): readonly Finding[] => {
      if (wait.kind === "late") return [];
      const touched = own.filter(({ sends, replies }) => {
        const [from, to] = [sends[0]?.firstNs ?? Infinity, replies[0]?.timeNs ?? Infinity];
        return from <= wait.startNs && wait.endNs <= to;
      });
      const base = { calls: touched.map(({ number }) => number), frames: wait.frames, ns: wait.endNs - wait.startNs };
      const [first, last] = [wait.frames[0], wait.frames.at(-1)];
      if (wait.kind === "filled") {
        const text =
          `Bytes from ${wait.from} were missing since packet ${first} and came in packet ${last}: they ` +
          `were lost before the point of recording.`;
        return [{ ...base, text, kind: "before" }];
      }
      const text =
        `Bytes from ${wait.from} were recorded in packet ${first} and again in packet ${last}: they, or ` +
        `their acknowledgement, were lost behind the point of recording.`;
      return [{ ...base, text, kind: "after" }];
    }),
  );
}

/** Both ends send again when one segment is lost that had bytes and the acknowledgement of others: that is one loss. */
function lossesOf(waits: readonly Finding[]): number {
  let [losses, last] = [0, -1];
  const firstOf = ({ frames }: Finding): number => itemAt(frames, 0, "packet");
  for (const wait of waits.toSorted((a, b) => firstOf(a) - firstOf(b))) {
    if (firstOf(wait) > last) losses += 1;
    last = Math.max(last, lastItem(wait.frames, "packet"));
  }
  return losses;
}

export function whereLost(recorded: Recorded): Answer {
  const { calls, holes, unseenBytes } = recorded;
  const datagrams = present(calls, (call) => datagramFinding(call, recorded));
  const unreachable = calls.flatMap((call): readonly Finding[] => {
    if (call.unreachable === null) return [];
    const { frame, text } = call.unreachable;
    const said = `${called(call)}: packet ${frame} says that it did not arrive: ${text}.`;
    return [{ text: said, calls: [call.number], frames: [...framesOf(call), frame], kind: "unreachable", ns: null }];
  });
  const findings = [...datagrams, ...streamFindings(calls), ...unreachable];
  const count = (...kinds: readonly string[]): number => findings.filter(({ kind }) => kinds.includes(kind)).length;
  const open = calls.filter(({ replies, unreachable: told }) => replies.length === 0 && told === null).length;
  const [before, either] = [count("before"), count("call-or-reply")];
  const after = count("reply-after") + lossesOf(findings.filter(({ kind }) => kind === "after"));
  const [dropped, nothing, told] = [count("dropped-by-server"), count("not-lost"), count("unreachable")];
  const parts = [
    ...(before > 0 ? [`${someWere(before, "packet")} lost before the point of recording`] : []),
    ...(after > 0 ? [`${someWere(after, "packet")} lost or late behind the point of recording`] : []),
    ...(dropped > 0 ? [`${someWere(dropped, "packet")} lost in the server’s machine`] : []),
    ...(told > 0 ? [`${someWere(told, "packet")} lost by the word of ICMP`] : []),
    ...(either > 0 ? [`${someWere(either, "packet")} lost at a place that the file does not show`] : []),
  ];
  const missed =
    unseenBytes > 0 ? ` The recorder missed ${unseenBytes} bytes, in ${some(holes, "gap")}: those were not lost.` : "";
  const silent = open > 0 ? ` Nobody can tell of ${some(open, "call")} without a reply.` : "";
  const patient = nothing > 0 ? ` ${someWere(nothing, "call")} sent again though nothing was lost.` : "";
  const losses = parts.length === 0 ? "No loss is to be seen" : listed(parts);
  const text = `${losses}.${patient}${missed}${silent}`;
  return { question: "where-lost", verdict: parts.length === 0 ? "none" : "lost", text, findings, assumed: [] };
}
