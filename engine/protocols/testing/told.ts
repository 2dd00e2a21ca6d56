/** For tests: times, bytes, inputs, states and effects as a trace tells them. */
import { millis, type Nanos } from "../../kernel/time.ts";

export interface Tagged {
  readonly tag: string;
}

/** How things are told, by their tag. A kind that is left out is told by its tag alone. */
export type Sentences<Thing extends Tagged> = {
  readonly [Tag in Thing["tag"]]?: (thing: Extract<Thing, { readonly tag: Tag }>) => string;
};

/** The thing's sentence. */
export function tell<Thing extends Tagged>(sentences: Sentences<Thing>, thing: Thing): string {
  const sentence = sentences[thing.tag as Thing["tag"]] as ((thing: Thing) => string) | undefined;
  return sentence === undefined ? thing.tag : sentence(thing);
}

/** `599ms`, `1.2s`: from a second on always seconds, so that times can be subtracted in the head. */
export function formatTime(nanos: Nanos): string {
  const ms = Math.round(nanos / millis(0.001)) / 1000;
  return ms < 1000 ? `${ms}ms` : `${Math.round(ms * 1000) / 1e6}s`;
}

const isText = (data: Uint8Array): boolean => data.every((byte) => byte >= 0x20 && byte < 0x7f);

/** ` "a"`: bytes as text in quotes, where they are text. */
export function formatData(data: Uint8Array): string {
  if (data.length === 0) return "";
  return isText(data) ? ` "${String.fromCharCode(...data)}"` : ` (${data.length} bytes)`;
}

/** The procedure of every trace: its argument in capitals. */
export const capitals = (argument: Uint8Array): Uint8Array =>
  argument.map((byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte));
