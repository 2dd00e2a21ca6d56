/** The packets of the echo protocol of a test, which UDP carries. */
import { field, header } from "./header.ts";
import { packetTable, type PacketTable } from "./packet-table.ts";

export const ECHO_PORT = 7; // RFC 862

const ECHO_HEADER = header("echo header", "A test’s; the layout is ours.", {
  kind: field("kind", 0, 32, "1 call, 2 result"),
  number: field("number", 4, 32, "of the call"),
});

// The type is written, because the types of the package name it.
export const ECHO: PacketTable<"call" | "result", "kind" | "number"> = packetTable({
  name: "Echo",
  header: ECHO_HEADER,
  kinds: { call: [1, "request"], result: [2, "reply"] },
  below: "UDP",
  keys: [ECHO_PORT],
});
