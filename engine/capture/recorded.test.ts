/** Recorded captures, message by message, against what their expected.json says. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ACCEPT_STATUS } from "../wire/sunrpc.ts";
import type { Call } from "./call.ts";
import { Dissection } from "./dissection.ts";
import { epochText } from "./frame.ts";
import { dissected } from "./test-dissect.ts";

const FOLDER = new URL("../wire/sunrpc-fixtures/", import.meta.url);
const RPC2_FOLDER = new URL("../wire/rpc2-fixtures/", import.meta.url);

interface Expected {
  readonly captures: Readonly<Record<string, { readonly frames: number; readonly rpcMessages: readonly object[] }>>;
}
const EXPECTED = JSON.parse(readFileSync(new URL("expected.json", FOLDER), "utf8")) as Expected;

const portOf = (end: string): number => Number(end.slice(end.lastIndexOf(":") + 1));

function messagesOf(file: Uint8Array): readonly object[] {
  const { calls, dissection } = dissected(file, 100);
  const start = dissection.reader.facts.start ?? { seconds: 0, ns: 0 };
  const messages = calls.flatMap((call) => {
    const { transport, xid, program, version, procedure, client, server } = call;
    const all = { transport, xid, program, version, procedure };
    const sends = call.sends.map(({ frame, timeNs }, i) => ({
      ...all,
      ...{ frame, time: epochText(start, timeNs), srcPort: portOf(client), dstPort: portOf(server), message: "call" },
      ...(i === 0 ? {} : { duplicate: true }),
    }));
    const replies = call.replies.map(({ frame, timeNs, isAccepted, status }) => ({
      ...all,
      ...{ frame, time: epochText(start, timeNs), srcPort: portOf(server), dstPort: portOf(client), message: "reply" },
      replyStat: isAccepted === true ? 0 : 1,
      acceptStat: ACCEPT_STATUS.findIndex((name) => name === status),
      callFrame: call.sends[0]?.frame,
    }));
    return [...sends, ...replies];
  });
  return messages.toSorted((a, b) => a.frame - b.frame);
}

describe("captures of Sun RPC that we recorded", () => {
  test.each(Object.entries(EXPECTED.captures))("%s has the messages that it holds", (name, { frames, rpcMessages }) => {
    const file = new Uint8Array(readFileSync(new URL(name, FOLDER)));
    expect(dissected(file).dissection.reader.facts.frames).toBe(frames);
    expect(messagesOf(file)).toEqual(rpcMessages);
  });
});

describe("captures of RPC2 that we recorded", () => {
  const shown = (name: string) =>
    dissected(new Uint8Array(readFileSync(new URL(`${name}.pcap`, RPC2_FOLDER)))).calls.map(
      ({ procedureName, sends, replies, busy }) => [procedureName, sends.length, replies.length, busy],
    );

  test("a reply that is lost once is sent again for the request that came again", () => {
    expect(shown("rpc2-lost-reply")).toEqual([
      ["BIND", 1, 1, 0],
      ["procedure 1", 2, 2, 0],
      ["procedure 1", 1, 1, 0],
      ["procedure 1", 1, 1, 0],
    ]);
  });

  test("a long call is answered by BUSY before its reply", () => {
    expect(shown("rpc2-long-call-ka4")).toEqual([
      ["BIND", 1, 1, 0],
      ["procedure 1", 8, 1, 8],
      ["procedure 1", 8, 1, 8],
    ]);
  });

  test("a MultiRPC is a call to each server", () => {
    expect(shown("rpc2-multi3").filter(([name]) => name === "procedure 1")).toHaveLength(3);
  });
});

test("the first calls of a file are there before it is read to its end, and the end has the same", () => {
  const file = new Uint8Array(readFileSync(new URL("rpc2-lost-reply.pcap", RPC2_FOLDER)));
  const all: Call[] = [];
  const dissection = new Dissection((call) => all.push(call));
  dissection.push(file.subarray(0, file.length - 1));
  const first = dissection.callsSoFar(2).map(({ number }) => number);
  expect([first, all]).toEqual([[1, 2], []]);
  dissection.push(file.subarray(-1));
  dissection.finish();
  expect(all.map(({ number }) => number).slice(0, 2)).toEqual(first);
});
