/** The readers and writers that are written by hand, held to the tables of their formats, whatever the values. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { u32 } from "./bytes.ts";
import { WireError } from "./error.ts";
import { emitEthernet, ETHERNET, parseEthernet } from "./ethernet.ts";
import { emitFirefly, FIREFLY, FIREFLY_BYTES, FIREFLY_FIRST_TYPE, FIREFLY_TYPES, parseFirefly } from "./firefly.ts";
import { encodeFlexHeader, FLEX, FLEX_BYTES, FLEX_CALLEE, FLEX_MAGIC, FLEX_REQUEST, FLEX_RESULT } from "./flexrpc.ts";
import { FLEX_RESULTS, FLEX_STATUSES, parseFlexHeader } from "./flexrpc.ts";
import { field, header, needFits, readHeader, showHeader, writeHeader, type Header } from "./header.ts";
import { DONT_FRAGMENT, emitIpv4, IPV4, ipv4Checksum, parseIpv4 } from "./ipv4.ts";
import { encodeRpc2, parseRpc2, RPC2, RPC2_VERSIONS, type Rpc2Packet } from "./rpc2.ts";
import { SECURITY_LEVEL, SECURITY_LEVELS } from "./rpc2-codes.ts";
import { encodeInit1, INIT1, INIT1_AT, parseInit1 } from "./rpc2-init.ts";
import { encodeSftp, parseSftp, SFTP, SFTP_OPCODES, SFTP_SUBSYSTEM, SFTP_VERSION } from "./sftp.ts";
import { emitTcp, parseTcp, TCP, tcpChecksum } from "./tcp.ts";
import { messageOf } from "./test-bytes.ts";
import { emitUdp, parseUdp, UDP, udpChecksum } from "./udp.ts";

type Numbers = Readonly<Record<string, number>>;

/** A format with its hands: the values that a valid header can have, and both ways between values and bytes. */
interface Hands {
  readonly header: Header;
  /** Values that make a whole header; those that follow from others are computed. */
  readonly values: fc.Arbitrary<Numbers>;
  /** Writes a header of these values by hand. */
  readonly emit: (values: Numbers) => Uint8Array;
  /** Reads it by hand and gives the same values back. */
  readonly parse: (bytes: Uint8Array) => Numbers;
}

/** Any values that the table allows, some of them held to fewer. */
function valuesOf(of: Header, only: Readonly<Record<string, fc.Arbitrary<number>>> = {}): fc.Arbitrary<Numbers> {
  const each = Object.entries(of.fields).map(([key, { min, max }]) => [
    key,
    only[key] ??
      (Number.isSafeInteger(max - min)
        ? fc.maxSafeInteger().map((n) => min + (Math.abs(n) % (max - min + 1)))
        : fc.constant(0)),
  ]);
  return fc.record(Object.fromEntries(each) as Record<string, fc.Arbitrary<number>>);
}

const pick = (...values: readonly number[]): fc.Arbitrary<number> => fc.constantFrom(...values);
const take = (values: Numbers, key: string): number => {
  const value = values[key];
  if (value === undefined) throw new Error(`There is no ${key}.`);
  return value;
};
const DATA = 8;
const ADDRESSES = { from: 0xc0000201, to: 0xc0000202 };

const ethernet: Hands = {
  header: ETHERNET,
  values: valuesOf(ETHERNET, { type: fc.integer({ min: 0x0600, max: 0xffff }) }),
  emit: (v) => {
    const bytes = new Uint8Array(ETHERNET.bytes);
    emitEthernet({ to: take(v, "to"), from: take(v, "from"), type: take(v, "type") }, bytes, 0);
    return bytes;
  },
  parse: (bytes) => ({ ...parseEthernet(bytes) }),
};

const ipv4: Hands = {
  header: IPV4,
  values: valuesOf(IPV4, { version: pick(0x45), totalLength: pick(20, 27, 28), flags: pick(0, DONT_FRAGMENT) }),
  emit: (v) => {
    const bytes = new Uint8Array(IPV4.bytes + DATA);
    const [typeOfService, totalLength] = [take(v, "typeOfService"), take(v, "totalLength")];
    const [identification, timeToLive] = [take(v, "identification"), take(v, "timeToLive")];
    const [protocol, dontFragment] = [take(v, "protocol"), take(v, "flags") === DONT_FRAGMENT];
    const ends = { from: take(v, "from"), to: take(v, "to") };
    emitIpv4({ typeOfService, totalLength, identification, dontFragment, timeToLive, protocol, ...ends }, bytes, 0);
    return bytes;
  },
  parse: (bytes) => {
    const { dontFragment, ...same } = parseIpv4(bytes);
    const checksum = ipv4Checksum(bytes, 0, IPV4.bytes);
    return { ...same, version: 0x45, flags: dontFragment ? DONT_FRAGMENT : 0, checksum };
  },
};

