/** What the page shows of a capture: its summary, a row for each call, answers to questions. Times in nanoseconds. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { tookNs } from "../../engine/capture/call.ts";
import type { Answer } from "../../engine/capture/ask/recorded.ts";
import type { Call } from "../../engine/capture/call.ts";
import type { Dissection } from "../../engine/capture/dissection.ts";
import { statusText } from "../../engine/capture/outline.ts";
import { hostOf } from "../../engine/capture/traced.ts";

export interface Summary {
  readonly name: string;
  readonly frames: number;
  /** From the first packet to the last. */
  readonly lengthNs: number;
  readonly calls: number;
  /** Sentences on what could not be read, and where. */
  readonly notes: readonly string[];
  /** What is not ours, by name, and how many packets of it. */
  readonly others: readonly { readonly name: string; readonly packets: number }[];
  /** What the clock of the capture tells apart. */
  readonly resolutionNs: number;
}

export interface CallRow {
  readonly number: number; // from 1
  readonly client: string;
  readonly server: string;
  readonly program: string; // "NFS 3"
  readonly procedure: string; // "READ"
  /** What it is about: its values in short, a file’s name, or its handle. */
  readonly object: string;
  readonly at: number; // from the first packet of the capture
  readonly took: number | null; // null: no reply
  readonly again: number; // how often it was sent again
  readonly status: string; // "ok", "NFS3ERR_NOENT", "no reply"
  readonly isBad: boolean;
}

/** A question and its answer; the findings that a page shows, and all the calls that they are of. */
export interface CaptureAnswer extends Pick<Answer, "text" | "assumed"> {
  readonly findings: readonly { readonly text: string; readonly calls: readonly number[] }[];
  readonly left: number; // findings beyond those
  readonly calls: readonly number[];
}

const SHOWN_FINDINGS = 50;

export function shownAnswer({ text, assumed, findings }: Answer): CaptureAnswer {
  return {
    ...{ text, assumed },
    findings: findings.slice(0, SHOWN_FINDINGS).map((one) => ({ text: one.text, calls: one.calls })),
    left: Math.max(0, findings.length - SHOWN_FINDINGS),
    calls: [...new Set(findings.flatMap(({ calls }) => calls))],
  };
}

const OK = /^(?:SUCCESS|NFS\w*_OK|NFS_OK|MNT\w*_OK|ok)$/i;

const statusWord = (text: string): string => (text === "open" ? "no reply" : OK.test(text) ? "ok" : text);

const programOf = ({ programName, version }: Call): string =>
  programName === null ? "not seen" : version === null ? programName : `${programName} ${version}`;

/** Calls of one procedure: "NFS 3 READ". */
export const groupOf = (call: Call): string => `${programOf(call)} ${call.procedureName ?? "not seen"}`;

/** @param values what its interface file says of it, in short; null without one */
export function rowOf(call: Call, values: string | null): CallRow {
  const { number, client, server, procedureName, object, handle, sends, replies } = call;
  const status = statusWord(statusText(call));
  return {
    number,
    client: hostOf(client),
    server: hostOf(server),
    program: programOf(call),
    procedure: procedureName ?? "not seen",
    object: values ?? object ?? handle ?? "",
    at: (sends[0] ?? itemAt(replies, 0, "reply")).firstNs,
    took: tookNs(call),
    again: Math.max(0, sends.length - 1),
    status: sends.length === 0 ? `${status}, call not seen` : status,
    isBad: replies[0]?.isFailed ?? true,
  };
}

const LEAST_RESOLUTION = 1000; // ns: files that say nothing count microseconds

/** @param kept calls that stand in the list */
export function summaryOf(name: string, dissection: Dissection, kept: number): Summary {
  const { reader, clock, others, callCount, endNs, counts } = dissection;
  const { facts } = reader;
  const cut = facts.cutFrames === 0 ? [] : [`${facts.cutFrames} packets are longer than what the file holds of them.`];
  const dropped = facts.dropped === 0 ? [] : [`The recorder says that it dropped ${facts.dropped} packets.`];
  const holes =
    counts.holes === 0
      ? []
      : [`${counts.unseenBytes} bytes of connections with calls are not in the file, in ${counts.holes} gaps.`];
  const more = callCount === kept ? [] : [`The list has the first ${kept} of ${callCount} calls.`];
  return {
    name,
    frames: facts.frames,
    lengthNs: endNs,
    calls: callCount,
    notes: [...facts.notes.map(({ text }) => text), ...cut, ...dropped, ...holes, ...more],
    others: [...others.byName].map(([what, { packets }]) => ({ name: what, packets })),
    resolutionNs: Math.max(facts.declaredResolutionNs ?? LEAST_RESOLUTION, clock.resolutionNs() ?? 1),
  };
}
