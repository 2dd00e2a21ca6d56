/** The names in a figure of a call: of its packets, and of the silences that its axis folds. */
import type { TextRun } from "../draw/scene.ts";
import { packetName } from "../words/sentences.ts";
import { durationText, roughText } from "../words/times.ts";
import type { Stretch } from "./folds.ts";
import { packetRemark } from "./row-names.ts";
import type { CallStory, ShownPacket } from "./story.ts";

/** "Call packet, sent again": equal for packets that have the same name in a figure. */
export function packetTitle({ kind, fate, origin, delayed }: ShownPacket): string {
  const remark = packetRemark(fate, origin, delayed);
  return remark === "" ? packetName(kind) : `${packetName(kind)}, ${remark}`;
}

/** The name of a packet in the figure, from the fullest to the shortest. */
export function packetRuns(packet: ShownPacket): readonly (readonly TextRun[])[] {
  const name: TextRun = {
    text: packetTitle(packet),
    bold: true,
    ...(packet.fate === "lost" ? { ink: "lost" as const } : {}),
  };
  const wire = durationText(packet.arrives - packet.departs - packet.delayed);
  const size: TextRun = { text: `${packet.bytes} bytes`, ink: "ink-2" };
  return [[name, { ...size, text: `${size.text}, ${wire}` }], [name, size], [name]];
}

/**
 * The words for a fold: its length and the reason, "598 ms: waits for the retransmission timer", "9.9 s: nothing
 * happens".
 */
export function foldText({ story }: { readonly story: CallStory }, fold: Stretch): string {
  const wait = story.findWait(({ from, to }) => from <= fold.from && to >= fold.to);
  const reason = wait?.reason() ?? "waits";
  return `${roughText(fold.to - fold.from)}: ${reason === "waits" ? "nothing happens" : reason}`;
}
