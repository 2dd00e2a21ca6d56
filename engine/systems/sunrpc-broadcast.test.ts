/** Broadcasts of Sun RPC: who answers and who stays silent, for how long the client waits, and what packets do. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseScript } from "../faults/parse-script.ts";
import { millis, seconds, type Nanos } from "../kernel/time.ts";
import { WAITS } from "../protocols/sunrpc/portmap/broadcaster.ts";
import { broadcastMachines, simulateBroadcast } from "./sunrpc-broadcast.ts";
import type { BroadcastOptions, BroadcastOutcome } from "./sunrpc-broadcast.ts";
import { brokenLaws, callsOf, marksOf, packetsOf, transitionsOf } from "./testing.ts";

const TEN: BroadcastOptions = {
  machines: 10,
  servers: 3,
  down: 0,
  serverNs: 0,
  argumentBytes: 0,
  repliesWanted: 0,
};

function run(options: Partial<BroadcastOptions> = {}, script: readonly string[] = [], seed = 1): BroadcastOutcome {
  const all = { ...TEN, ...options };
  const faults = parseScript(script, { machines: broadcastMachines(all.machines) });
  return simulateBroadcast(all, { seed, faults, keep: "all" });
}

const from = ({ answers }: BroadcastOutcome): readonly string[] => answers.map((answer) => answer.from);
const who = (outcome: BroadcastOutcome): readonly string[] => [...new Set(from(outcome))].sort();
const countOf = ({ trace }: BroadcastOutcome, label: string): number =>
  marksOf(trace).filter((mark) => mark.label === label).length;
const ALL_WAITS = WAITS.reduce((sum, wait) => sum + wait, 0);
/** The client’s own work: for the first send, and to wake up six times. */
const CLIENT_WORK = millis(20);

/** When the broadcast ended by the clock, and the last time before that at which its client sent or heard something. */
function lastWait({ trace }: BroadcastOutcome): Nanos {
  const steps = transitionsOf(trace).filter(({ instance }) => instance === "broadcast");
  const end = steps.findIndex(({ from: before, to }) => before === "collecting" && to === "idle");
  const [before, ended] = [steps[end - 1], steps[end]];
  if (before === undefined || ended?.input !== "tick") throw new Error("The broadcast did not end by the clock.");
  return ended.at - before.at;
}

