/** Calls of a recorded capture as a trace, for the figures that draw runs. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { numberAt, originOf, timeAt } from "../kernel/reads.ts";
import { dissected } from "./test-dissect.ts";
import { capturedTrace, hostOf, neighboursOf } from "./traced.ts";

const FILE = new URL("../wire/sunrpc-fixtures/lab-udp-retransmit.pcap", import.meta.url);
const { calls } = dissected(readFileSync(FILE));
const NOTHING = () => null;

describe("a call that was sent three times and answered once", () => {
  const chosen = calls.find(({ sends }) => sends.length === 3);
  if (chosen === undefined) throw new Error("want a call that was sent three times");
  const { trace, call } = capturedTrace(neighboursOf(calls, chosen), chosen, NOTHING);

  it("is three packets there and one back, at the times of the file", () => {
    const rows = Array.from({ length: trace.packets.count }, (_, row) => row).filter(
      (row) => trace.packets.call[row] === call,
    );
    const names = rows.map((row) => {
      const kind = trace.packetKinds[numberAt(trace.packets.kind, row)];
      return `${kind}, ${originOf(trace, row)}`;
    });
    expect(names).toEqual(["call, first", "call, retransmission", "call, retransmission", "reply, first"]);
    const times = [...chosen.sends, ...chosen.replies].map(({ timeNs }) => timeNs);
    expect(rows.map((row) => timeAt(trace.packets.departs, row))).toEqual(times);
  });

  it("was worked on once, from its last sending to its reply", () => {
    const own = Array.from({ length: trace.spans.count }, (_, row) => row).filter(
      (row) => trace.spans.call[row] === call,
    );
    expect(own.map((row) => [timeAt(trace.spans.start, row), timeAt(trace.spans.end, row)])).toEqual([
      [chosen.sends.at(-1)?.timeNs, chosen.replies[0]?.timeNs],
    ]);
  });

  it("has a client and a server, though one machine is both", () => {
    expect(hostOf(chosen.client)).toBe(hostOf(chosen.server));
    expect(new Set(trace.tracks.map(({ machine }) => machine))).toEqual(new Set(["client", "server", ""]));
  });
});

it("a call of which only its reply was seen is drawn, too", () => {
  const [first] = calls;
  if (first === undefined) throw new Error("want a call");
  const partial = { ...first, sends: [] };
  const { trace, call } = capturedTrace([partial], partial, NOTHING);
  expect([trace.packets.count, trace.spans.count, call]).toEqual([1, 0, 1]);
});

it("without a port an address is itself", () => {
  expect(["10.0.0.1:830", "[fe80::1]:830", "10.0.0.1"].map(hostOf)).toEqual(["10.0.0.1", "fe80::1", "10.0.0.1"]);
});
