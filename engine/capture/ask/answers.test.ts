/** Answers to questions, on captures that were made with one known cause each. */
import { describe, expect, test } from "vitest";
import { dissected } from "../test-dissect.ts";
import { callOf, inTcp, inUdp, pcapOf, recordOf, replyOf, words, type Timed } from "../test-frames.ts";
import { answerTo, type Question } from "./answer.ts";
import type { Answer, Place } from "./recorded.ts";

const MS = 1e6;
const NFS = 100_003;
const NONE = { server: 1, hasRetries: true, everyNth: 1 };

function asked(question: Question, frames: readonly Timed[], place: Place | null = null, change = NONE): Answer {
  const file = pcapOf(
    frames.toSorted((a, b) => a.ns - b.ns),
    { isNano: true },
  );
  const { calls, dissection } = dissected(file);
  const { counts, endNs } = dissection;
  const { unseenBytes, holes } = counts;
  const recorded = { calls, place, clockNs: dissection.clockNs(), endNs, unseenBytes, holes };
  return answerTo(question, recorded, change);
}
const kinds = (answer: Answer): readonly string[] => answer.findings.map(({ kind }) => kind);

const at = (ms: number, frame: Uint8Array): Timed => ({ ns: Math.round(ms * MS), frame });
const handle = words(8, 1, 2);
/** REMOVE of "ab" in version 3. */
const remove = (xid: number): Uint8Array =>
  callOf(xid, NFS, 3, 12, Uint8Array.from([...handle, ...words(2), 97, 98, 0, 0]));
const getattr = (xid: number): Uint8Array => callOf(xid, NFS, 3, 1, handle);
const status = (xid: number, code: number): Uint8Array => inUdp(replyOf(xid, words(code)), { isReply: true });

describe("was an operation executed twice?", () => {
  test("yes, where a call that was sent again has two replies that differ; both are its evidence", () => {
    const answer = asked("executed-twice", [
      at(0, inUdp(remove(1))),
      at(2, status(1, 0)),
      at(1100, inUdp(remove(1))),
      at(1104, status(1, 2)),
    ]);
    expect(answer.verdict).toBe("yes");
    expect(answer.findings[0]).toMatchObject({ kind: "executed-twice", calls: [1], frames: [1, 2, 3, 4] });
    expect(answer.findings[0]?.text).toContain("first NFS3_OK, then NFS3ERR_NOENT");
  });

  test("perhaps, where the replies are equal, and where only the second was recorded and says so", () => {
    const twice = [at(0, inUdp(getattr(1))), at(9, status(1, 0)), at(8, inUdp(getattr(1))), at(10, status(1, 0))];
    expect(kinds(asked("executed-twice", twice))).toEqual(["answered-twice"]);
    const telling = [at(0, inUdp(remove(1))), at(1100, inUdp(remove(1))), at(1101, status(1, 2))];
    expect(kinds(asked("executed-twice", telling))).toEqual(["perhaps-twice"]);
  });

  test("no, where a call was sent again and answered once", () => {
    const once = [at(0, inUdp(remove(1))), at(1100, inUdp(remove(1))), at(1101, status(1, 0))];
    expect(asked("executed-twice", once)).toMatchObject({ verdict: "no", findings: [] });
  });
});

/** A connection whose way to the server and back takes 0.2 ms, recorded at the client. */
const opened = (ms: number): readonly Timed[] => [
  at(ms, inTcp(0, new Uint8Array(0), {}, 2)),
  at(ms + 0.2, inTcp(0, new Uint8Array(0), { isReply: true }, 0x12)),
  at(ms + 0.21, inTcp(1, new Uint8Array(0), {}, 0x10)),
];
const reply = (xid: number, length: number): Uint8Array => recordOf(replyOf(xid, new Uint8Array(length)));
const ack = (acknowledgement: number, isReply = false, sequence = 1): Uint8Array =>
  inTcp(sequence, new Uint8Array(0), { isReply }, 0x10, acknowledgement);

