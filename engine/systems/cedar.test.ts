/** Cedar RPC on its machines: packets, time, and the laws of a run whatever goes wrong. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../kernel/reads.ts";
import { toMicros, toMillis } from "../kernel/time.ts";
import { decodeFrame } from "../wire/cedar.ts";
import type { CedarOutcome } from "./cedar.ts";
import { run } from "./cedar/testing.ts";
import { brokenLaws, callsOf, marksOf, packetsOf, packetsUntilAnswer } from "./testing.ts";

/** `call#1 lost`, in the order in which they were on the wire. */
const story = ({ trace }: CedarOutcome, packets = packetsUntilAnswer): readonly string[] =>
  packets(trace)
    .filter(({ kind }) => kind !== "other traffic")
    .map(({ kind, call, fate, origin }) => `${kind}#${call}${origin === "first" ? "" : ` ${origin}`} ${fate}`);

const timesFirstRan = ({ executions }: CedarOutcome): number => executions.get(1) ?? 0;

describe("a call of Cedar RPC", () => {
  it("has two packets until its answer when it is short", () => {
    expect(story(run())).toEqual(["call#1 delivered", "result#1 delivered"]);
    const two = run({ calls: 2 });
    expect(story(two)).toHaveLength(4);
    expect(two.count).toMatchObject({ packets: 4, firstPackets: 2, firstWords: 0 });
  });

  it("that no other call follows has its result sent again; the caller acknowledges, and both are silent then", () => {
    const outcome = run();
    expect(story(outcome, packetsOf).slice(2)).toEqual([
      "result#1 retransmission ignored",
      "acknowledgement#1 delivered",
    ]);
    expect(outcome.trace.elapsed).toBeGreaterThan(60_000_000_000); // the row of the activity is forgotten
    expect(toMillis(outcome.elapsed)).toBeLessThan(2);
  });

  it("has four when it takes longer than the interval of retransmission", () => {
    expect(story(run({ serverMs: 22 }))).toEqual([
      "call#1 delivered",
      "call#1 retransmission delivered",
      "acknowledgement#1 delivered",
      "result#1 delivered",
    ]);
  });

  it("has two more for each further packet of its arguments", () => {
    for (const argumentPackets of [2, 3, 4, 8]) {
      expect(run({ argumentPackets }).count.packets).toBe(2 + 2 * (argumentPackets - 1));
    }
    expect(run({ argumentPackets: 4, underWay: "all" }).count.packets).toBe(5);
  });

  it("sends no packet of a long message again while its last one waits in line, at either end", () => {
    // The wire takes 1,524 us a packet of 256 words, and 16 of them longer than the 20 ms of the timer.
    const long = run({ argumentPackets: 16, underWay: "all", calls: 2 });
    expect(long.count.packets).toBe(2 * 17);
    expect(callsOf(long.trace)[0]?.tookMs).toBeCloseTo(33.2, 1);
    const back = run({ resultWords: 16 * 256, underWay: "all", calls: 2 });
    expect(back.count.packets).toBe(2 * 17);
    // Each packet adds its time on the wire, and that of its words at the end that takes all of them out.
    const eight = run({ argumentPackets: 8, underWay: "all", calls: 2 });
    const added = (callsOf(long.trace)[0]!.tookMs - callsOf(eight.trace)[0]!.tookMs) / 8;
    expect(added).toBeCloseTo(((46 + 512 + 2) * 8 + 1) / 2940 + (256 * 0.00361) / 2, 3);
  });

  it("sends again, when a bulk message stays unanswered, 20 ms after its last packet left", () => {
    const { trace } = run({ argumentPackets: 16, underWay: "all" }, ["drop data#1 send 15"]);
    const packets = packetsOf(trace);
    const left = packets[15]!.departsMs + ((46 + 512 + 2) * 8 + 1) / 2940;
    const again = marksOf(trace).find(({ label }) => label === "retransmission timer");
    expect(again?.atMs).toBeCloseTo(left + 20, 3);
  });

  it("marshals nothing for a retransmission: the run time sends the packet that it kept", () => {
    const { trace } = run({ argumentWords: 1, resultWords: 1 }, ["drop call#1"]);
    const spans = Array.from({ length: trace.spans.count }, (_, row) => ({
      name: trace.steps[trace.spans.step[row]!]!.name,
      us: (trace.spans.end[row]! - trace.spans.start[row]!) / 1000,
    }));
    expect(spans.filter(({ name }) => /again/.test(name))).toEqual([
      { name: "RPC run time sends the packet again", us: 164.28 },
      { name: "RPC run time sends the packet again", us: 164.28 }, // later, the server’s: no call follows the result
    ]);
    expect(spans.filter(({ name }) => /stub puts/i.test(name)).map(({ name }) => name)).toEqual([
      "User stub puts the arguments into the packet",
      "Server stub puts the results into the packet",
    ]);
  });

  it("has four packets with an acknowledgement for each", () => {
    expect(run({ calls: 5, acknowledgements: "explicit" }).count.packets).toBe(19);
    // The last one comes after the answer.
    expect(story(run({ acknowledgements: "explicit" }), packetsOf)).toHaveLength(4);
  });

  it.each(["resume", "unwind"] as const)("has four packets with an exception: %s", (exception) => {
    const outcome = run({ exception });
    const second = exception === "resume" ? "resume#1 delivered" : "unwind#1 delivered";
    expect(story(outcome)).toEqual(["call#1 delivered", "exception#1 delivered", second, "result#1 delivered"]);
    expect(outcome.firstEnd).toBe(exception === "resume" ? "returned" : "unwound");
    expect(callsOf(outcome.trace)[0]?.outcome).toBe("returned");
  });

  it("asks ever more rarely: four probes between the tenth minute and the thirtieth", () => {
    const outcome = run({ serverMs: 3_600_000 });
    const minutes = packetsOf(outcome.trace).flatMap(({ kind, departsMs }) =>
      kind === "probe" ? [departsMs / 60_000] : [],
    );
    expect(minutes.filter((at) => at >= 10 && at < 30)).toHaveLength(4);
    expect(outcome.firstEnd).toBe("returned");
  });

  it("takes the wire’s time for its real bits, on either Ethernet, until the last has arrived", () => {
    const [slow, fast] = [run(), run({ networkMbps: "10" })];
    const { departs, arrives } = slow.trace.packets;
    const cableUs = toMicros((arrives[0] ?? 0) - (departs[0] ?? 0)) - ((46 + 2) * 8 + 1) / 2.94;
    expect(cableUs).toBeGreaterThan(0);
    expect(toMicros(slow.count.firstWireNs)).toBeCloseTo(2 * (((46 + 2) * 8 + 1) / 2.94 + cableUs), 1);
    expect(toMicros(fast.count.firstWireNs)).toBeCloseTo(2 * (((64 + 8) * 8) / 10 + cableUs), 1);
    expect(fast.elapsed).toBeLessThan(slow.elapsed);
  });

  it("is slower beside other hosts, which take their share of the Ethernet", () => {
    const [alone, beside] = [run({ calls: 300 }), run({ calls: 300, load: 0.1 })];
    expect(beside.elapsed).toBeGreaterThan(alone.elapsed);
    const others = packetsOf(beside.trace).filter(({ kind }) => kind === "other traffic");
    expect(others.length).toBeGreaterThan(10);
  });

  it("carries its words in frames that can be read, and the result names the call", () => {
    for (const { kind, frame } of packetsUntilAnswer(run({ argumentWords: 3, resultWords: 2 }).trace)) {
      const { packet } = decodeFrame(frame);
      expect(packet).toMatchObject({
        type: kind,
        sequence: 1,
        data: new Uint8Array(kind === "call" ? 6 : 4).map((_, i) => i & 1),
      });
    }
  });
});

