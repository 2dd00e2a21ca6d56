/** Sun RPC messages and records against those of libtirpc 1.3.3 and rpcbind, both ways. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digitsOf, u32 as unitAt } from "./bytes.ts";
import { WireError } from "./error.ts";
import {
  CALLIT,
  CALLIT_RESULT,
  encodeCallit,
  encodeCallitResult,
  encodeMapping,
  parseMapping,
  PORTMAP,
  PORTMAP_PROGRAM,
} from "./portmap.ts";
import recorded from "./sunrpc-fixtures/vectors.json" with { type: "json" };
import { encodeIdentity, parseIdentity } from "./sunrpc-auth.ts";
import { encodeRecord, MARK_BYTES, RecordReader } from "./sunrpc-record.ts";
import {
  ACCEPT_STATUS,
  AUTH_STATUS,
  encodeRpc,
  NO_AUTH,
  parseRpc,
  rpcBytes,
  type Auth,
  type RpcMessage,
} from "./sunrpc.ts";
import { fromHex } from "./test-bytes.ts";

/** A message as the recordings write it. */
function told(message: RpcMessage): Record<string, unknown> {
  const auth = ({ flavor, body }: Auth): unknown => ({ flavor, body: digitsOf(body) });
  const { xid } = message;
  switch (message.kind) {
    case "call": {
      const { program: prog, version: vers, procedure: proc, credentials, verifier } = message;
      return { xid, mtype: "CALL", rpcvers: 2, prog, vers, proc, cred: auth(credentials), verf: auth(verifier) };
    }
    case "accepted": {
      const versions = message.status === "PROG_MISMATCH" ? { low: message.low, high: message.high } : {};
      const { verifier, status: accept_stat } = message;
      return { xid, mtype: "REPLY", stat: "MSG_ACCEPTED", verf: auth(verifier), accept_stat, ...versions };
    }
    case "denied": {
      const why =
        message.reason === "AUTH_ERROR" ? { auth_stat: message.why } : { low: message.low, high: message.high };
      return { xid, mtype: "REPLY", stat: "MSG_DENIED", reject_stat: message.reason, ...why };
    }
  }
}

const messages = recorded.vectors.filter(({ type }) => type === "rpc_msg");
const records = recorded.vectors.filter(({ type }) => type === "tcp record");

describe("a recorded message", () => {
  it("is one of 81", () => expect(messages).toHaveLength(81));

  it.each(messages)("$name", ({ value, hex }) => {
    const bytes = fromHex(hex);
    const { message, body } = parseRpc(bytes, 0, bytes.length);
    const { args, results, cred, ...header } = value as Record<string, unknown> & { cred?: { authsys?: unknown } };
    const { authsys, ...credentials } = cred ?? {};
    expect(told(message)).toEqual({ ...header, ...(cred === undefined ? {} : { cred: credentials }) });
    expect(digitsOf(bytes.subarray(body))).toBe(args ?? results ?? "");
    expect(rpcBytes(message)).toBe(body);
    expect(digitsOf(encodeRpc(message, bytes.subarray(body)))).toBe(hex);
    if (message.kind !== "call") return;
    if (authsys !== undefined) {
      const { machine, ...numbers } = parseIdentity(message.credentials);
      expect({ ...numbers, machinename: machine }).toEqual(authsys);
      expect(encodeIdentity({ machine, ...numbers })).toEqual(message.credentials);
    }
    const hasMapping = message.procedure >= PORTMAP.set && message.procedure <= PORTMAP.getport;
    if (message.program === PORTMAP_PROGRAM && hasMapping) {
      expect(digitsOf(encodeMapping(parseMapping(bytes, body)))).toBe(args);
    }
  });
});

describe("a recorded record", () => {
  it("is one of 15", () => expect(records).toHaveLength(15));

  it.each(records)("$name", ({ value, hex }) => {
    const { fragments, message } = value as { fragments: readonly number[]; message: string };
    const whole = new RecordReader().take(fromHex(hex));
    expect(whole.map((one) => ({ fragments: one.fragments, message: digitsOf(one.message) }))).toEqual([
      { fragments, message },
    ]);
    // All fragments but the last of what these programs send have one length.
    const [first = 0] = fragments;
    const isEven =
      fragments.slice(0, -1).every((length) => length === first) &&
      fragments.slice(-1).every((length) => length <= first);
    if (isEven) expect(digitsOf(encodeRecord(fromHex(message), first))).toBe(hex);
  });
});