describe("a broadcast of Sun RPC", () => {
  it("is answered by the machines that have the program and are up; the others stay silent, and pay for it", () => {
    const outcome = run({ down: 1 });
    expect(who(outcome)).toEqual(["host2", "host3"]);
    expect([outcome.end, outcome.sends, outcome.executions, outcome.answers.length]).toEqual(["time is up", 6, 12, 12]);
    expect([...outcome.bystanders.keys()]).toEqual(["host4", "host5", "host6", "host7", "host8", "host9", "host10"]);
    // An interrupt (0.64 ms), UDP’s input (0.4), waking and sleeping (0.29), select twice (0.4 each), recvfrom (0.73)…
    for (const busy of outcome.bystanders.values()) {
      expect(busy / 6).toBeGreaterThan(millis(2));
      expect(busy / 6).toBeLessThan(millis(3));
    }
    const silent = packetsOf(outcome.trace).filter(({ from: sender }) => outcome.bystanders.has(sender));
    expect(silent).toEqual([]);
    expect(countOf(outcome, "no such program")).toBe(6 * 7);
    expect(callsOf(outcome.trace)).toMatchObject([{ outcome: "returned" }]);
  });

  it("goes to all stations at once, and is sent again after 4, 6, 8, 10 and 12 s; it ends 14 s later", () => {
    const outcome = run({ servers: 0 });
    const packets = packetsOf(outcome.trace);
    expect(packets.map(({ kind, origin }) => `${origin} ${kind}`)).toEqual([
      "first call",
      ...Array<string>(5).fill("retransmission call"),
    ]);
    const [first] = packets;
    expect([...(first?.frame.subarray(0, 6) ?? [])]).toEqual(Array(6).fill(255));
    expect([...(first?.frame.subarray(30, 34) ?? [])]).toEqual([192, 0, 2, 255]);
    const sentAt = packets.map(({ departsMs }) => Math.floor(departsMs / 1000));
    expect(sentAt).toEqual([0, 4, 10, 18, 28, 40]);
    expect(outcome.took).toBeGreaterThanOrEqual(ALL_WAITS);
    expect(outcome.took).toBeLessThan(ALL_WAITS + CLIENT_WORK);
    expect([outcome.answers, callsOf(outcome.trace)[0]?.outcome]).toEqual([[], "failed"]);
  });

  it("stops when its program has what it wanted; replies of one machine count each time", () => {
    const one = run({ repliesWanted: 1 });
    expect([one.end, one.sends, one.answers.length, one.executions]).toEqual(["stopped", 1, 1, 3]);
    expect(one.took).toBeLessThan(millis(30));
    expect(countOf(one, "ignored: its process has closed the socket")).toBe(2);
    expect(packetsOf(one.trace).filter(({ fate }) => fate === "ignored")).toHaveLength(2);
    const four = run({ repliesWanted: 4 });
    expect([four.end, four.sends, who(four)]).toEqual(["stopped", 2, ["host1", "host2", "host3"]]);
    const copied = run({ servers: 1, repliesWanted: 2 }, ["duplicate reply#1"]);
    expect([copied.sends, copied.executions, from(copied)]).toEqual([1, 1, ["host1", "host1"]]);
  });

  it("waits longer for procedures that wait, and is never answered where they wait longer than a portmapper", () => {
    const slow = run({ serverNs: seconds(3) });
    expect(who(slow)).toEqual(["host1", "host2", "host3"]);
    expect(slow.took).toBeGreaterThan(ALL_WAITS + 6 * seconds(2.9));
    const slower = run({ serverNs: seconds(6) });
    expect([slower.answers, slower.executions, slower.bystanders.size]).toEqual([[], 18, 10]);
    expect(countOf(slower, "gave up the forwarded call")).toBe(18);
    expect(brokenLaws(slower)).toEqual([]);
  });

  it("refuses a call of more than 1,400 bytes, and sends none of it", () => {
    const fits = run({ argumentBytes: 1344 });
    expect([fits.sends, packetsOf(fits.trace)[0]?.frame.length]).toEqual([6, 14 + 20 + 8 + 1400]);
    const refused = run({ argumentBytes: 1345 });
    expect([refused.end, refused.sends, refused.packets]).toEqual(["too long", 0, 0]);
    expect(callsOf(refused.trace)).toMatchObject([{ outcome: "failed" }]);
  });

  it("loses a reply where fifty machines answer at the same moment: the client has no buffers for so many", () => {
    const all = run({ machines: 50, servers: 50 });
    expect(countOf(all, "no receive buffer")).toBeGreaterThan(0);
    expect(countOf(all, "collision")).toBeGreaterThan(500);
    expect(all.answers.length).toBe(300 - packetsOf(all.trace).filter(({ fate }) => fate === "lost").length);
    const few = run({ machines: 50, servers: 10 });
    expect([few.answers.length, countOf(few, "no receive buffer")]).toEqual([60, 0]);
  });

  it("calls programs on their own machine, where nothing is lost by chance", () => {
    const lost = run({ servers: 10 }, ["lose 100% of reply packets"]);
    expect([lost.answers, lost.executions, lost.took < ALL_WAITS + CLIENT_WORK]).toEqual([[], 60, true]);
    const half = run({ servers: 10 }, ["lose 50% of packets"]);
    const own = packetsOf(half.trace).filter(({ from: sender, to }) => sender === to);
    expect(own.length).toBeGreaterThan(20);
    expect(own.every(({ fate }) => fate !== "lost")).toBe(true);
    expect(half.answers.length).toBeLessThan(half.executions);
  });

  it("meets the lines of a script that name the call, for all machines at once", () => {
    const only = (line: string): BroadcastOutcome => run({ repliesWanted: 3 }, [line]);
    const took = ({ took: nanos }: BroadcastOutcome): number => Math.round(nanos / seconds(1));
    const damaged = only("corrupt call#1");
    expect([took(only("drop call#1")), took(damaged), took(only("delay call#1 by 3s"))]).toEqual([4, 4, 3]);
    expect(countOf(damaged, "damaged")).toBe(1);
    expect(only("duplicate call#1").executions).toBe(6);
    // Held back, it comes right behind the next.
    const late = only("reorder call#1");
    expect([took(late), late.executions, late.unusedFaults]).toEqual([4, 6, []]);
  });

  it("is answered again by a machine that restarts, and ends with its own machine", () => {
    const restarted = run({ servers: 1 }, ["crash host1 at 2s", "restart host1 at 9s"]);
    expect([restarted.answers.length, restarted.sends]).toEqual([5, 6]); // not after 4 s
    expect(brokenLaws(restarted)).toEqual([]);
    const crashed = run({}, ["crash client at 5s"]);
    expect([crashed.end, crashed.took, callsOf(crashed.trace)[0]?.outcome]).toEqual(["crashed", seconds(5), "failed"]);
    expect(run({}, ["crash client at 0s"])).toMatchObject({ end: "crashed", took: 0, packets: 0 });
  });

  it("keeps its laws whatever is lost", () => {
    const cases = fc.record({
      machines: fc.integer({ min: 1, max: 12 }),
      servers: fc.integer({ min: 0, max: 12 }),
      down: fc.integer({ min: 0, max: 4 }),
      serverNs: fc.constantFrom(0, millis(200), seconds(3), seconds(6)),
      repliesWanted: fc.constantFrom(0, 0, 1, 5),
      loss: fc.integer({ min: 1, max: 90 }),
      seed: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(cases, ({ loss, seed, ...options }) => {
        const script = [`lose ${loss}% of packets`];
        const outcome = run(options, script, seed);
        const { machines, servers, down, repliesWanted } = options;
        expect(brokenLaws(outcome)).toEqual([]);
        for (const name of new Set(from(outcome))) {
          const number = Number(name.replace("host", ""));
          expect(number).toBeGreaterThan(down);
          expect(number).toBeLessThanOrEqual(Math.min(servers, machines));
          // Each time that the call goes out a machine answers once at most; only copies would count twice.
          expect(from(outcome).filter((one) => one === name).length).toBeLessThanOrEqual(outcome.sends);
        }
        expect(outcome.answers.length).toBeLessThanOrEqual(outcome.executions);
        expect(who(outcome).length + outcome.bystanders.size).toBeLessThanOrEqual(Math.max(0, machines - down));
        if (outcome.end === "stopped") expect(outcome.answers).toHaveLength(repliesWanted);
        else {
          expect(outcome.sends).toBe(WAITS.length);
          expect(lastWait(outcome)).toBeGreaterThanOrEqual(seconds(14));
          expect(lastWait(outcome)).toBeLessThan(seconds(14) + CLIENT_WORK);
        }
        expect(run(options, script, seed).trace.hash).toBe(outcome.trace.hash);
      }),
      { numRuns: 40 },
    );
  });
});