describe("why this gap?", () => {
  const call = recordOf(getattr(1));
  const whole = 1 + call.length;

  test.each([
    [40, /40 ms fits/],
    [44, /40 ms fits/],
    [198, /200 ms fits/],
  ])("%s ms between two halves of a call are a delayed acknowledgement and Nagle’s rule", (delay, timer) => {
    const answer = asked("why-gaps", [
      ...opened(0),
      at(1, inTcp(1, call.subarray(0, 20))),
      at(1 + delay, ack(21, true)),
      at(1.1 + delay, inTcp(21, call.subarray(20))),
      at(2 + delay, inTcp(1, reply(1, 88), { isReply: true }, 0x18, whole)),
    ]);
    expect(kinds(answer)).toEqual(["nagle-delayed-acknowledgement"]);
    expect(answer.findings[0]).toMatchObject({ frames: [4, 5, 6], text: expect.stringMatching(timer) as string });
  });

  test("a segment that is sent again after 200 ms, and then after 400, is TCP’s least time and its doubling", () => {
    const answer = asked("why-gaps", [
      ...opened(0),
      at(1, inTcp(1, call)),
      at(203, inTcp(1, call)),
      at(607, inTcp(1, call)),
      at(608, inTcp(1, reply(1, 88), { isReply: true }, 0x18, whole)),
    ]);
    expect(kinds(answer)).toEqual(["rto-doubled", "least-rto"]);
  });

  test("a reply of which a piece is lost before the point of recording waits for the least time, too", () => {
    const answer = reply(1, 2000);
    const frames = [
      ...opened(0),
      at(1, inTcp(1, call)),
      at(2, inTcp(1001, answer.subarray(1000), { isReply: true }, 0x18, whole)),
      at(212, inTcp(1, answer.subarray(0, 1000), { isReply: true }, 0x18, whole)),
    ];
    expect(kinds(asked("why-gaps", frames))).toEqual(["least-rto"]);
    expect(kinds(asked("where-lost", frames))).toEqual(["before"]);
  });

  test.each([
    [[1000, 1000], "client-retry", /fixed retry time of the client, 2 times the same; 1 s fits/],
    [[1100], "client-retry", /timeo=11/],
    [[700, 1400, 2800], "client-retry-doubling", /doubles/],
    [[3333], "client-retry", /the client’s retry time\.$/],
  ])("a datagram that is sent again after %o ms is its client’s timer", (intervals, kind, text) => {
    let ms = 0;
    const again = intervals.map((interval) => at((ms += interval), inUdp(getattr(1))));
    const answer = asked("why-gaps", [at(0, inUdp(getattr(1))), ...again, at(ms + 1, status(1, 0))]);
    expect(new Set(kinds(answer))).toEqual(new Set([kind]));
    expect(answer.findings[0]?.text).toMatch(text);
  });

  test("5 s of a call to the portmapper are the portmapper’s", () => {
    const ask = inUdp(callOf(1, 100_000, 2, 3, words(NFS, 3, 17, 0)), { serverPort: 111 });
    expect(kinds(asked("why-gaps", [at(0, ask), at(5005, ask)]))).toEqual(["portmap-retry"]);
  });

  test("a wait that no timer made is the server’s, and is not given to one whose length it has", () => {
    const slow = [
      ...opened(0),
      at(1, inTcp(1, call)),
      at(1.2, ack(whole, true)),
      at(41, inTcp(1, reply(1, 88), { isReply: true }, 0x18, whole)),
    ];
    expect(kinds(asked("why-gaps", slow))).toEqual(["server"]);
    expect(kinds(asked("why-gaps", [at(0, inUdp(getattr(1))), at(200, status(1, 0))]))).toEqual(["server"]);
  });

  test("a call that is fast has no gap", () => {
    expect(asked("why-gaps", [at(0, inUdp(getattr(1))), at(1, status(1, 0))])).toMatchObject({ verdict: "none" });
  });
});

