/** The words of packets in a figure: of one, or of a band of them. */
import { numberAt, sumAt } from "../../engine/kernel/reads.ts";
import type { TextRun } from "../draw/scene.ts";
import { packetRemark } from "../trace/row-names.ts";
import { shownPacket } from "../trace/story.ts";
import { grouped } from "../words/numbers.ts";
import { capital, packetName } from "../words/sentences.ts";
import { durationText } from "../words/times.ts";
import { seatName } from "./arrange.ts";
import { countOf } from "./groups.ts";
import type { Group } from "./groups.ts";
import type { Rails } from "./rails.ts";
import type { PacketStream } from "./traffic.ts";

export interface PacketWords {
  /** Its name, and what it came to: equal packets have equal titles. */
  readonly title: string;
  /** Name with numbers, from the fullest to the shortest. */
  readonly full: readonly (readonly TextRun[])[];
  /** The kind of a band's packets with their number; none of a single packet. */
  readonly counted: readonly (readonly TextRun[])[];
  /** Names alone, from the longest to one word. */
  readonly long: readonly TextRun[];
  readonly short: readonly TextRun[];
  /** The kind, and whether it was sent again, whatever became of it. */
  readonly again: readonly TextRun[];
  readonly kind: readonly TextRun[];
}

export function packetWords(rails: Rails, group: Group<PacketStream>): PacketWords {
  const { stream, first, last } = group;
  const count = countOf(group);
  const row = numberAt(stream.rows, first);
  const packet = shownPacket(rails.trace, rails.shown.plan, row, stream.mine);
  const { fate, origin } = packet;
  // Some of a band were delayed for longer than others.
  const remark = count > 1 && stream.manner === "late" ? "delayed" : packetRemark(rails.trace, row);
  const ink = fate === "lost" ? ({ ink: "lost" } as const) : {};
  const name = (text: string): TextRun => ({ text: remark === "" ? text : `${text}, ${remark}`, bold: true, ...ink });
  const isWired = rails.frame.wire !== null;
  const kind = capital(stream.kind);
  const long = name(
    isWired ? packetName(stream.kind) : `${kind} to ${seatName(rails.frame.arrangement, stream.target)}`,
  );
  const size = sumAt(stream.bytes, last + 1) - sumAt(stream.bytes, first);
  const bytes = size === 0 ? "" : `${grouped(size, 0)} bytes`; // a trace of services does not say it
  const unit = count === 1 ? bytes : `${grouped(count, 0)} ${unitOf(rails, group)}s`;
  const flight = packet.arrives - packet.departs - packet.delayed;
  // A capture knows the one moment at which a packet passed it.
  const more = count > 1 ? bytes : flight === 0 ? "" : durationText(flight);
  const numbers = (text: string): TextRun => ({ text, ink: "ink-2" });
  const withNumbers = (...parts: readonly string[]): readonly TextRun[] => {
    const text = parts.filter((part) => part !== "").join(", ");
    return text === "" ? [long] : [long, numbers(text)];
  };
  return {
    title: long.text,
    full: [withNumbers(unit, more), withNumbers(unit)],
    counted: count === 1 ? [] : [[name(kind), numbers(unit)]],
    long: [long],
    short: [name(kind)],
    again: [{ text: origin === "retransmission" ? `${kind}, sent again` : kind, bold: true }],
    kind: [{ text: kind, bold: true }],
  };
}

/**
 * The byte of a frame that names TCP, where Ethernet carries IPv4, and its value there. They stand in engine/wire, too,
 * with all of its formats, which no figure needs.
 */
export const PROTOCOL_AT = 23;
export const TCP = 6;

/** TCP's packets are segments. */
function unitOf({ trace }: Rails, { stream, first }: Group<PacketStream>): string {
  const { packets, frames } = trace;
  const row = numberAt(stream.rows, first);
  const protocol = frames[numberAt(packets.frameAt, row) + PROTOCOL_AT];
  return numberAt(packets.frameLength, row) > 0 && protocol === TCP ? "segment" : "packet";
}