const udp: Hands = {
  header: UDP,
  values: valuesOf(UDP, { length: pick(UDP.bytes + DATA) }),
  emit: (v) => {
    const bytes = new Uint8Array(UDP.bytes + DATA);
    emitUdp({ from: take(v, "from"), to: take(v, "to"), length: take(v, "length") }, bytes, 0, ADDRESSES);
    return bytes;
  },
  parse: (bytes) => ({
    ...parseUdp(bytes, 0, bytes.length, ADDRESSES),
    checksum: udpChecksum(bytes, 0, bytes.length, ADDRESSES),
  }),
};

const tcp: Hands = {
  header: TCP,
  values: valuesOf(TCP, { offset: pick(0x50), urgent: pick(0) }),
  emit: (v) => {
    const bytes = new Uint8Array(TCP.bytes + DATA);
    const [from, to, sequence] = [take(v, "from"), take(v, "to"), take(v, "sequence")];
    const [acknowledgement, flags, window] = [take(v, "acknowledgement"), take(v, "flags"), take(v, "window")];
    const segment = { from, to, sequence, acknowledgement, flags, window, maxSegment: null, timeStamps: null };
    emitTcp(segment, bytes, 0, bytes.length, ADDRESSES);
    return bytes;
  },
  parse: (bytes) => {
    const { maxSegment, timeStamps, windowShift, permitsSacks, sacks, ...same } = parseTcp(
      bytes,
      0,
      bytes.length,
      ADDRESSES,
    );
    const options = [maxSegment, timeStamps, windowShift, permitsSacks, sacks];
    expect(options).toEqual([null, null, undefined, undefined, undefined]);
    return { ...same, offset: 0x50, urgent: 0, checksum: tcpChecksum(bytes, 0, bytes.length, ADDRESSES) };
  },
};

const firefly: Hands = {
  header: FIREFLY,
  values: valuesOf(FIREFLY, {
    type: pick(...FIREFLY_TYPES.map((_, i) => FIREFLY_FIRST_TYPE + i)),
    dataLength: pick(DATA),
  }),
  emit: (v) => {
    const bytes = new Uint8Array(FIREFLY_BYTES + DATA);
    const type = FIREFLY_TYPES[take(v, "type") - FIREFLY_FIRST_TYPE] ?? "call";
    const flags = { pleaseAck: (take(v, "flags") & 1) !== 0, lastFragment: (take(v, "flags") & 2) !== 0 };
    const activity = { machine: take(v, "machine"), space: take(v, "space"), thread: take(v, "thread") };
    const server = { serverSpace: take(v, "serverSpace"), serverThread: take(v, "serverThread") };
    const target = { interface: take(v, "interface"), binding: take(v, "binding"), procedure: take(v, "procedure") };
    const call = { fragment: take(v, "fragment"), sequence: take(v, "sequence"), data: new Uint8Array(DATA) };
    emitFirefly({ type, ...flags, activity, ...server, ...target, ...call }, bytes, 0);
    return bytes;
  },
  parse: (bytes) => {
    const { type, pleaseAck, lastFragment, activity, data, ...same } = parseFirefly(bytes);
    const flags = (pleaseAck ? 1 : 0) | (lastFragment ? 2 : 0);
    const first = { type: FIREFLY_FIRST_TYPE + FIREFLY_TYPES.indexOf(type), flags };
    return { ...first, ...activity, ...same, dataLength: data.length };
  },
};

const flexRequest: Hands = {
  header: FLEX,
  values: valuesOf(FLEX, { magic: pick(FLEX_MAGIC), type: pick(FLEX_REQUEST), count: fc.nat(3) }),
  emit: (v) => {
    const [call, position, pipelined] = [take(v, "call"), take(v, "position"), take(v, "flags") === 1];
    const callees = Array.from({ length: take(v, "count") }, (_, i) => i);
    const argumentBytes = take(v, "bodyLength");
    return encodeFlexHeader({ type: "request", call, position, pipelined, callees, argumentBytes });
  },
  parse: (bytes) => {
    const message = parseFlexHeader(bytes);
    if (message.type !== "request") throw new Error("It is no request.");
    const { call, position, pipelined, callees, argumentBytes } = message;
    const head = { magic: FLEX_MAGIC, type: FLEX_REQUEST, flags: pipelined ? 1 : 0, call, position };
    return { ...head, count: callees.length, bodyLength: argumentBytes };
  },
};

