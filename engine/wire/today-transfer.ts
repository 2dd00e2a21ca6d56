/**
 * Messages of a client and a server on a TCP connection of today: a handshake's flights, a request, a reply. Each has a
 * header with its number and the length of its data, as HTTP has a length. The layout is ours.
 */
import { field, header } from "./header.ts";
import { streamTable, type StreamMessage } from "./stream-table.ts";

/** A port that is free for any use (RFC 6335 §6), so that no reader of captures takes the messages for others. */
export const TRANSFER_PORT = 50_080;
const MAGIC = 0x5446; // "TF"

const TRANSFER_HEADER = header("Transfer, message header", "Ours.", {
  magic: field("magic", 0, 16, "5446, “TF”: a message begins", { max: MAGIC }),
  kind: field("kind", 2, 16, "1 hello, 2 call, 3 reply"),
  number: field("number", 4, 32, "of the call"),
  bytes: field("bytes", 8, 32, "of data behind the header"),
  total: field("total", 12, 32, "bytes of the message, which may come in several pieces"),
});

export const TRANSFER = streamTable({
  name: "Transfer",
  header: TRANSFER_HEADER,
  magic: MAGIC,
  kinds: { hello: [1, "other"], call: [2, "request"], reply: [3, "reply"] },
  port: TRANSFER_PORT,
  call: ({ number }) => number,
});

export type TransferMessage = StreamMessage<"hello" | "call" | "reply", "number" | "total">;
