/** Sprite RPC on any machine and network. */
import { allOf } from "../../protocols/fragments.ts";
import { spriteEnds, type SpriteHost } from "../../protocols/sprite/ends.ts";
import { decodeSpriteFrame, encodeSpriteFrame, SPRITE_FRAGMENT, type SpritePacket } from "../../wire/sprite.ts";
import type { Message, Portable } from "../portable/portable.ts";
import { SMALL_NET } from "../world/addresses.ts";
import type { FrameFormat } from "../world/ends-run.ts";

const SERVER = 1;
/** Of the server’s process that serves a channel: ours, as the facts say only that the header has a hint. */
const hintOf = (channel: number): number => channel;

export const FORMAT: FrameFormat<SpritePacket> = {
  write: (packet, from, to) =>
    encodeSpriteFrame(
      packet,
      { client: (from === SERVER ? to : from) + 1, server: SERVER + 1, hint: hintOf(packet.channel) },
      { from: SMALL_NET.stationOf(from), to: SMALL_NET.stationOf(to) },
    ),
  read: decodeSpriteFrame,
};

export function messageOf({ kind, mask, fragments }: SpritePacket): Message | null {
  if (kind !== "request" && kind !== "reply") return null;
  return { of: kind, isFirst: mask === 1, isLast: mask > allOf(fragments) / 2 };
}

/** The gap that a Sun-3/75 asks for. */
const GAP_US = 500;

export const PORTABLE: Portable<SpriteHost, SpritePacket> = {
  title: "Sprite RPC",
  sums: false,
  ends: () => spriteEnds({ fragmentBytes: SPRITE_FRAGMENT, gapUs: GAP_US, without: [] }),
  format: () => FORMAT,
  dataOf: ({ data }) => data.length,
  messageOf,
};
