/** The machines with library 2025 against what that library has really sent: all fields that no host draws by lot. */
import { describe, expect, it } from "vitest";
import { RECORDED } from "../wire/rpc2-recorded.ts";
import { isInit1, RPC2_OPCODE, type Rpc2Packet } from "../wire/rpc2.ts";
import { parsedPacketsOf, play } from "./rpc2/testing.ts";

/** Handles and Uniquefiers are drawn, stamps are clocks, and the recorded program has another subsystem. */
function comparable({ body, ...packet }: Rpc2Packet) {
  const { remoteHandle: _, localHandle: __, uniquefier: ___, timeStamp: ____, subsysId: _____, ...fields } = packet;
  return { ...fields, bodyBytes: body.length };
}

/** Packets of calls, without those of binds, which take no part in a run. */
const recorded = (name: keyof typeof RECORDED): readonly Rpc2Packet[] =>
  RECORDED[name].frames.flatMap(({ packet }) =>
    isInit1(packet.opcode) || packet.opcode === RPC2_OPCODE.init2 ? [] : [packet],
  );

/** With sequence and Lamport numbers counted from the first packet's. */
function fromFirst(packets: readonly Rpc2Packet[]) {
  const { seqNumber = 0, lamport = 0 } = packets[0] ?? {};
  return packets
    .map(comparable)
    .map((packet) => ({ ...packet, seqNumber: packet.seqNumber - seqNumber, lamport: packet.lamport - lamport }));
}

const isReply = ({ opcode }: Rpc2Packet): boolean => opcode === RPC2_OPCODE.reply;

describe("library 2025 on the machines", () => {
  it("sends for a parallel call to three, field by field, what was recorded, from the last server to the first", () => {
    const ours = parsedPacketsOf(play({ servers: 3, library: "2025" }).trace).map(({ packet }) => packet);
    const theirs = recorded("multi3");
    expect(theirs.length).toBe(6);
    // On the Andrew network replies come later than on one machine: each side keeps its own order.
    for (const side of [isReply, (packet: Rpc2Packet) => !isReply(packet)]) {
      expect(ours.filter(side).map(comparable)).toEqual(theirs.filter(side).map(comparable));
    }
  });

  it("sends for calls of which the first reply is lost, field by field and in order, what was recorded", () => {
    const { trace } = play({ servers: 1, library: "2025", mode: "iterative", trials: 3 }, ["drop reply#1"]);
    const theirs = recorded("lostReply");
    expect(theirs.length).toBe(8);
    expect(parsedPacketsOf(trace).map(({ packet }) => comparable(packet))).toEqual(theirs.map(comparable));
  });

  it("sends for calls that run for long, field by field and in order, the recorded: BUSY unasked, then asked", () => {
    // Theirs ran for 8 s with B = 4 s, and ours has 60: as many retries, each 15.1 s after a BUSY, take 110 s. In the
    // first call of ours the client does not know yet how long the way is, and its first retry meets the BUSY.
    const long = { computeMs: 110_000, procedure: "waits" } as const;
    const { trace } = play({ ...long, servers: 1, library: "2025", mode: "iterative", trials: 3 });
    const ours = parsedPacketsOf(trace).flatMap(({ call, packet }) => (call > 1 ? [packet] : []));
    const theirs = recorded("longCall");
    expect(theirs.length).toBe(34);
    expect(fromFirst(ours)).toEqual(fromFirst(theirs));
  });

  it("sends for two calls in turn, field by field, what was recorded, whatever procedures they are of", () => {
    const { trace } = play({ servers: 1, library: "2025", mode: "iterative", trials: 2 });
    const theirs = recorded("single");
    const anyProcedure = (packet: Rpc2Packet) => comparable({ ...packet, opcode: Math.min(packet.opcode, 1) });
    expect(theirs.length).toBe(4);
    expect(parsedPacketsOf(trace).map(({ packet }) => anyProcedure(packet))).toEqual(theirs.map(anyProcedure));
  });
});
