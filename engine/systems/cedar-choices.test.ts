/** What a Cedar program can choose beside its call: how it finds the callee, what carries the call, who can read it. */
import { describe, expect, it } from "vitest";
import { lupine } from "../stubs/lupine/lupine.ts";
import { procedureAt } from "../stubs/lupine/stub.ts";
import { decodeFrame, isSealed, type CedarPacket } from "../wire/cedar.ts";
import type { CedarOptions, CedarOutcome } from "./cedar.ts";
import { run } from "./cedar/testing.ts";
import { brokenLaws, callsOf, marksOf, packetsOf, packetsUntilAnswer } from "./testing.ts";

/** The marks of a run but those of timers: the hosts send again what no other packet has acknowledged. */
const newsOf = ({ trace }: CedarOutcome): readonly string[] =>
  marksOf(trace).flatMap(({ label }) => (label.endsWith("timer") ? [] : [label]));

/** The packet in a frame, which must be in clear. */
function clearPacket(frame: Uint8Array): CedarPacket {
  const { packet } = decodeFrame(frame);
  if (isSealed(packet)) throw new Error("The packet is encrypted.");
  return packet;
}

describe("an import", () => {
  /** Packets before the first call, without those of the name servers among themselves. */
  const asked = (options: Partial<CedarOptions>, faults: readonly string[] = []): readonly string[] =>
    packetsUntilAnswer(run(options, faults).trace).flatMap(({ kind, call, from, to, fate }) =>
      call === 0 ? [`${from} to ${to}: ${kind}${fate === "delivered" ? "" : `, ${fate}`}`] : [],
    );

  it("by instance asks the name service for the machine, and the machine for its unique identifier", () => {
    expect(asked({ binding: "instance" })).toEqual([
      "caller to grapevine1: look-up",
      "grapevine1 to caller: look-up answer",
      "caller to server: bind",
      "server to caller: bind answer",
    ]);
  });

  it("by type asks for the members of the group first, by address asks the machine alone", () => {
    expect(asked({ binding: "type" }).filter((line) => line.endsWith("look-up"))).toHaveLength(2);
    expect(asked({ binding: "address" })).toEqual(["caller to server: bind", "server to caller: bind answer"]);
  });

  it("works with one replica down, after all sends to it were in vain", () => {
    const lines = asked({ binding: "instance", replica: "down" });
    expect(lines.filter((line) => line.startsWith("caller to grapevine1: look-up"))).toHaveLength(7);
    expect(lines).toContain("grapevine2 to caller: look-up answer");
    expect(run({ binding: "instance", replica: "down" }).firstEnd).toBe("returned");
  });

  it("finds an old address out, asks the other replica, and heals the stale one", () => {
    const lines = asked({ binding: "instance", replica: "stale", calls: 5 });
    expect(lines.slice(0, 8)).toEqual([
      "caller to grapevine1: look-up",
      "grapevine1 to caller: look-up answer",
      "caller to grapevine2: bind", // where the exporter was before
      "grapevine2 to caller: bind answer",
      "caller to grapevine2: look-up",
      "grapevine2 to caller: look-up answer",
      "caller to server: bind",
      "server to caller: bind answer",
    ]);
    expect(lines).toContain("caller to grapevine1: update");
  });

  it("is made again after a restart of the exporter, which registers itself anew", () => {
    const faults = ["crash server at 8ms", "restart server at 20ms"];
    const outcome = run({ binding: "instance", calls: 40 }, faults);
    const kinds = packetsOf(outcome.trace).map(({ kind }) => kind);
    expect(kinds).toContain("export");
    expect(kinds).toContain("reject");
    expect(kinds.filter((kind) => kind === "look-up")).toHaveLength(2);
    expect(callsOf(outcome.trace).at(-1)?.outcome).toBe("returned");
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("by broadcast asks all machines once; the server alone answers, and each bystander pays the same", () => {
    expect(asked({ binding: "broadcast" })).toEqual([
      "caller to : bind", // one frame, to the network
      "server to caller: bind answer",
    ]);
    const cost = (bystanders: number): number => run({ binding: "broadcast", bystanders }).bystanderNs;
    expect(cost(0)).toBe(0);
    expect(cost(1)).toBeGreaterThan(200_000);
    expect(cost(20)).toBe(20 * cost(1));
    expect(run({ binding: "instance" }).bystanderNs).toBe(0);
    const [question] = packetsOf(run({ binding: "broadcast" }).trace);
    expect(question?.frame[0]).toBe(0); // the destination that all stations take
  });

  it("by broadcast asks again when nobody answered, and finds nobody where the server is down", () => {
    const faults = ["lose 100% of packets from server"];
    const lines = asked({ binding: "broadcast" }, faults);
    expect(lines.filter((line) => line === "caller to : bind")).toHaveLength(7);
    expect(run({ binding: "broadcast" }, ["crash server at 1us"]).trace.calls.count).toBe(0);
    expect(asked({ binding: "broadcast" }, ["lose 100% of packets from caller"])).toEqual(
      Array(7).fill("caller to : bind, lost"),
    );
  });

  it("of an instance without the right to export it: the name service refuses, and importers find nothing", () => {
    const outcome = run({ binding: "type", access: "denied" });
    expect(newsOf(outcome)).toEqual(["not on the access list", "export refused", "nothing imported"]);
    expect(asked({ binding: "type", access: "denied" })).toContain("server to grapevine1: export");
    expect(outcome.trace.calls.count).toBe(0);
  });

  it("of an instance made for the importer: a call for its name, then one for its row, and no name service", () => {
    expect(asked({ binding: "made" })).toEqual([
      "caller to server: make",
      "server to caller: make answer",
      "caller to server: bind",
      "server to caller: bind answer",
    ]);
    const calls = packetsUntilAnswer(run({ binding: "made" }).trace).filter(({ kind }) => kind === "call");
    expect(calls.map(({ frame }) => decodeFrame(frame).packet)).toMatchObject([{ interface: 1, binding: 2 }]);
  });

  it("of an instance that was made and died with its exporter is made again", () => {
    const outcome = run({ binding: "made", calls: 20 }, ["crash server at 8ms", "restart server at 20ms"]);
    const kinds = packetsOf(outcome.trace).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "make")).toHaveLength(2);
    expect(kinds).toContain("reject");
    expect(callsOf(outcome.trace).at(-1)?.outcome).toBe("returned");
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("comes to nothing where both replicas are down, and no call is made", () => {
    const faults = ["crash grapevine2 at 1us"];
    const outcome = run({ binding: "instance", replica: "down" }, faults);
    expect(outcome.trace.calls.count).toBe(0);
    expect(marksOf(outcome.trace).map(({ label }) => label)).toContain("nothing imported");
  });
});

describe("what carries a call", () => {
  /** Packets of the first of two calls. */
  const kinds = (options: Partial<CedarOptions>): readonly string[] =>
    packetsUntilAnswer(run({ calls: 2, ...options }).trace).flatMap(({ kind, from, call }) =>
      call === 1 ? [`${from}: ${kind}`] : [],
    );

  it("a byte stream: nine packets a call, and the call returns when the connection is closed", () => {
    expect(kinds({ transport: "stream" })).toEqual([
      ...["caller: open", "server: open"],
      ...["caller: call", "server: acknowledgement", "server: result", "caller: acknowledgement"],
      ...["caller: close", "server: closed", "caller: closed"],
    ]);
    expect(run({ transport: "stream", calls: 20 }).count.packets).toBe(179); // the last one still under way
  });

  it("messages: four packets a call, and the programs do the work of the stubs", () => {
    const outcome = run({ transport: "messages", argumentWords: 1, resultWords: 1 });
    expect(kinds({ transport: "messages" })).toEqual([
      ...["caller: call", "server: acknowledgement", "server: result", "caller: acknowledgement"],
    ]);
    expect(outcome.trace.steps.map(({ name }) => name)).toContain("Calling program puts words into a message");
    expect(outcome.trace.steps.map(({ name }) => name).filter((name) => /stub/.test(name))).toEqual([]);
  });

  it("a packet costs the same in all three, so a call takes the longer the more of them it waits for", () => {
    const took = (transport: CedarOptions["transport"]): number =>
      callsOf(run({ transport, argumentWords: 10, resultWords: 10 }).trace)[0]!.tookMs;
    expect(took("exchange")).toBeLessThan(took("messages"));
    expect(took("messages")).toBeLessThan(took("stream"));
    expect(took("stream") / took("exchange")).toBeGreaterThan(2);
  });

  it("a server that restarts rejects a connection of before, and the program imports again", () => {
    const faults = ["crash server at 5ms", "restart server at 6ms"];
    const outcome = run({ transport: "stream", calls: 8 }, faults);
    expect(packetsOf(outcome.trace).map(({ kind }) => kind)).toContain("reject");
    expect(callsOf(outcome.trace).at(-1)?.outcome).toBe("returned");
    expect(brokenLaws(outcome)).toEqual([]);
  });
});

describe("the interface of the programs", () => {
  it("is a definitions module with the arguments of the run, and Lupine’s stubs make the words of its packets", () => {
    const outcome = run({ argumentWords: 2, resultWords: 1, arrayWords: 4, exception: "resume" });
    expect(outcome.interfaceText.split("\n")).toEqual([
      "Test: DEFINITIONS = BEGIN",
      "  Raised: SIGNAL [code: CARDINAL, detail: CARDINAL] RETURNS [code: CARDINAL, detail: CARDINAL];",
      "  Null: PROCEDURE;",
      "  Call: PROCEDURE [a1: CARDINAL, a2: CARDINAL, array: ARRAY [0..4) OF CARDINAL] " +
        "RETURNS [r1: CARDINAL, array: ARRAY [0..4) OF CARDINAL];",
      "END.",
      "",
    ]);
    const stub = lupine(outcome.interfaceText);
    const [call, raised, , result] = packetsUntilAnswer(outcome.trace).map(({ frame }) => clearPacket(frame));
    if (call === undefined || raised === undefined || result === undefined) throw new Error("A packet is missing.");
    const procedure = procedureAt(stub, call.procedure);
    expect(procedure.decodeArguments(call.data)).toEqual({ a1: 1, a2: 1, array: [1, 1, 1, 1] });
    expect(procedure.decodeResults(result.data)).toEqual({ r1: 1, array: [1, 1, 1, 1] });
    expect(procedure.signals[0]?.decodeArguments(raised.data)).toEqual({ code: 1, detail: 1 });
    expect(run().interfaceText).toContain("  Call: PROCEDURE;\n");
  });
});

describe("an encrypted call", () => {
  const WORDS = { argumentWords: 20, resultWords: 20 } as const;
  const encrypted = (options: Partial<CedarOptions> = {}, faults: readonly string[] = []): CedarOutcome =>
    run({ ...WORDS, security: "encrypted", ...options }, faults);

  it("begins with a key from Grapevine, which the callee learns by an authenticator", () => {
    const before = packetsUntilAnswer(encrypted().trace).filter(({ call }) => call === 0);
    expect(before.map(({ kind, from, to }) => `${from} to ${to}: ${kind}`)).toEqual([
      "caller to grapevine1: key",
      "grapevine1 to caller: key answer",
      "caller to server: authenticator",
      "server to caller: authenticator answer",
    ]);
    expect(encrypted({ replica: "down" }).firstEnd).toBe("returned"); // the other replica has the secrets too
  });

  it("shows its processes and its conversation to everybody on the net, and the rest to nobody", () => {
    const packets = packetsUntilAnswer(encrypted().trace).filter(({ call }) => call === 1);
    expect(packets).toHaveLength(2);
    const sealed = packets.map(({ frame }) => decodeFrame(frame).packet);
    expect(sealed).toMatchObject([
      { isSealed: true, class: "call", fromProcess: 1, toProcess: 0, conversation: 1 },
      { isSealed: true, class: "data", fromProcess: 101, toProcess: 1, conversation: 1 },
    ]);
    for (const { data } of sealed) {
      expect(data).toHaveLength(64); // 6 bytes of check and length, 16 of the header, 40 of words, to a whole block
      expect(new Set(data).size).toBeGreaterThan(30);
    }
  });

  it("is never sent by an impostor, who cannot read the key", () => {
    const outcome = run({ security: "impostor" });
    expect(outcome.trace.calls.count).toBe(0);
    expect(newsOf(outcome)).toEqual(["the key cannot be read", "nothing imported"]);
  });

  it("takes DES’s time at both ends, for each block", () => {
    const took = (options: Partial<CedarOptions>): number => callsOf(run(options).trace)[0]!.tookMs;
    const extra = (words: number): number => {
      const sizes = { argumentWords: words, resultWords: words };
      return took({ ...sizes, security: "encrypted" }) - took(sizes);
    };
    expect(extra(0)).toBeGreaterThan(4 * 3 * 0.25); // two packets, each encrypted and decrypted, of three blocks
    expect(extra(100)).toBeGreaterThan(extra(0) + 4 * 25 * 0.25 - 0.01);
  });

  it("takes that time for the key, too: Grapevine encrypts it twice, caller and callee decrypt it once each", () => {
    const { trace } = encrypted();
    const { spans, steps, tracks } = trace;
    const ofKey = Array.from({ length: spans.count }, (_, row) => row).filter((row) =>
      /the key$/.test(steps[spans.step[row]!]!.name),
    );
    const costs = ofKey.map((row) => [
      tracks[spans.track[row]!]!.machine,
      steps[spans.step[row]!]!.name,
      (spans.end[row]! - spans.start[row]!) / 1e6, // ms, at 0.25 ms a block of 8 bytes
    ]);
    expect(costs).toEqual([
      ["grapevine1", "Encrypt the key", (3 + 6) * 0.25], // 18 bytes for the server; these and the key for the caller
      ["caller", "Decrypt the key", 6 * 0.25],
      ["server", "Decrypt the key", 3 * 0.25],
    ]);
  });

  it("is rejected by a server that has lost the key, and the caller comes with another", () => {
    const outcome = encrypted({ calls: 6 }, ["crash server at 15ms", "restart server at 16ms"]);
    const kinds = packetsOf(outcome.trace).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "key")).toHaveLength(2);
    expect(kinds).toContain("reject");
    expect(callsOf(outcome.trace).at(-1)?.outcome).toBe("returned");
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("carries long arguments and exceptions too", () => {
    expect(encrypted({ argumentPackets: 3 }).count.packets).toBe(6);
    for (const exception of ["resume", "unwind"] as const) {
      const outcome = encrypted({ exception });
      expect(outcome.firstEnd).toBe(exception === "resume" ? "returned" : "unwound");
      const sealed = packetsUntilAnswer(outcome.trace).map(({ frame }) => isSealed(decodeFrame(frame).packet));
      expect(sealed).toEqual([false, false, false, false, true, true, true, true]);
    }
  });
});
