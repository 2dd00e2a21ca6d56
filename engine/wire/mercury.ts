/**
 * Messages of Mercury's call streams. The stream, its order and that several calls share a packet are facts; that the
 * stream is a TCP connection, and all of the header, are ours.
 */
import { field, header } from "./header.ts";
import { streamTable, type StreamMessage } from "./stream-table.ts";

/** Ours. */
export const MERCURY_PORT = 2051;
const MAGIC = 0x4d43; // "MC"
/** The last of the calls that left together: the replies to the others are to leave with its own. */
export const LAST = 1;

const MERCURY_HEADER = header("Mercury message header", "Ours; facts give streams and their order alone.", {
  magic: field("magic", 0, 16, "4d43, “MC”: a message begins", { max: MAGIC }),
  kind: field("kind", 2, 8, "1 call, 2 reply"),
  flags: field("flags", 3, 8, "1: the last of the calls that left together", { max: LAST, flags: { last: LAST } }),
  number: field("number", 4, 32, "of the call on its stream, the same in the reply"),
  bytes: field("bytes", 8, 32, "of data behind the header"),
});

export const MERCURY = streamTable({
  name: "Mercury",
  header: MERCURY_HEADER,
  magic: MAGIC,
  kinds: { call: [1, "request"], reply: [2, "reply"] },
  port: MERCURY_PORT,
  call: ({ number }) => number,
});

export type MercuryMessage = StreamMessage<"call" | "reply", "flags" | "number">;
