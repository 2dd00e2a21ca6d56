/** A byte that is damaged behind the controller: what finds it with UDP's checksum, and what it does without. */
import { describe, expect, it } from "vitest";
import { fateOf, lossOf } from "../../kernel/reads.ts";
import { marksOf } from "../testing.ts";
import { run } from "./testing.ts";

/** Places of a call's frame, whose argument is a struct with nine letters. */
const AT = { type: 12, ip: 30, checksum: 40, xid: 45, program: 57, procedure: 65, short: 85 } as const;
const ARGUMENT = { length: 86, letter: 90, filling: 101, bool: 105 } as const;

const play = (byte: number, isChecked: boolean, packet = "call#1") =>
  run({ argument: "struct", argumentBytes: 9, udpChecksums: isChecked }, [`garble ${packet} byte ${byte}`]);

const lossesOf = (outcome: ReturnType<typeof run>): readonly string[] => {
  const { trace } = outcome;
  return Array.from({ length: trace.packets.count }, (_, row) => lossOf(trace, row) ?? "").filter((why) => why !== "");
};

/** How often the call was sent and its procedure run, with how many wrong arguments, and how the call ended. */
const tellOf = (outcome: ReturnType<typeof run>): string => {
  const { sends, executions, wrongArguments, firstEnd } = outcome;
  return `${sends.get(1)} ${executions.get(1) ?? 0} ${wrongArguments} ${firstEnd}`;
};

describe("a byte of a call that is damaged behind the controller", () => {
  it("is found by UDP’s checksum, wherever it is behind the IP header: the packet is lost, and sent again", () => {
    for (const byte of [AT.checksum, AT.xid, AT.program, AT.procedure, AT.short, ...Object.values(ARGUMENT)]) {
      const outcome = play(byte, true);
      expect([lossesOf(outcome), tellOf(outcome)], String(byte)).toEqual([["UDP checksum"], "2 1 0 returned"]);
      expect(outcome.unusedFaults).toEqual([]);
    }
  });

  it("is found by IP’s own checksum or by nobody’s protocol in the headers before, with UDP’s or without", () => {
    for (const isChecked of [true, false]) {
      expect(lossesOf(play(AT.ip, isChecked))).toEqual(["IP checksum"]);
      expect(lossesOf(play(AT.type, isChecked))).toEqual(["unreadable header"]);
    }
  });

  it.each([
    ["the identifier: it runs, and its reply is nobody’s", AT.xid, "2 2 0 returned"],
    ["the program: PROG_UNAVAIL", AT.program, "1 0 0 refused"],
    ["the procedure: PROC_UNAVAIL", AT.procedure, "1 0 0 refused"],
    ["the string’s length: GARBAGE_ARGS", ARGUMENT.length, "1 0 0 refused"],
    ["a letter: a wrong result that nobody notices", ARGUMENT.letter, "1 1 1 returned"],
    ["the short: the same", AT.short, "1 1 1 returned"],
    ["a byte that fills a unit up: nothing", ARGUMENT.filling, "1 1 0 returned"],
    ["a bool that was true: nothing, as it is not 0", ARGUMENT.bool, "1 1 0 returned"],
  ])("without checksums reaches the server. Of %s", (_what, byte, tells) => {
    const outcome = play(byte, false);
    expect([lossesOf(outcome), tellOf(outcome)]).toEqual([[], tells]);
    const labels = marksOf(outcome.trace).map(({ label }) => label);
    expect(labels).toContain(`byte ${byte} is damaged`);
    const notices = labels.filter((label) => label === "the procedure runs with a wrong argument");
    expect(notices.length).toBe(outcome.wrongArguments);
  });

  it("is not met where the packet is shorter", () => {
    expect(play(2000, true).unusedFaults).toHaveLength(1);
    expect(tellOf(play(2000, true))).toBe("1 1 0 returned");
  });

  it("befalls what comes and not a copy; the copy is sound", () => {
    const outcome = run({ udpChecksums: true }, ["garble call#1 byte 45", "duplicate call#1"]);
    expect([lossesOf(outcome), tellOf(outcome)]).toEqual([["UDP checksum"], "1 1 0 returned"]);
  });
});

it("a damaged reply is nobody’s, and the client calls again", () => {
  const outcome = play(AT.xid, false, "reply#1");
  const { trace } = outcome;
  const fates = Array.from({ length: trace.packets.count }, (_, row) => fateOf(trace, row));
  expect([fates.filter((fate) => fate === "ignored").length, tellOf(outcome)]).toEqual([1, "2 2 0 returned"]);
});

it("a reply that cannot be read ends its call over UDP: it failed, and is not sent again", () => {
  const REPLY = { type: 49, state: 53, verifier: 57, verifierLength: 61, status: 65 } as const;
  for (const byte of [REPLY.type, REPLY.state, REPLY.verifierLength, REPLY.status]) {
    const outcome = play(byte, false, "reply#1");
    expect(tellOf(outcome), String(byte)).toBe("1 1 0 unreadable reply");
    expect(marksOf(outcome.trace).map(({ label }) => label)).toContain("call failed: unreadable reply");
    expect(tellOf(play(byte, true, "reply#1")), String(byte)).toBe("2 2 0 returned");
  }
  expect(tellOf(play(REPLY.verifier, false, "reply#1"))).toBe("1 1 0 returned");
});

it("a piece of a long call that is damaged makes the whole datagram be thrown away", () => {
  const checked = { argumentBytes: 4096, udpChecksums: true };
  const long = (byte: number) => run(checked, [`garble call#1 send 2 byte ${byte}`]);
  expect(lossesOf(long(600))).toEqual(["UDP checksum"]);
  expect(lossesOf(long(AT.ip))).toEqual(["IP checksum"]);
  expect(tellOf(long(600))).toBe("2 1 0 returned");
});

it("TCP finds damage by its own checksum and sends again, whatever UDP does", () => {
  const outcome = run({ program: "tcp" }, ["garble call#1 byte 60"]);
  expect([lossesOf(outcome), tellOf(outcome)]).toEqual([["TCP checksum"], "1 1 0 returned"]);
});

it("the minimal program without checksums is told of an unknown procedure, too", () => {
  const minimal = (byte: number) => run({ program: "udp", argumentBytes: 4 }, [`garble call#1 byte ${byte}`]);
  expect(tellOf(minimal(49))).toBe("1 0 0 refused");
  expect(tellOf(minimal(53))).toBe("1 1 1 returned");
});
