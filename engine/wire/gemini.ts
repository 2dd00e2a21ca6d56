/**
 * Messages of Gemini's parallel calls on a TCP connection. That TCP carries them is a fact (MultiRPC paper §VII); how a
 * message is marked off in the stream, its fields and the port are ours.
 */
import { field, header } from "./header.ts";
import { streamTable, type StreamMessage } from "./stream-table.ts";

/** Ours. */
export const GEMINI_PORT = 2050;
const MAGIC = 0x474d; // "GM"

const GEMINI_HEADER = header("Gemini message header", "Ours; the stream is TCP’s (MultiRPC paper §VII).", {
  magic: field("magic", 0, 16, "474d, “GM”: a message begins", { max: MAGIC }),
  kind: field("kind", 2, 16, "1 call, 2 reply"),
  number: field("number", 4, 32, "of the parallel call, the same in the reply"),
  bytes: field("bytes", 8, 32, "of data behind the header"),
});

export const GEMINI = streamTable({
  name: "Gemini",
  header: GEMINI_HEADER,
  magic: MAGIC,
  kinds: { call: [1, "request"], reply: [2, "reply"] },
  port: GEMINI_PORT,
  call: ({ number }) => number,
});

export type GeminiMessage = StreamMessage<"call" | "reply", "number">;
