/** Sun RPC as the library calls over TCP: its records, what it leaves to TCP, and how its calls end. */
import { describe, expect, it } from "vitest";
import { toMicros, toSeconds } from "../../kernel/time.ts";
import { u32 } from "../../wire/bytes.ts";
import { dissect } from "../../wire/layers.ts";
import { packetsOf } from "../testing.ts";
import type { SunRpcOutcome } from "../sunrpc.ts";
import { run } from "./testing.ts";

const perCall = ({ clientCpuNs, ended }: SunRpcOutcome): number => toMicros(clientCpuNs / ended);
const ran = ({ executions }: SunRpcOutcome): number => executions.get(1) ?? 0;
const sent = ({ sends }: SunRpcOutcome): number => sends.get(1) ?? 0;

describe("Sun RPC over TCP", () => {
  const TCP = { transport: "tcp" } as const;

  it("asks the portmapper over UDP for the port of TCP, opens a connection, and sends each call as a record", () => {
    const { trace, firstEnd } = run({ ...TCP, iterations: 2 });
    expect(firstEnd).toBe("returned");
    const packets = packetsOf(trace);
    expect(packets.map(({ kind }) => kind)).toEqual([
      ...["port question", "port answer", "open", "open", "acknowledgement"],
      ...["call", "reply", "call", "reply"],
      ...["close", "acknowledgement", "close", "acknowledgement"],
    ]);
    const layers = packets.map(({ frame }) => dissect(frame).map(({ name }) => name));
    expect(layers[0]).toEqual(["Ethernet", "IPv4", "UDP", "Sun RPC", "portmapper’s question"]);
    expect(layers[5]).toEqual(["Ethernet", "IPv4", "TCP", "record mark", "Sun RPC"]);
    expect(layers[6]).toEqual(layers[5]);
    const calls = packets.filter(({ kind }) => kind === "call");
    expect(calls.map(({ frame }) => frame.length - 54)).toEqual([44, 44]);
    expect(calls.map(({ frame }) => u32(frame, 58))).toEqual([0x1988_0001, 0x1988_0000]); // its numbers count down
  });

  it("carries arguments that UDP refuses, in as many segments as they need", () => {
    const outcome = run({ ...TCP, argumentBytes: 10_000 });
    expect([outcome.firstEnd, sent(outcome), ran(outcome)]).toEqual(["returned", 1, 1]);
    expect(packetsOf(outcome.trace).filter(({ kind }) => kind === "call")).toHaveLength(10);
  });

  it("runs a procedure once, whatever segment is lost: TCP sends it again, and the library never", () => {
    for (const lost of ["call#1", "reply#1"]) {
      const outcome = run(TCP, [`drop ${lost}`]);
      expect([sent(outcome), ran(outcome), outcome.firstEnd], lost).toEqual([1, 1, "returned"]);
      expect(toSeconds(outcome.loopNs), lost).toBeCloseTo(1, 1);
    }
    const slow = run({ ...TCP, serverMs: 12_000 });
    expect([sent(slow), ran(slow), slow.firstEnd]).toEqual([1, 1, "returned"]);
  });

  it("fails where the server restarts, whose procedure ran once or not at all", () => {
    const call = packetsOf(run(TCP).trace).find(({ kind }) => kind === "call")?.arrivesMs ?? NaN;
    const fails = (at: number): unknown => {
      const outcome = run({ ...TCP, serverMs: 1000 }, [`crash server at ${at}ms`, `restart server at ${at + 200}ms`]);
      return [outcome.firstEnd, sent(outcome), ran(outcome)];
    };
    // The reset of the segment that TCP sends again tells the client; a call that was acknowledged waits for its time.
    expect(fails(Math.floor(call))).toEqual(["no connection", 1, 0]);
    expect(fails(Math.ceil(call + 300))).toEqual(["timed out", 1, 1]);
    expect(ran(run(TCP))).toBe(1);
  });

  it("has a time-out of its own, after which the call failed while the server runs it", () => {
    const { firstEnd, failedAfter, executions } = run({ ...TCP, serverMs: 30_000, totalS: 10 });
    expect([firstEnd, Math.round(toSeconds(failedAfter ?? NaN)), executions.get(1)]).toEqual(["timed out", 10, 1]);
  });

  it("is not bound where no portmapper answers, and has no connection where only the program is gone", () => {
    const before = run({ ...TCP, serverDead: "before" });
    expect([before.firstEnd, Math.round(toSeconds(before.failedAfter ?? NaN))]).toEqual([null, 60]);
    const after = run({ ...TCP, serverDead: "after" });
    expect([after.firstEnd, Math.round(toSeconds(after.failedAfter ?? NaN))]).toEqual(["timed out", 25]);
  });

  it("costs the client more than over UDP on one machine, where UDP skips what TCP has to do", () => {
    const over = (transport: "udp" | "tcp") => perCall(run({ transport, place: "local", iterations: 3 }));
    // IP twice, the loopback interface, TCP’s input, and the sum of a record of 44 bytes.
    expect(over("tcp") - over("udp")).toBeCloseTo(400 + 50 + 634 + 44 * 0.25, 0);
  });
});