const flexCallee: Hands = {
  header: FLEX_CALLEE,
  values: valuesOf(FLEX_CALLEE),
  emit: (v) => {
    const request = { type: "request", call: 1, position: 1, pipelined: false, argumentBytes: 0 } as const;
    return encodeFlexHeader({ ...request, callees: [take(v, "callee")] }).slice(FLEX_BYTES);
  },
  parse: (bytes) => {
    const head = encodeFlexHeader({
      type: "request",
      call: 1,
      position: 1,
      pipelined: false,
      callees: [0],
      argumentBytes: 0,
    });
    const message = parseFlexHeader(Uint8Array.of(...head.slice(0, FLEX_BYTES), ...bytes));
    return { callee: message.type === "request" ? (message.callees[0] ?? NaN) : NaN };
  },
};

const flexResult: Hands = {
  header: FLEX_RESULT,
  values: valuesOf(FLEX_RESULT),
  emit: (v) => {
    const result = { callee: take(v, "callee"), status: FLEX_STATUSES[take(v, "status")] ?? "answered" } as const;
    const results = [{ ...result, bytes: take(v, "length") }];
    return encodeFlexHeader({ type: "results", call: 1, position: 1, results }).slice(FLEX_BYTES);
  },
  parse: (bytes) => {
    const head = new Uint8Array(FLEX_BYTES);
    const type = { magic: FLEX_MAGIC, type: FLEX_RESULTS, flags: 0 };
    writeHeader(FLEX, { ...type, call: 1, position: 1, count: 1, bodyLength: u32(bytes, 4) }, head, 0);
    const message = parseFlexHeader(Uint8Array.of(...head, ...bytes));
    const result = message.type === "results" ? message.results[0] : undefined;
    if (result === undefined) throw new Error("There is no result.");
    return { callee: result.callee, status: FLEX_STATUSES.indexOf(result.status), length: result.bytes };
  },
};

const rpc2: Hands = {
  header: RPC2,
  values: valuesOf(RPC2, {
    protoVersion: pick(...RPC2_VERSIONS),
    flags: pick(0, 1, 4, 0x10, 0x00ff0000, 0xff000001),
    opcode: pick(1, 2 ** 31 - 1, -2, -8, -14, -2016),
    bodyLength: pick(DATA),
  }),
  emit: (v) => {
    const words = v as unknown as Omit<Rpc2Packet, "body">; // the table has its words' names
    return encodeRpc2({ ...words, body: new Uint8Array(take(v, "bodyLength")) });
  },
  parse: (bytes) => {
    const { body, ...same } = parseRpc2(bytes);
    return { ...same, bodyLength: body.length };
  },
};

const sftp: Hands = {
  header: SFTP,
  values: valuesOf(SFTP, {
    protoVersion: pick(SFTP_VERSION),
    flags: pick(0, 1, 0x8000_0000, 0x8000_0001),
    bodyLength: pick(DATA),
    opcode: fc.integer({ min: 1, max: SFTP_OPCODES.length }),
    seFlags: pick(0, 1, 0x10, 0x11),
    subsysId: pick(SFTP_SUBSYSTEM),
  }),
  emit: (v) =>
    encodeSftp({
      opcode: SFTP_OPCODES[take(v, "opcode") - 1] ?? "DATA",
      remoteHandle: take(v, "remoteHandle"),
      localHandle: take(v, "localHandle"),
      retry: take(v, "flags") % 2 === 1,
      ackMe: take(v, "flags") >= 0x8000_0000,
      seqNumber: take(v, "seqNumber"),
      moreData: (take(v, "seFlags") & 1) !== 0,
      first: (take(v, "seFlags") & 0x10) !== 0,
      gotEmAll: take(v, "seDataOffset"),
      bitMask: [take(v, "returnCode") >>> 0, take(v, "lamport")],
      thisRpcCall: take(v, "uniquefier"),
      timeStamp: take(v, "timeStamp"),
      timeEcho: take(v, "bindTime"),
      body: new Uint8Array(take(v, "bodyLength")),
    }),
  parse: (bytes) => {
    const p = parseSftp(bytes);
    return {
      protoVersion: SFTP_VERSION,
      ...{ remoteHandle: p.remoteHandle, localHandle: p.localHandle, seqNumber: p.seqNumber },
      ...{ flags: (p.ackMe ? 0x8000_0000 : 0) + (p.retry ? 1 : 0), bodyLength: p.body.length },
      ...{ opcode: SFTP_OPCODES.indexOf(p.opcode) + 1, seFlags: (p.moreData ? 1 : 0) | (p.first ? 0x10 : 0) },
      ...{ seDataOffset: p.gotEmAll, subsysId: SFTP_SUBSYSTEM, returnCode: p.bitMask[0] | 0, lamport: p.bitMask[1] },
      ...{ uniquefier: p.thisRpcCall, timeStamp: p.timeStamp, bindTime: p.timeEcho },
    };
  },
};

