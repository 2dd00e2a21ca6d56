/**
 * Messages of calls that are streams on one TCP connection. What they carry is what HTTP/2 and gRPC carry: the stream's
 * number and the length of its data. The layout is ours: no compressed headers, no window of a stream, no settings.
 */
import { field, header } from "./header.ts";
import { streamTable, type StreamMessage } from "./stream-table.ts";

/** The port of gRPC's examples. */
export const STREAMS_PORT = 50_051;
const MAGIC = 0x5354; // "ST"

const STREAMS_HEADER = header("Stream of calls, message header", "Ours, after HTTP/2 (RFC 9113) and gRPC.", {
  magic: field("magic", 0, 16, "5354, “ST”: a message begins", { max: MAGIC }),
  kind: field("kind", 2, 16, "1 call, 2 reply"),
  number: field("stream", 4, 32, "of the call, the same in the reply"),
  bytes: field("bytes", 8, 32, "of data behind the header"),
});

export const STREAMS = streamTable({
  name: "Streams of calls",
  header: STREAMS_HEADER,
  magic: MAGIC,
  kinds: { call: [1, "request"], reply: [2, "reply"] },
  port: STREAMS_PORT,
  call: ({ number }) => number,
});

export type StreamsMessage = StreamMessage<"call" | "reply", "number">;