const u32 = fc.nat({ max: 0xffff_ffff });
const auth = fc.record({ flavor: u32, body: fc.uint8Array({ maxLength: 400 }) });
const message: fc.Arbitrary<RpcMessage> = fc.oneof(
  fc.record({
    kind: fc.constant("call" as const),
    ...{ xid: u32, program: u32, version: u32, procedure: u32 },
    ...{ credentials: auth, verifier: auth },
  }),
  fc.record({
    kind: fc.constant("accepted" as const),
    xid: u32,
    verifier: auth,
    status: fc.constantFrom(...ACCEPT_STATUS.filter((status) => status !== "PROG_MISMATCH")),
  }),
  fc.record({
    kind: fc.constant("denied" as const),
    reason: fc.constant("RPC_MISMATCH" as const),
    ...{ xid: u32, low: u32, high: u32 },
  }),
  fc.record({
    kind: fc.constant("denied" as const),
    reason: fc.constant("AUTH_ERROR" as const),
    xid: u32,
    why: fc.constantFrom(...AUTH_STATUS),
  }),
);

describe("any message", () => {
  it("comes back from its bytes, wherever they stand", () => {
    fc.assert(
      fc.property(message, fc.uint8Array({ maxLength: 40 }), (sent, data) => {
        const bytes = encodeRpc(sent, data);
        const among = Uint8Array.of(1, 2, 3, ...bytes, 4);
        const { message: got, body } = parseRpc(among, 3, 3 + bytes.length);
        expect(got).toEqual(sent);
        expect(among.slice(body, 3 + bytes.length)).toEqual(data);
      }),
      { numRuns: 300 },
    );
  });

  it("with bytes changed or cut off is read as bytes that it stands for, or refused by a WireError", () => {
    const change = fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) });
    fc.assert(
      fc.property(message, fc.array(change, { maxLength: 3 }), fc.nat({ max: 30 }), (sent, changes, cut) => {
        const bytes = encodeRpc(sent, new Uint8Array(8));
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
        const end = Math.max(0, bytes.length - cut);
        try {
          const { message: got, body } = parseRpc(bytes, 0, end);
          expect(body).toBeLessThanOrEqual(end);
          expect(encodeRpc(got, bytes.subarray(body, end))).toEqual(bytes.slice(0, end));
        } catch (error) {
          if (!(error instanceof WireError)) throw error;
          expect(error.at).toBeLessThanOrEqual(end);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("of another RPC version is refused", () => {
    const bytes = encodeRpc(
      { kind: "call", xid: 1, program: 2, version: 3, procedure: 4, credentials: NO_AUTH, verifier: NO_AUTH },
      new Uint8Array(0),
    );
    bytes[11] = 3;
    expect(() => parseRpc(bytes, 0, bytes.length)).toThrow("Sun RPC call, byte 8, RPC version: got 3, want 2.");
  });
});

describe("a stream of records", () => {
  it("has fragments of a buffer of 4000 bytes, their mark included", () => {
    const [record] = new RecordReader().take(encodeRecord(new Uint8Array(5000)));
    expect(record?.fragments).toEqual([3996, 1004]);
  });

  const sent = fc.array(fc.uint8Array({ maxLength: 60 }), { minLength: 1, maxLength: 4 });

  it("gives every record whole, however the stream is cut", () => {
    fc.assert(
      fc.property(
        sent,
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 1, max: 30 })),
        (whole, most, cuts) => {
          const stream = whole.flatMap((one) => [...encodeRecord(one, most)]);
          const reader = new RecordReader();
          const got: Uint8Array[] = [];
          for (let at = 0, i = 0; at < stream.length; i++) {
            const size = cuts.length === 0 ? stream.length : (cuts[i % cuts.length] ?? 1);
            got.push(...reader.take(Uint8Array.from(stream.slice(at, at + size))).map(({ message: one }) => one));
            at += size;
          }
          expect(got).toEqual(whole);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("says where a length cannot be", () => {
    const reader = new RecordReader(100);
    expect(reader.take(encodeRecord(new Uint8Array(60)))).toHaveLength(1);
    expect(() => reader.take(Uint8Array.of(0, 0, 0, 101))).toThrow(
      `record mark, byte ${60 + MARK_BYTES}, length: got 101, want at most 100: a record has at most 100.`,
    );
  });
});

it("an indirect call and its result are the fields of their tables, then their data in whole units", () => {
  const data = Uint8Array.of(1, 2, 3, 4, 5);
  const call = encodeCallit({ program: 100, version: 2, procedure: 3, data });
  const { program, version, procedure, length } = CALLIT.fields;
  const values = [program, version, procedure, length].map(({ at }) => unitAt(call, at));
  expect([values, call.length - CALLIT.bytes]).toEqual([[100, 2, 3, 5], 8]);
  const result = encodeCallitResult(1111, data);
  const of = CALLIT_RESULT.fields;
  expect([unitAt(result, of.port.at), unitAt(result, of.length.at), result.length - CALLIT_RESULT.bytes]).toEqual([
    1111, 5, 8,
  ]);
});
