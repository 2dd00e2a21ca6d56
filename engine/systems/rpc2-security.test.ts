/** Calls on connections of BIND's four security levels: what can be read on the way, and what encrypting costs. */
import { describe, expect, it } from "vitest";
import { RT_PC_CIPHERS } from "../hardware/rt-pc-costs.ts";
import { u32 } from "../wire/bytes.ts";
import { dissect } from "../wire/layers.ts";
import { RPC2_AT, RPC2_BYTES, RPC2_FLAG } from "../wire/rpc2.ts";
import { SECURITY_LEVELS, type SecurityLevel } from "../wire/rpc2-codes.ts";
import { decodeUdpFrame } from "../wire/udp-frame.ts";
import type { Cipher, Rpc2Options } from "./rpc2/options.ts";
import { play, tookMs } from "./rpc2/testing.ts";
import { brokenLaws, packetsOf, type PacketRow } from "./testing.ts";

const bytesOf = ({ frame }: PacketRow): Uint8Array => decodeUdpFrame(frame).packet;

/** The packets of a call to one server, as anybody on the ring could have copied them. */
const copied = (security: SecurityLevel, set: Partial<Rpc2Options> = {}): readonly Uint8Array[] =>
  packetsOf(play({ servers: 1, trials: 2, security, ...set }).trace).map(bytesOf);

/** A small body whose integer is the call's number. */
const body = (call: number): readonly number[] => [0, 0, 0, call];

describe("on the way can be read", () => {
  const readable = (security: SecurityLevel) =>
    copied(security).map((bytes, at) => ({
      flag: (u32(bytes, RPC2_AT.flags) & RPC2_FLAG.encrypted) !== 0,
      length: u32(bytes, RPC2_AT.bodyLength) === 4,
      body: [...bytes.subarray(RPC2_BYTES)].join() === body(at < 2 ? 1 : 2).join(),
    }));

  it.each([
    ["openKimono", { flag: false, length: true, body: true }],
    ["authOnly", { flag: false, length: true, body: true }],
    ["headersOnly", { flag: true, length: false, body: true }],
    ["secure", { flag: true, length: false, body: false }],
  ] as const)("at level %s, of requests and replies alike: %o", (level, what) => {
    expect(readable(level)).toEqual([what, what, what, what]);
  });

  it("at every level which connection it is: version, handles and flags", () => {
    for (const level of SECURITY_LEVELS) {
      const [request, reply] = copied(level);
      if (request === undefined || reply === undefined) throw new Error("A call has a request and a reply.");
      expect(u32(request, 0)).toBe(7);
      expect(u32(request, RPC2_AT.localHandle)).toBe(u32(reply, RPC2_AT.remoteHandle));
      expect(u32(request, RPC2_AT.remoteHandle)).toBe(u32(reply, RPC2_AT.localHandle));
    }
  });

  it("by the inspector no more than by anybody: it says how many bytes are encrypted", () => {
    const [request] = packetsOf(play({ servers: 1, security: "secure" }).trace);
    const fields = dissect(request?.frame ?? new Uint8Array(0)).flatMap((layer) => layer.fields);
    expect(fields.find(({ name }) => name === "encrypted")?.text).toBe("44 bytes");
    expect(fields.map(({ name }) => name)).not.toContain("opcode");
  });
});

describe("numbers of requests", () => {
  const first = (security: SecurityLevel): number => u32(copied(security)[0] ?? new Uint8Array(99), RPC2_AT.seqNumber);

  it("begin at 0 in the open, and at one that the server has drawn with a key", () => {
    expect(first("openKimono")).toBe(0);
    expect(first("authOnly")).toBeGreaterThan(0);
  });
});

describe("encrypting", () => {
  const took = (security: SecurityLevel, cipher: Cipher = "xor"): number =>
    tookMs(play({ servers: 1, mode: "iterative", security, cipher }));
  const { xor, des } = RT_PC_CIPHERS;

  it("takes nothing where nothing is encrypted", () => {
    for (const cipher of ["xor", "des"] as const) expect(took("authOnly", cipher)).toBe(took("openKimono"));
  });

  it("takes its time four times in a call: at both ends, for request and reply; 44 bytes of header, 4 of body", () => {
    expect(took("headersOnly") - took("openKimono")).toBeCloseTo((4 * 44 * xor.value) / 1000, 1);
    expect(took("secure") - took("openKimono")).toBeCloseTo((4 * 48 * xor.value) / 1000, 1);
    expect(took("secure", "des") - took("openKimono")).toBeCloseTo(4 * 6 * des.value, 1);
  });

  it("by DES takes as long for headers alone, because a part of a block is a block", () => {
    expect(took("headersOnly", "des")).toBe(took("secure", "des"));
  });

  it("lowers what MultiRPC gains least where servers are few, and most where the client is busy all the time", () => {
    const loss = (servers: number): number => {
      const by = (security: SecurityLevel) => tookMs(play({ servers, security, cipher: "des" }));
      return by("secure") / by("openKimono");
    };
    expect(loss(1)).toBeLessThan(1.35);
    expect(loss(19)).toBeGreaterThan(1.5);
  });
});

describe("failures are found and mended at every level as in the open", () => {
  const mend = (security: SecurityLevel, faults: readonly string[], set: Partial<Rpc2Options> = {}) => {
    const outcome = play({ servers: 3, trials: 2, security, ...set }, faults);
    expect(brokenLaws(outcome)).toEqual([]);
    expect(outcome.unusedFaults).toEqual([]);
    // A bind has more packets where it proves both ends.
    const calls = packetsOf(outcome.trace).filter(({ call }) => call > 0);
    const packets = calls.map(({ kind, from, to, origin }) => `${kind} ${origin} ${from} ${to}`);
    return { packets: packets.toSorted(), ends: outcome.trials.map(({ replies, failures }) => [replies, failures]) };
  };

  it.each([
    ["a request and a reply lost, a request twice", ["drop request#1", "drop reply#2", "duplicate request#2 send 2"]],
    ["a server that has restarted: its NAK is in clear", ["crash server2 at 20ms", "restart server2 at 200ms"]],
  ])("%s", (_what, faults) => {
    const open = mend("openKimono", faults);
    for (const level of SECURITY_LEVELS) expect(mend(level, faults)).toEqual(open);
  });

  it("a server that is busy: the BUSY is encrypted, and believed", () => {
    const long = { computeMs: 700, procedure: "waits" } as const;
    for (const library of ["1987", "2025"] as const) {
      const open = mend("openKimono", [], { ...long, library });
      expect(open.packets.some((packet) => packet.startsWith("busy"))).toBe(true);
      for (const level of SECURITY_LEVELS) expect(mend(level, [], { ...long, library })).toEqual(open);
    }
  });
});
