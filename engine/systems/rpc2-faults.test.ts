/** What a fault script does to calls of RPC2 and MultiRPC. */
import { describe, expect, it } from "vitest";
import { parseScript } from "../faults/index.ts";
import { checkedRpc2Faults } from "./rpc2.ts";
import { placedMarksOf, play, tookMs } from "./rpc2/testing.ts";
import { brokenLaws, packetsOf } from "./testing.ts";

const packetsTo = (machine: string, outcome: ReturnType<typeof play>) =>
  packetsOf(outcome.trace).filter(({ to, from }) => to === machine || from === machine);

describe("a packet that is lost", () => {
  it("costs that server’s call the first interval, 472 ms, and no other’s", () => {
    const outcome = play({ servers: 3 }, ["drop request#1 send 2"]);
    expect(outcome.unusedFaults).toEqual([]);
    expect(packetsTo("server2", outcome).map(({ kind, origin, fate }) => `${kind} ${origin} ${fate}`)).toEqual([
      "request first lost",
      "request retransmission delivered",
      "reply first delivered",
    ]);
    expect(packetsTo("server1", outcome)).toHaveLength(2);
    expect(tookMs(outcome)).toBeGreaterThan(472);
    expect(tookMs(outcome)).toBeLessThan(560);
    expect(outcome.trials[0]).toMatchObject({ replies: 3, failures: 0 });
  });

  it("if it is the reply, is sent again from what the server has saved, and the procedure does not run twice", () => {
    const outcome = play({ servers: 1, mode: "iterative" }, ["drop reply#1"]);
    const replies = packetsOf(outcome.trace).filter(({ kind }) => kind === "reply");
    expect(replies.map(({ origin, fate }) => `${origin} ${fate}`)).toEqual(["first lost", "retransmission delivered"]);
    const { spans, steps } = outcome.trace;
    const computed = Array.from({ length: spans.count }).filter(
      (_, row) => steps[spans.step[row] ?? -1]?.name === "Compute",
    );
    expect(computed).toHaveLength(1);
  });

  it("costs as much where it is damaged: its receiver’s adapter drops it", () => {
    const [damaged, lost] = ["corrupt", "drop"].map((what) => play({ servers: 3 }, [`${what} request#1 send 2`]));
    expect(damaged?.elapsed).toBe(lost?.elapsed);
    expect(placedMarksOf(damaged?.trace ?? play().trace)).toContain("damaged, server2");
  });

  it("if it is a damaged reply, is counted among the replies that came to no process", () => {
    expect(play({ servers: 1 }, ["corrupt reply#1"]).lostReplies).toBe(1);
  });

  it("names calls by their order: request#3 is the third server’s, one after another", () => {
    const outcome = play({ servers: 4, mode: "iterative" }, ["drop request#3"]);
    expect(packetsTo("server3", outcome).map(({ fate }) => fate)).toEqual(["lost", "delivered", "delivered"]);
  });
});

describe("a packet that is late or comes twice", () => {
  it("comes late by what the script says", () => {
    const [late, usual] = [["delay reply#1 by 50ms"], []].map((faults) => tookMs(play({ servers: 1 }, faults)));
    expect((late ?? 0) - (usual ?? 0)).toBeCloseTo(50, 6);
  });

  it("if it comes twice, is answered from what the server has saved, and the second reply is ignored", () => {
    const outcome = play({ servers: 1, trials: 2 }, ["duplicate request#1 by 60ms"]);
    const replies = packetsOf(outcome.trace).filter(({ kind, call }) => kind === "reply" && call === 1);
    expect(replies.map(({ origin }) => origin)).toEqual(["first", "retransmission"]);
    expect(outcome.trials.map(({ replies: taken }) => taken)).toEqual([1, 1]);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("if another must overtake it, comes right behind its own retry", () => {
    const outcome = play({ servers: 1 }, ["reorder request#1"]);
    const requests = packetsOf(outcome.trace).filter(({ kind }) => kind === "request");
    expect(requests).toHaveLength(2);
    expect(requests[0]?.arrivesMs).toBeGreaterThanOrEqual(requests[1]?.arrivesMs ?? NaN);
    expect(brokenLaws(outcome)).toEqual([]);
  });
});

describe("a machine", () => {
  it("that crashes in its computation is given up after a minute; the others have answered", () => {
    const outcome = play({ servers: 3, computeMs: 50 }, ["crash server2 at 40ms"]);
    expect(outcome.trials[0]).toMatchObject({ replies: 2, failures: 1 });
    expect(tookMs(outcome)).toBeGreaterThan(60_000);
    expect(placedMarksOf(outcome.trace)).toContain("crash, server2");
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("that is up again refuses what it does not know: a NAK ends the wait, and the next trial binds anew", () => {
    const faults = ["crash server2 at 40ms", "restart server2 at 300ms"];
    const outcome = play({ servers: 3, computeMs: 50, trials: 2 }, faults);
    expect(outcome.trials[0]).toMatchObject({ replies: 2, failures: 1 });
    expect(outcome.trials[1]).toMatchObject({ replies: 3, failures: 0 });
    expect(packetsOf(outcome.trace).some(({ kind, from }) => kind === "nak" && from === "server2")).toBe(true);
    expect(outcome.trials[0]?.took).toBeLessThan(1e9);
  });

  it("that is slowed takes longer for what it does", () => {
    const [slow, usual] = [["slow server1 by 3 at 0ms"], []].map((faults) => tookMs(play({ servers: 1 }, faults)));
    expect((slow ?? 0) - (usual ?? 0)).toBeGreaterThan(2 * (13.69 + 10));
  });

  it("must be one of the run’s, and the client cannot be crashed: errors say what is allowed", () => {
    expect(() => checkedRpc2Faults(parseScript(["crash server9 at 1ms"]), 5)).toThrow(
      /no machine server9, want server1 to server5/,
    );
    expect(() => checkedRpc2Faults(parseScript(["crash client at 1ms"]), 5)).toThrow(/Crash a server instead/);
    expect(() => checkedRpc2Faults(parseScript(["slow client by 2 at 1ms"]), 5)).not.toThrow();
  });
});
