/** The ways to tell workstations of a change: who gets a notice, what is in its bytes, and the laws of their traces. */
import { describe, expect, it } from "vitest";
import { parseScript } from "../faults/index.ts";
import { parseRpc2, RPC2_FLAG } from "../wire/rpc2.ts";
import { decodeUdpFrame } from "../wire/udp-frame.ts";
import { simulateCallbackWays, type CallbackWaysOptions } from "./callback-ways.ts";
import { noticeIn } from "./rpc2/notices.ts";
import { USUAL } from "./rpc2/testing.ts";
import { brokenLaws, packetsOf } from "./testing.ts";

const { servers: _s, mode: _m, dead: _d, placement: _p, trials: _t, waitFor: _w, followUp: _f, ...CALLS } = USUAL;

const play = (options: Partial<CallbackWaysOptions> = {}, faults: readonly string[] = []) =>
  simulateCallbackWays(
    {
      way: "broadcast",
      confirms: false,
      filter: "software",
      campus: 60,
      holders: 20,
      dead: 0,
      cachedFiles: 10,
      replacementsPerHour: 600,
      watchS: 3,
      calls: { ...CALLS, tellsOutcomes: true },
      ...options,
    },
    1,
    parseScript(faults),
    "all",
  );

describe("a run of callbacks", () => {
  it.each(["multi", "iterative", "threads", "broadcast", "multicast"] as const)(
    "by %s breaks no law of traces, with confirmation or without, and tells all",
    (way) => {
      for (const confirms of [false, true]) {
        const run = play({ way, confirms });
        expect(brokenLaws(run)).toEqual([]);
        expect(run.told).toBe(run.holders);
      }
    },
  );

  it("sends notices as packets of RPC2 that the flag for multicast marks, to subnets, and no reply", () => {
    const { trace } = play();
    const bytes = packetsOf(trace).map(({ frame }) => decodeUdpFrame(frame).packet);
    expect(bytes).toHaveLength(12);
    for (const one of bytes) {
      expect(parseRpc2(one).flags).toBe(RPC2_FLAG.multicast);
      expect(noticeIn(one)).toEqual({ what: "changed", file: 1 });
    }
  });

  it("tells no workstation of a subnet whose notice was lost, nor one that is down", () => {
    const all = play().told;
    expect(play({}, ["drop request#1 send 1"]).told).toBe(0); // all of them are on the test ring
    expect(play({}, ["crash server2 at 1us"]).told).toBe(all - 1);
  });

  it("by multicast goes to subnets with members alone", () => {
    const requests = (holders: number) =>
      packetsOf(play({ way: "multicast", holders, replacementsPerHour: 0 }).trace).filter(
        ({ kind }) => kind === "request",
      );
    expect(requests(5)).toHaveLength(1); // all on the test ring
    expect(requests(22)).toHaveLength(3); // and one on each of two other subnets
  });
});
