/** What a packet's row says of its end, on each medium: lost and why, or come, even after the answer. */
import { describe, expect, it } from "vitest";
import { lossOf } from "../kernel/reads.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import { play as playRpc2 } from "./rpc2/testing.ts";
import { packetsOf } from "./testing.ts";

const endsOf = (trace: TraceData): readonly string[] =>
  packetsOf(trace).map(({ kind, from, fate }, row) => `${kind} of ${from}: ${fate}${whyOf(trace, row)}`);

function whyOf(trace: TraceData, row: number): string {
  const why = lossOf(trace, row);
  return why === null ? "" : `, ${why}`;
}

describe("a packet’s row", () => {
  it("says that it came, though its program had given up or had enough by then: the run goes on", () => {
    const limit = { timeoutMs: 300, computeMs: 0 } as const;
    const late = playRpc2({ ...limit, servers: 1 }, ["delay reply#1 by 1s"]);
    expect(endsOf(late.trace)).toEqual(["request of client: delivered", "reply of server1: delivered"]);
    expect(late.packets).toBe(2);
    expect(late.trace.elapsed).toBeGreaterThan(late.elapsed + 700_000_000);
    const far = endsOf(playRpc2({ ...limit, servers: 5, placement: "mixed", backboneDelayMs: 200 }).trace);
    const replies = far.filter((end) => end.startsWith("reply")).map((end) => end.replace(/.*: /, ""));
    expect(replies).toEqual(Array(5).fill("delivered"));
  });

  it("says why it was lost: by a script, at a machine without power, in a full socket", () => {
    const script = (fault: string): readonly string[] => endsOf(playRpc2({ servers: 1 }, [fault]).trace);
    expect(script("drop request#1")[0]).toBe("request of client: lost, dropped by the script");
    expect(script("corrupt request#1")[0]).toBe("request of client: lost, damaged");
    expect(endsOf(playRpc2({ servers: 2, dead: 1 }).trace)).toContain("request of client: lost, machine is down");
    const full = endsOf(playRpc2({ servers: 25, socketBytes: 2048 }).trace);
    expect(full.some((end) => end.endsWith("lost, socket full"))).toBe(true);
  });

  it("says nothing of a loss where there was none", () => {
    const { trace } = playRpc2({ servers: 3 });
    expect([...trace.packets.loss]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
