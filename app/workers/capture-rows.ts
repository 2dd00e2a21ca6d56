/** What the page shows of a capture: its summary, a row for each call, answers to questions. Times in nanoseconds. */
import { tookNs } from "../../engine/capture/call.ts";
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
  /** What it is about: a file’s name, or its handle. */
  readonly object: string;
  readonly at: number; // from the first packet of the capture
  readonly took: number | null; // null: no reply
  readonly again: number; // how often it was sent again
  readonly status: string; // "ok", "NFS3ERR_NOENT", "no reply"
  readonly isBad: boolean;
}

export type AskedId = "twice" | "slow" | "gaps" | "lost";

export interface CaptureAnswer {
  /** The first sentence is the answer; the others say why. */
  readonly sentences: readonly string[];
  /** The calls that show it, by their numbers. */
  readonly calls: readonly number[];
}

export type CaptureAnswers = Readonly<Partial<Record<AskedId, CaptureAnswer>>>;

const OK = /^(?:SUCCESS|NFS\w*_OK|NFS_OK|MNT\w*_OK|ok)$/i;

const statusWord = (text: string): string => (text === "open" ? "no reply" : OK.test(text) ? "ok" : text);

export function rowOf(call: Call): CallRow {
  const { number, client, server, programName, version, procedureName, object, handle, sends, replies } = call;
  const status = statusWord(statusText(call));
  return {
    number,
    client: hostOf(client),
    server: hostOf(server),
    program: programName === null ? "not seen" : version === null ? programName : `${programName} ${version}`,
    procedure: procedureName ?? "not seen",
    object: object ?? handle ?? "",
    at: sends[0]?.firstNs ?? replies[0]?.firstNs ?? 0,
    took: tookNs(call),
    again: Math.max(0, sends.length - 1),
    status: sends.length === 0 ? `${status}, call not seen` : status,
    isBad: replies[0]?.isFailed ?? true,
  };
}

const LEAST_RESOLUTION = 1000; // ns: files that say nothing count microseconds

export function summaryOf(name: string, dissection: Dissection): Summary {
  const { reader, clock, others, callCount, endNs, counts } = dissection;
  const { facts } = reader;
  const cut = facts.cutFrames === 0 ? [] : [`${facts.cutFrames} packets are longer than what the file holds of them.`];
  const dropped = facts.dropped === 0 ? [] : [`The recorder says that it dropped ${facts.dropped} packets.`];
  const holes =
    counts.holes === 0
      ? []
      : [`${counts.unseenBytes} bytes of connections with calls are not in the file, in ${counts.holes} gaps.`];
  return {
    name,
    frames: facts.frames,
    lengthNs: endNs,
    calls: callCount,
    notes: [...facts.notes.map(({ text }) => text), ...cut, ...dropped, ...holes],
    others: [...others.byName].map(([what, { packets }]) => ({ name: what, packets })),
    resolutionNs: Math.max(facts.declaredResolutionNs ?? LEAST_RESOLUTION, clock.resolutionNs() ?? 1),
  };
}
