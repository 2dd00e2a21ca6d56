/** The packets of the protocol whose rules a reader writes, which UDP carries. */
import { field, header } from "./header.ts";
import { packetTable, type PacketTable } from "./packet-table.ts";

export const WRITTEN_PORT = 5010; // ours

const WRITTEN_HEADER = header("written header", "Ours.", {
  kind: field("kind", 0, 32, "1 call, 2 result, 3 acknowledgement, 4 reject"),
  number: field("number", 4, 32, "that the client has given the call"),
  life: field("life", 8, 32, "of the server: from it, or as the client knows it; 1, and one more after each restart"),
});

type WrittenKind = "call" | "result" | "acknowledgement" | "reject";

// The type is written, because the types of the package name it.
export const WRITTEN: PacketTable<WrittenKind, "kind" | "number" | "life"> = packetTable({
  name: "Written RPC",
  header: WRITTEN_HEADER,
  kinds: {
    call: [1, "request"],
    result: [2, "reply"],
    acknowledgement: [3, "acknowledgement"],
    reject: [4, "other"],
  },
  below: "UDP",
  keys: [WRITTEN_PORT],
  call: ({ number }) => ({ call: number, identity: [number] }),
  failed: ["reject"],
});