const init1: Hands = {
  header: INIT1,
  values: valuesOf(INIT1, {
    securityLevel: pick(...SECURITY_LEVELS.map((name) => SECURITY_LEVEL[name])),
    identityLength: pick(DATA),
  }),
  emit: (v) =>
    encodeInit1({
      ...{ sideEffectType: take(v, "sideEffectType"), encryptionType: take(v, "encryptionType") },
      ...{ authenticationType: take(v, "authenticationType"), xRandom: take(v, "xRandom"), version: "" },
      securityLevel: SECURITY_LEVELS.find((name) => SECURITY_LEVEL[name] === take(v, "securityLevel")) ?? "secure",
      spare: [take(v, "spare"), take(v, "spare2"), take(v, "spare3")],
      identity: new Uint8Array(take(v, "identityLength")),
    }),
  parse: (bytes) => {
    const { securityLevel, spare, version, identity, ...same } = parseInit1(bytes);
    expect([version, bytes.length]).toEqual(["", INIT1_AT.identity + identity.length]);
    const [first, second, third] = spare;
    const words = { spare: first, spare2: second, spare3: third };
    return { ...same, ...words, securityLevel: SECURITY_LEVEL[securityLevel], identityLength: identity.length };
  },
};

const ALL = [ethernet, ipv4, udp, tcp, firefly, flexRequest, flexCallee, flexResult, rpc2, sftp, init1];

describe.each(ALL.map((hands) => [hands.header.what, hands] as const))(
  "the %s",
  (_, { header: of, values, emit, parse }) => {
    it("is written by hand as its table says", () => {
      fc.assert(
        fc.property(values, (wanted) => {
          const { checksum, ...said } = wanted;
          expect(checksum === undefined).toBe(of.fields["checksum"] === undefined);
          expect(readHeader(of, emit(wanted), 0)).toMatchObject(said);
        }),
      );
    });

    it("is read by hand as its table says", () => {
      fc.assert(
        fc.property(values, (wanted) => {
          const bytes = emit(wanted);
          expect(parse(bytes)).toEqual(readHeader(of, bytes, 0));
          const again = bytes.slice();
          for (const { at, bits } of Object.values(of.fields)) again.fill(0, at, at + bits / 8);
          writeHeader(of, readHeader(of, bytes, 0), again, 0);
          expect(again).toEqual(bytes);
        }),
      );
    });

    it("shows each of its bytes once or, where single bits are named, more often", () => {
      const shown = showHeader(of, new Uint8Array(of.bytes), 0);
      for (const { at, bits } of Object.values(of.fields)) {
        expect(shown.filter((one) => one.at === at && one.length === bits / 8).length).toBeGreaterThan(0);
      }
    });
  },
);

describe("a header’s table", () => {
  const TOY = header("toy header", "", {
    kind: field("kind", 0, 8, "", { max: 3 }),
    delta: field("delta", 2, 16, "", { signed: true }),
  });

  it("refuses a value that its field does not hold, and names place, field and range", () => {
    expect(messageOf(() => needFits(TOY.fields.kind, 10, 4))).toBe(
      "toy header, byte 10, kind: got 4, want a whole number of 0…3.",
    );
    expect(messageOf(() => needFits(TOY.fields.delta, 0, 2 ** 15))).toBe(
      "toy header, byte 2, delta: got 32768, want a whole number of -32768…32767.",
    );
    expect(() => writeHeader(TOY, { kind: 0.5, delta: 0 }, new Uint8Array(4), 0)).toThrow(WireError);
  });

  it("is refused where two fields share a byte", () => {
    expect(() => header("toy", "", { one: field("one", 0, 16, ""), two: field("two", 1, 8, "") })).toThrow(
      "toy: two starts at byte 1, inside the field before it.",
    );
  });
});
