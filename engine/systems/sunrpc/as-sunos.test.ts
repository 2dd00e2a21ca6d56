/** A Sun 3/50 under SunOS 3.4, as its source has it: clock, handles, checksums, TCP, and calls on one machine. */
import { describe, expect, it } from "vitest";
import { SUNOS, SUN3_ASSUMED } from "../../hardware/sun3-costs.ts";
import { itemAt, numberAt } from "../../kernel/reads.ts";
import { dissect } from "../../wire/layers.ts";
import { TCP_FLAG } from "../../wire/tcp.ts";
import { decodeTcpFrame } from "../../wire/tcp-frame.ts";
import { decodeUdpFrame } from "../../wire/udp-frame.ts";
import { u16, u32 } from "../../wire/bytes.ts";
import { marksOf, packetsOf, type PacketRow } from "../testing.ts";
import type { SunRpcOutcome } from "../sunrpc.ts";
import { run } from "./testing.ts";

const UDP_CHECKSUM_AT = 40;
const XID_AT = 42;

const udpOf = ({ frame }: PacketRow) => decodeUdpFrame(frame, true);
const tcpOf = ({ frame }: PacketRow) => decodeTcpFrame(frame).header;
const named = ({ trace }: SunRpcOutcome, kind: string) => packetsOf(trace).filter((packet) => packet.kind === kind);
/** Names of the steps that a run took. */
const stepsOf = ({ trace }: SunRpcOutcome): ReadonlySet<string> =>
  new Set(
    Array.from(
      { length: trace.spans.count },
      (_, row) => itemAt(trace.steps, numberAt(trace.spans.step, row), "step").name,
    ),
  );

it("a clock of 50 interrupts a second is read in 60ths: no sum of ticks is six of them, or a multiple below 60", () => {
  const shown = Array.from({ length: 12 }, (_, seed) =>
    marksOf(run({ place: "local", iterations: 100, clock: "ticks" }, [], seed).trace).flatMap(({ label }) => {
      const found = /shows (\d+) sixtieths/.exec(label);
      return found === null ? [] : [Number(found[1])];
    }),
  ).flat();
  expect(shown).toHaveLength(24);
  expect(shown.filter((sixtieths) => sixtieths > 0 && sixtieths % 6 === 0 && sixtieths % 60 !== 0)).toEqual([]);
  expect(new Set(shown.map((sixtieths) => sixtieths % 6)).size).toBeGreaterThan(3);
});

describe("a handle", () => {
  it("has a socket and identifiers of its own; over UDP the upper half of the identifier counts", () => {
    const outcome = run({ iterations: 3 });
    const xids = [...named(outcome, "port question"), ...named(outcome, "call")].map(({ frame }) => u32(frame, XID_AT));
    expect(xids).toEqual([0x1989_0001, 0x1989_0002, 0x198a_0002, 0x198b_0002]);
    const ports = [...named(outcome, "port question"), ...named(outcome, "call")].map((one) => udpOf(one).from.port);
    expect(ports).toEqual([1024, 1025, 1025, 1025]);
  });

  it("keeps the identifier of a call that is sent again", () => {
    const calls = named(run({}, ["drop call#1"]), "call");
    expect(calls.map(({ frame }) => u32(frame, XID_AT))).toEqual([0x1989_0002, 0x1989_0002]);
  });
});

it("UDP makes no checksums unless it is told to, and TCP always does", () => {
  const sums = (outcome: SunRpcOutcome) => packetsOf(outcome.trace).map(({ frame }) => u16(frame, UDP_CHECKSUM_AT) > 0);
  expect(new Set(sums(run()))).toEqual(new Set([false]));
  expect(new Set(sums(run({ udpChecksums: true })))).toEqual(new Set([true]));
  for (const { frame } of packetsOf(run({ program: "tcp" }).trace))
    expect(() => decodeTcpFrame(frame, true)).not.toThrow();
});

it("a checksum takes time for each byte at both ends, of packets of UDP that cross the Ethernet alone", () => {
  const took = (set: Parameters<typeof run>[0]) => run({ udpChecksums: true, ...set }).loopNs - run(set).loopNs;
  const { sumByte } = SUN3_ASSUMED;
  const micros = (nanos: number) => nanos / 1000;
  // The headers of UDP and of a call, and of a reply: both are summed twice.
  expect(micros(took({}))).toBeCloseTo(2 * (8 + 40) * sumByte.value + (8 + 24 + 8 + 40) * sumByte.value, 6);
  expect(micros(took({ argumentBytes: 1000 }) - took({}))).toBeCloseTo(2 * 1000 * sumByte.value, 6);
  expect(took({ place: "local" })).toBe(0);
});

describe("TCP", () => {
  it("offers the window that it uses, has no option but the size of a segment, and numbers ports from 1024", () => {
    const outcome = run({ program: "tcp", argumentBytes: 9000 });
    const headers = packetsOf(outcome.trace).map(tcpOf);
    expect(new Set(headers.map(({ window }) => window))).toEqual(new Set([SUNOS.tcpSocket.value]));
    expect(headers.map(({ maxSegment }) => maxSegment).filter((size) => size !== null)).toEqual([1024, 1024]);
    expect(headers.every(({ timeStamps }) => timeStamps === null)).toBe(true);
    expect(headers[0]).toMatchObject({ from: 1024, flags: TCP_FLAG.syn });
    expect(Math.max(...headers.map(({ sequence }) => sequence))).toBeGreaterThan(9000);
  });

  it("answers a segment of a connection that it does not have with a reset alone, and one that opens with both", () => {
    const late = named(run({ program: "tcp", serverMs: 30_000 }), "reset").map(tcpOf);
    expect(late.map(({ flags, acknowledgement }) => [flags, acknowledgement])).toEqual([
      [TCP_FLAG.rst, 0],
      [TCP_FLAG.rst, 0],
    ]);
    const [refused] = named(run({ program: "tcp", place: "local", serverDead: "before" }), "reset").map(tcpOf);
    expect(refused).toMatchObject({ flags: TCP_FLAG.rst | TCP_FLAG.ack, sequence: 0, acknowledgement: 1 });
  });
});

describe("a call on one machine", () => {
  it("skips IP and the loopback interface over UDP, and not over TCP", () => {
    const skipped = ["sendto: IP", "IP takes a packet in", "sendto: loopback interface"];
    const used = (set: Parameters<typeof run>[0]) =>
      skipped.filter((name) => stepsOf(run({ place: "local", ...set })).has(name));
    expect(used({})).toEqual([]);
    expect(used({ program: "udp", argumentBytes: 8192 })).toEqual([]);
    expect(used({ program: "tcp" })).toEqual(skipped);
    const [call] = named(run({ place: "local" }), "call");
    expect((call?.arrivesMs ?? 0) - (call?.departsMs ?? 0)).toBeCloseTo(SUN3_ASSUMED.udpInput.value, 9);
  });

  it("is one datagram, however long: nothing cuts it into pieces", () => {
    expect(named(run({ place: "local", argumentBytes: 8192 }), "call")).toHaveLength(1);
    expect(named(run({ argumentBytes: 8192 }), "call")).toHaveLength(6);
  });
});

it("without XDR nobody asks the portmapper, and the port is of no program of Sun RPC", () => {
  const outcome = run({ xdr: false });
  expect(packetsOf(outcome.trace).map(({ kind }) => kind)).toEqual(["call", "reply"]);
  expect(packetsOf(outcome.trace).flatMap(({ frame }) => dissect(frame).map(({ name }) => name))).not.toContain(
    "Sun RPC",
  );
});
