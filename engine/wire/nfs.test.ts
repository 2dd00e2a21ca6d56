import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dissect } from "./layers.ts";
import { encodeNfsCall, encodeNfsReply, handleInLookup, NFS, NFS_BLOCK, NFS_HANDLE, parseNfsCall } from "./nfs.ts";
import type { NfsCall, NfsReply } from "./nfs.ts";
import { station } from "./station.ts";
import { encodeRpc, NO_AUTH } from "./sunrpc.ts";
import { encodeUdpFrame } from "./udp-frame.ts";

const handle = fc.uint8Array({ minLength: NFS_HANDLE, maxLength: NFS_HANDLE });
const offset = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const anyCall: fc.Arbitrary<NfsCall> = fc.oneof(
  fc.record({ what: fc.constant("getattr" as const), handle }),
  fc.record({ what: fc.constant("lookup" as const), handle, name: fc.stringMatching(/^[a-z0-9.]{1,40}$/) }),
  fc.record({ what: fc.constant("read" as const), handle, offset, count: fc.nat(NFS_BLOCK) }),
  fc.record({ what: fc.constant("write" as const), handle, offset, data: fc.uint8Array({ maxLength: 300 }) }),
);

const FILE = { file: 1001, size: 98_304, isDirectory: false };
const [CLIENT, SERVER] = [
  { ...station(1), port: 1023 },
  { ...station(3), port: 2049 },
];

const layersOfCall = (call: NfsCall) => {
  const head = { kind: "call", xid: 1, program: 100_003, version: 2, procedure: NFS[call.what] } as const;
  const message = encodeRpc({ ...head, credentials: NO_AUTH, verifier: NO_AUTH }, encodeNfsCall(call));
  return dissect(encodeUdpFrame(message, CLIENT, SERVER));
};
const layersOfReply = (reply: NfsReply) => {
  const head = { kind: "accepted", xid: 1, verifier: NO_AUTH, status: "SUCCESS" } as const;
  return dissect(encodeUdpFrame(encodeRpc(head, encodeNfsReply(reply)), SERVER, CLIENT));
};
const textsOf = (layers: ReturnType<typeof dissect>): readonly string[] =>
  layers.find(({ name }) => name === "NFS")?.fields.map(({ name, text }) => `${name} ${text}`) ?? [];

describe("a call of NFS", () => {
  it("comes back from its bytes, in whole units of four", () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const bytes = encodeNfsCall(call);
        expect(bytes.length % 4).toBe(0);
        expect(parseNfsCall(NFS[call.what], bytes)).toEqual(call);
      }),
    );
  });

  it("of another procedure, or cut short, is refused", () => {
    expect(() => parseNfsCall(9, new Uint8Array(40))).toThrow("procedure: got 9, want 1, 4, 6 or 8");
    expect(() => parseNfsCall(NFS.read, new Uint8Array(40))).toThrow("NFS READ");
    expect(() => parseNfsCall(NFS.getattr, new Uint8Array(8))).toThrow("NFS call");
  });

  it("is a layer of its own, whose fields cover all its bytes but the file’s", () => {
    const read = layersOfCall({ what: "read", handle: new Uint8Array(32), offset: 8192, count: NFS_BLOCK });
    expect(read.map(({ name }) => name)).toEqual(["Ethernet", "IPv4", "UDP", "Sun RPC", "NFS"]);
    expect(textsOf(read)).toEqual(["file handle file 0", "offset 8192", "count 8192", "total count 0"]);
    expect(textsOf(layersOfCall({ what: "lookup", handle: new Uint8Array(32), name: "file1001" }))).toEqual([
      "file handle file 0",
      "length 8",
      "name file1001",
    ]);
    const write = layersOfCall({ what: "write", handle: new Uint8Array(32), offset: 0, data: new Uint8Array(100) });
    expect(write.slice(-2).map(({ name, length }) => `${name} ${length}`)).toEqual(["NFS 48", "data 100"]);
  });
});

describe("a reply of NFS", () => {
  it("is told by its length: attributes, a handle before them, or data behind them", () => {
    expect(textsOf(layersOfReply({ what: "write", file: FILE }))).toContain("size 98304");
    const found = layersOfReply({ what: "lookup", handle: new Uint8Array(32).fill(1), file: FILE });
    expect(textsOf(found)[1]).toBe("file handle file 16843009");
    const read = layersOfReply({ what: "read", file: FILE, data: new Uint8Array(100) });
    expect(textsOf(read).at(-1)).toBe("length 100");
    expect(read.at(-1)?.name).toBe("data");
  });

  it("of a LOOKUP has the handle behind its status", () => {
    const bytes = encodeNfsReply({ what: "lookup", handle: new Uint8Array(32).fill(7), file: FILE });
    expect(handleInLookup(bytes)).toEqual(new Uint8Array(32).fill(7));
  });
});