describe("a server that crashes", () => {
  it("is found out by the next probe: the gaps grow, so the later it happens the later it is noticed", () => {
    const detect = (at: string): number => {
      const outcome = run({ serverMs: 3_600_000 }, [`crash server at ${at}`]);
      expect(outcome.firstEnd).toBe("no answer");
      const power = marksOf(outcome.trace).find(({ label }) => label === "crash");
      return callsOf(outcome.trace)[0]!.tookMs - (power?.atMs ?? 0);
    };
    expect(detect("1s")).toBeLessThan(5000);
    expect(detect("660s")).toBeGreaterThan(240_000);
  });

  it("and comes back rejects the old binding; the caller imports again, and its next call returns", () => {
    const outcome = run({ calls: 2 }, ["crash server at 100us", "restart server at 1ms"]);
    expect(outcome.firstEnd).toBe("unbound");
    expect(callsOf(outcome.trace).map((call) => call.outcome)).toEqual(["failed", "returned"]);
    expect(story(outcome)).toContain("reject#1 delivered");
  });

  it("runs the procedure zero times or once if the call raised an exception; the crash decides which", () => {
    const ran = (at: number): number => timesFirstRan(run({}, [`crash server at ${at}us`]));
    expect([ran(100), ran(650)]).toEqual([0, 1]);
  });
});

describe("a rule that is left out", () => {
  it("sequenceCheck: the result is lost, and the procedure runs twice", () => {
    expect(timesFirstRan(run({}, ["drop result#1"]))).toBe(1);
    expect(timesFirstRan(run({ without: ["sequenceCheck"] }, ["drop result#1"]))).toBe(2);
  });

  it("uniqueId: the new incarnation takes a call that the old one ran", () => {
    const faults = ["drop result#1", "crash server at 1ms", "restart server at 2ms"];
    expect(run({}, faults)).toMatchObject({ firstEnd: "unbound", executions: new Map([[1, 1]]) });
    expect(run({ without: ["uniqueId"] }, faults)).toMatchObject({
      firstEnd: "returned",
      executions: new Map([[1, 2]]),
    });
  });

  it("heldReply: a lost result is lost for good", () => {
    expect(run({ without: ["heldReply"] }, ["drop result#1"]).firstEnd).toBe("no answer");
  });
});

