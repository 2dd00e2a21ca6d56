/** Two RT-PCs on the ring that serve each other: each is client and server at once, over two connections. */
import { describe, expect, it } from "vitest";
import { parseScript } from "../faults/index.ts";
import { placeServers, planCampus } from "../hardware/campus-plan.ts";
import type { Worker } from "../hardware/processors.ts";
import { millis, toMillis } from "../kernel/time.ts";
import type { Handle } from "../protocols/rpc2/connection.ts";
import type { ProcessEffect } from "../protocols/rpc2/process-types.ts";
import { checkedRpc2Faults, settingOf } from "./rpc2.ts";
import { bindNow } from "./rpc2/bind.ts";
import { noOutcomes, type Outcomes, type Surroundings } from "./rpc2/caller.ts";
import type { Rpc2Options } from "./rpc2/options.ts";
import { Server } from "./rpc2/server.ts";
import { SimpleCaller } from "./rpc2/simple-caller.ts";
import { parsedPacketsOf, play, tookMs, USUAL } from "./rpc2/testing.ts";
import { World } from "./world/world.ts";
import { brokenLaws, callsOf, packetsOf } from "./testing.ts";

/** A server that has a second thread, which calls the other machine so many times, one call after another. */
class Twin extends Server implements Surroundings {
  readonly handles: Handle[] = [];
  readonly enough = Infinity;
  readonly outcomes: Outcomes = noOutcomes(0);
  private caller: SimpleCaller | null = null;

  /** `ended` is told when the calls are over. */
  begin(other: Twin, otherNumber: number, calls: number, ended: () => void): void {
    const { process } = this.up;
    this.handles[otherNumber] = bindNow({ ...this.party, process }, other.party, this.world.sim.now);
    this.caller = new SimpleCaller(this, `${this.name} caller`, ended);
    this.caller.begin(new Array<number>(calls).fill(otherNumber), this.outcomes, this.enough);
  }

  asked(): void {
    // Nobody wants to know how far it is.
  }

  ended(): void {
    // The outcomes say it.
  }

  says(): void {
    // Nothing of a simple call is said but its outcome.
  }

  protected override heard(effect: ProcessEffect, by: Worker): void {
    if (effect.tag === "returned" || effect.tag === "failed") this.caller?.heard(effect, by);
    else super.heard(effect, by);
  }
}

interface Setting extends Partial<Rpc2Options> {
  readonly faults?: readonly string[];
  /** When the second machine dies; the run then ends with the first one's calls. */
  readonly crashesAtMs?: number;
}

/** Both begin at the same time, and the run ends when both have called so many times. */
function serveEachOther(calls: number, { faults = [], crashesAtMs, ...set }: Setting = {}) {
  const options: Rpc2Options = { ...USUAL, servers: 2, mode: "iterative", ...set };
  const world = new World({ faults: checkedRpc2Faults(parseScript(faults), 2), keep: "all", seed: 1 });
  const { sim, recorder, script } = world;
  const plan = planCampus();
  const setting = settingOf(world, plan, options, {});
  const [one = 0, other = 0] = placeServers(plan, 2, "ring");
  const twins = [new Twin(setting, 0, one), new Twin(setting, 1, other)] as const;
  const [first, second] = twins;
  let running = crashesAtMs === undefined ? 2 : 1;
  const ended = (): void => {
    if (--running === 0) sim.stop();
  };
  for (const twin of twins) twin.listen();
  first.begin(second, 1, calls, ended);
  second.begin(first, 0, calls, ended);
  const crash = sim.register(() => second.crash("crash"));
  if (crashesAtMs !== undefined) sim.at(millis(crashesAtMs), crash, 0);
  sim.run();
  const resources = new Map(twins.flatMap((twin) => [...twin.busyNs()].map(([part, busyNs]) => [part, { busyNs }])));
  return { twins, elapsed: sim.now, resources, trace: recorder.finish(sim.now), unusedFaults: script.unused() };
}

type Run = ReturnType<typeof serveEachOther>;

/** How often each machine has run the procedure. */
const computedAt = ({ trace: { spans, steps, tracks } }: Run): readonly number[] =>
  ["server1", "server2"].map(
    (machine) =>
      Array.from({ length: spans.count }, (_, row) => row).filter(
        (row) =>
          steps[spans.step[row] ?? -1]?.name === "Compute" && tracks[spans.track[row] ?? -1]?.machine === machine,
      ).length,
  );