describe("where were packets lost?", () => {
  const lost = [at(0, inUdp(getattr(1))), at(1000, inUdp(getattr(1))), at(1001, status(1, 0))];

  test("the packets do not tell between call and reply, unless the capture was taken at the server", () => {
    expect(kinds(asked("where-lost", lost))).toEqual(["call-or-reply"]);
    expect(kinds(asked("where-lost", lost, "server"))).toEqual(["dropped-by-server"]);
  });

  test("a reply that passed and was needed again was lost behind this point; with two answers nothing was", () => {
    const passed = [at(0, inUdp(getattr(1))), at(1, status(1, 0)), at(1000, inUdp(getattr(1))), at(1001, status(1, 0))];
    expect(kinds(asked("where-lost", passed, "server"))).toEqual(["reply-after"]);
    const slow = [
      at(0, inUdp(getattr(1))),
      at(1000, inUdp(getattr(1))),
      at(1500, status(1, 0)),
      at(1501, status(1, 0)),
    ];
    expect(kinds(asked("where-lost", slow))).toEqual(["not-lost"]);
  });

  test("what the recorder missed and the receiver acknowledged was not lost", () => {
    const call = recordOf(callOf(1, NFS, 3, 7, words(...Array.from({ length: 50 }, (_, i) => i))));
    const answer = asked("where-lost", [
      ...opened(0),
      at(1, inTcp(1, call.subarray(0, 100))),
      at(1.1, inTcp(201, call.subarray(200))),
      at(1.2, ack(1 + call.length, true)),
      at(90, inTcp(1, reply(1, 88), { isReply: true }, 0x18, 1 + call.length)),
      at(91, ack(1 + reply(1, 88).length, false, 1 + call.length)),
    ]);
    expect(answer.verdict).toBe("none");
    expect(answer.text).toContain("The recorder missed 100 bytes, in 1 gap");
  });
});

describe("who is slow, and what would change?", () => {
  const calls = [0, 1, 2, 3].flatMap((i) => [
    at(10 * i, inUdp(getattr(i + 1))),
    at(10 * i + (i === 2 ? 8 : 2), status(i + 1, 0)),
  ]);

  test("the server, with its slowest call first", () => {
    const answer = asked("who-is-slow", calls, "server");
    expect(answer.findings[0]).toMatchObject({ calls: [3], ns: 8 * MS });
    expect(answer.text).toContain("server 14.0 ms");
  });

  test("a server that takes half its time takes half of each call", () => {
    const answer = asked("what-if", calls, "server", { ...NONE, server: 0.5 });
    expect(answer.tables?.["calls"]?.[0]).toMatchObject({ name: "mean", beforeMs: 3.5, afterMs: 1.75 });
  });

  test("calls that stood in line wait less when half of them are made", () => {
    const line = [
      ...[1, 2, 3, 4].map((xid) => at(xid / 100, inUdp(getattr(xid)))),
      ...[1, 2, 3, 4].map((xid) => at(10 * xid, status(xid, 0))),
    ];
    const answer = asked("what-if", line, "server", { ...NONE, everyNth: 2 });
    const [mean] = (answer.tables?.["calls"] ?? []) as readonly { beforeMs: number; afterMs: number }[];
    expect(mean?.beforeMs).toBeCloseTo(25, 0);
    expect(mean?.afterMs).toBeCloseTo(15, 0);
  });

  test("without retries a call fails that was answered only the second time", () => {
    const again = [at(0, inUdp(getattr(1))), at(1000, inUdp(getattr(1))), at(1001, status(1, 0))];
    const answer = asked("what-if", again, null, { ...NONE, hasRetries: false });
    expect(answer).toMatchObject({ verdict: "fails", findings: [{ kind: "failed", calls: [1] }] });
  });
});
