/** Peregrine RPC on any machine and network. */
import type { ChannelsHost } from "../../protocols/channels.ts";
import { peregrineEnds } from "../../protocols/peregrine/ends.ts";
import { PEREGRINE, PEREGRINE_FRAGMENT, PEREGRINE_PORT, type PeregrinePacket } from "../../wire/peregrine.ts";
import type { Message, Portable } from "../portable/portable.ts";
import { overUdp } from "../world/formats.ts";

const FORMAT = overUdp(PEREGRINE_PORT, PEREGRINE);

function messageOf({ kind, place, fragments }: PeregrinePacket): Message | null {
  if (kind !== "call" && kind !== "result") return null;
  return { of: kind === "call" ? "request" : "reply", isFirst: place === 0, isLast: place === fragments - 1 };
}

export const PORTABLE: Portable<ChannelsHost, PeregrinePacket> = {
  title: "Peregrine RPC",
  sums: false,
  ends: () => peregrineEnds({ fragmentBytes: PEREGRINE_FRAGMENT, without: [] }),
  format: () => FORMAT,
  dataOf: ({ data }) => data.length,
  messageOf,
};