/** Numbers of the requests that a machine has sent for the first time, in their order. */
const requestNumbers = ({ trace }: Run, machine: string): readonly number[] =>
  parsedPacketsOf(trace)
    .filter(({ kind, from, origin }) => kind === "request" && from === machine && origin === "first")
    .map(({ packet }) => packet.seqNumber);

describe("two hosts that serve each other", () => {
  it("call at the same time, and each gets its own reply: one request and one reply each way", () => {
    const run = serveEachOther(1);
    expect(run.twins.map(({ outcomes }) => [outcomes.replies, outcomes.failures])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    const ways = packetsOf(run.trace).map(({ kind, from, to }) => `${kind} ${from} ${to}`);
    expect(ways.toSorted()).toEqual([
      "reply server1 server2",
      "reply server2 server1",
      "request server1 server2",
      "request server2 server1",
    ]);
    expect(computedAt(run)).toEqual([1, 1]);
    expect(brokenLaws(run)).toEqual([]);
  });

  it("do so over two connections: the handles of one are at neither end those of the other", () => {
    const requests = parsedPacketsOf(serveEachOther(1).trace).filter(({ kind }) => kind === "request");
    const [one, other] = requests.map(({ packet }) => packet);
    expect(requests).toHaveLength(2);
    expect(one?.localHandle).not.toBe(other?.remoteHandle);
    expect(one?.remoteHandle).not.toBe(other?.localHandle);
    expect(one?.uniquefier).not.toBe(other?.uniquefier);
  });

  it("hardly lose by it: each serves the other while it waits for its own reply", () => {
    const alone = tookMs(play({ servers: 1, mode: "iterative" }));
    const took = callsOf(serveEachOther(1).trace).map(({ tookMs: ms }) => ms);
    expect(took).toHaveLength(2);
    for (const ms of took) {
      expect(ms).toBeGreaterThan(alone);
      expect(ms).toBeLessThan(1.1 * alone);
    }
  });

  it("keep two sequence numbers: after three calls each way both connections are six on", () => {
    const run = serveEachOther(3);
    for (const machine of ["server1", "server2"]) expect(requestNumbers(run, machine)).toEqual([0, 2, 4]);
    for (const { handles, up } of run.twins) {
      const mine = handles.find((handle) => handle > 0) ?? 0;
      const end = up.process.end(mine);
      expect(end).toMatchObject({ role: "client", state: { tag: "THINK", nextSeq: 6 } });
      expect(up.process.ends.length).toBe(2);
    }
  });

  it("run each call once where a request of one and a reply of the other are lost or come twice", () => {
    for (const faults of [["drop request#1"], ["drop reply#2"], ["duplicate request#1 by 60ms", "drop reply#2"]]) {
      const run = serveEachOther(4, { faults });
      expect(run.twins.map(({ outcomes }) => outcomes.replies)).toEqual([4, 4]);
      expect(computedAt(run)).toEqual([4, 4]);
      expect(run.unusedFaults).toEqual([]);
      expect(brokenLaws(run)).toEqual([]);
    }
  });

  it("answer BUSY to the other’s retry while their own call is under way", () => {
    const run = serveEachOther(1, { computeMs: 700, procedure: "waits" });
    const busy = packetsOf(run.trace).flatMap(({ kind, from }) => (kind === "busy" ? [from] : []));
    expect(busy.toSorted()).toEqual(["server1", "server2"]);
    expect(run.twins.map(({ outcomes }) => outcomes.replies)).toEqual([1, 1]);
  });

  it("of which one dies: the other gives it up after a minute, and both its connections to it are marked", () => {
    const run = serveEachOther(1, { crashesAtMs: 30, computeMs: 500 });
    const [survivor] = run.twins;
    expect(survivor.outcomes).toMatchObject({ replies: 0, failures: 1 });
    expect(toMillis(run.elapsed)).toBeGreaterThan(60_000);
    expect(toMillis(run.elapsed)).toBeLessThan(61_000);
    const { host } = run.twins[1].peer;
    const tags = survivor.up.process.ends.filter(({ state }) => state.peer.host === host).map(({ state }) => state.tag);
    expect(tags).toEqual(["HARDERROR", "HARDERROR"]);
  });
});