describe("whatever goes wrong", () => {
  it("nobody handles an exception of a call whose caller started anew; it takes no later call’s handler", () => {
    const faults = ["crash caller at 158us", "restart caller at 159us"];
    const outcome = run({ calls: 2, exception: "resume" }, faults);
    expect(callsOf(outcome.trace).map((call) => call.outcome)).toEqual(["failed", "returned"]);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  const kinds = ["call", "result", "data", "ack", "probe", "exception", "resume", "unwind", "reject"];
  const packet = fc
    .record({
      kind: fc.oneof({ weight: 3, arbitrary: fc.constantFrom("call", "result") }, fc.constantFrom(...kinds)),
      call: fc.integer({ min: 1, max: 4 }),
      send: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ kind, call, send }) => `${kind}#${call} send ${send}`);
  const time = fc.oneof(
    fc.integer({ min: 1, max: 8000 }).map((us) => `${us}us`),
    fc.integer({ min: 1, max: 400 }).map((ms) => `${ms}ms`),
  );
  const fault = fc.oneof(
    packet.map((name) => [`drop ${name}`]),
    fc.tuple(packet, time).map(([name, by]) => [`delay ${name} by ${by}`]),
    fc.tuple(packet, time).map(([name, by]) => [`duplicate ${name} by ${by}`]),
    packet.map((name) => [`reorder ${name}`]),
    fc.integer({ min: 1, max: 60 }).map((percent) => [`lose ${percent}% of packets`]),
    fc
      .tuple(
        fc.constantFrom("caller", "server"),
        fc.integer({ min: 1, max: 9000 }),
        fc.integer({ min: 1, max: 900_000 }),
      )
      .map(([machine, us, later]) => [`crash ${machine} at ${us}us`, `restart ${machine} at ${us + later}us`]),
  );
  const script = fc.array(fault, { maxLength: 3 }).map((faults) => faults.flat());
  const options = fc.record({
    calls: fc.integer({ min: 1, max: 4 }),
    threads: fc.integer({ min: 1, max: 2 }),
    argumentPackets: fc.constantFrom(1, 1, 3),
    serverMs: fc.constantFrom(0, 0, 1, 30, 200),
    exception: fc.constantFrom("none", "none", "resume", "unwind"),
    underWay: fc.constantFrom("one", "one", "all"),
    acknowledgements: fc.constantFrom("implicit", "implicit", "explicit"),
    liveness: fc.constantFrom("probes", "probes", "keep-alives"),
    binding: fc.constantFrom("given", "given", "instance", "type", "broadcast", "made"),
    security: fc.constantFrom("none", "none", "encrypted", "impostor"),
    transport: fc.constantFrom("exchange", "exchange", "stream", "messages"),
    replica: fc.constantFrom("up", "up", "down", "stale"),
    access: fc.constantFrom("granted", "granted", "denied"),
  });

  it("copies of two packets go over the Ethernet one behind the other", () => {
    const faults = ["duplicate call#1 by 1us", "duplicate call#2 by 2us"];
    const { trace } = run({ threads: 2, calls: 2, argumentWords: 100 }, faults);
    const copies = packetsOf(trace).filter(({ origin }) => origin === "duplicate");
    expect(copies).toHaveLength(2);
    expect(brokenLaws(run({ threads: 2, calls: 2, argumentWords: 100 }, faults))).toEqual([]);
  });

  it("a process whose call returned while another imports again waits for the new binding", () => {
    const faults = ["crash server at 7417us", "restart server at 148514us", "delay call#2 send 1 by 4ms"];
    const outcome = run(
      { calls: 4, threads: 2, exception: "resume", acknowledgements: "explicit", binding: "type" },
      faults,
    );
    expect(callsOf(outcome.trace)).toHaveLength(4);
    expect(callsOf(outcome.trace).filter((call) => call.outcome === "pending")).toEqual([]);
  });

  it("a call that returned ran once, one that failed at most once; every call ends, and no law of a run breaks", () => {
    fc.assert(
      fc.property(options, script, (given, faults) => {
        const unlike = new Set<string>();
        const distinct = faults.filter((line) => {
          const subject = line.split(" ").slice(1).join(" ");
          if (unlike.has(subject)) return false;
          unlike.add(subject);
          return true;
        });
        let outcome: CedarOutcome;
        try {
          outcome = run(given, distinct);
        } catch (error) {
          if (error instanceof Error && error.name === "FaultError") return; // two lines speak of one packet
          throw error;
        }
        expect(brokenLaws(outcome)).toEqual([]);
        for (let row = 0; row < outcome.trace.calls.count; row++) {
          const times = outcome.executions.get(row + 1) ?? 0;
          if (outcomeOf(outcome.trace, row) === "returned") expect(times).toBe(1);
          else expect(times).toBeLessThanOrEqual(1);
          expect(outcomeOf(outcome.trace, row)).not.toBe("pending");
        }
      }),
      { numRuns: 400 },
    );
  });
});
