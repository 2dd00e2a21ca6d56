/** Calls of a recorded capture as a trace, for the figures that draw runs. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fateOf, numberAt, originOf, timeAt } from "../kernel/reads.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import { waterfall } from "../kernel/waterfall.ts";
import type { Parts } from "./ask/parts.ts";
import { tookNs, type Call } from "./call.ts";
import { dissected } from "./test-dissect.ts";
import { capturedTrace, hostOf, neighboursOf } from "./traced.ts";

const FILE = new URL("../wire/sunrpc-fixtures/lab-udp-retransmit.pcap", import.meta.url);
const { calls } = dissected(readFileSync(FILE));
const NOTHING = () => null;

/** The steps of a call, in the order of the trace. */
const spansOf = (trace: TraceData, call: number) =>
  Array.from({ length: trace.spans.count }, (_, row) => row)
    .filter((row) => trace.spans.call[row] === call)
    .map((row) => [
      trace.steps[numberAt(trace.spans.step, row)]?.name,
      timeAt(trace.spans.start, row),
      timeAt(trace.spans.end, row),
    ]);

describe("a call that was sent three times and answered once", () => {
  const chosen = calls.find(({ sends }) => sends.length === 3);
  if (chosen === undefined) throw new Error("want a call that was sent three times");
  const { trace, call } = capturedTrace(neighboursOf(calls, chosen), chosen, null, NOTHING);

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

  it("waits twice for its client’s timer, and was worked on once, from its last sending to its reply", () => {
    const [first, second, third] = chosen.sends.map(({ timeNs }) => timeNs);
    expect(spansOf(trace, call)).toEqual([
      ["Until the client’s timer", first, second],
      ["Until the client’s timer", second, third],
      ["Until the reply", third, chosen.replies[0]?.timeNs],
    ]);
    const sum = waterfall(trace, call).reduce((all, { nanos }) => all + nanos, 0);
    expect(sum).toBe(tookNs(chosen));
  });

  it("has a client and a server, though one machine is both", () => {
    expect(hostOf(chosen.client)).toBe(hostOf(chosen.server));
    expect(new Set(trace.tracks.map(({ machine }) => machine))).toEqual(new Set(["client", "server", ""]));
  });
});

describe("the calls beside one", () => {
  const [first] = calls;
  if (first === undefined) throw new Error("want a call");
  const at = (number: number, fromNs: number, toNs: number, server = first.server): Call => {
    const seen = { frame: number, firstFrame: number, bytes: 8, unseen: 0 };
    const reply = { ...first.replies[0], ...seen, firstNs: toNs, timeNs: toNs } as Call["replies"][number];
    return { ...first, number, server, sends: [{ ...seen, firstNs: fromNs, timeNs: fromNs }], replies: [reply] };
  };
  const numbers = (all: readonly Call[], chosen: Call): readonly number[] =>
    neighboursOf(all, chosen).map(({ number }) => number);

  it("share its time and its machines, in the order of the file", () => {
    const chosen = at(3, 100, 200);
    const [before, during, elsewhere, after] = [
      at(1, 0, 99),
      at(2, 50, 100),
      at(4, 120, 130, "10.9.9.9:111"),
      at(5, 201, 300),
    ];
    expect(numbers([before, during, chosen, elsewhere, after], chosen)).toEqual([2, 3]);
  });

  it("are the twelve next to it where there are more", () => {
    const all = Array.from({ length: 40 }, (_, i) => at(i + 1, 0, 500));
    const chosen = all[19];
    if (chosen === undefined) throw new Error("want call 20");
    expect(numbers(all, chosen)).toEqual([14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26]);
  });
});

it("a call of which only its reply was seen is drawn, too", () => {
  const [first] = calls;
  if (first === undefined) throw new Error("want a call");
  const partial = { ...first, sends: [] };
  const { trace, call } = capturedTrace([partial], partial, null, NOTHING);
  expect([trace.packets.count, trace.spans.count, call]).toEqual([1, 0, 1]);
});

it("without a port an address is itself", () => {
  expect(["10.0.0.1:830", "[fe80::1]:830", "10.0.0.1"].map(hostOf)).toEqual(["10.0.0.1", "fe80::1", "10.0.0.1"]);
});

describe("a call over TCP", () => {
  const [first] = calls;
  if (first === undefined) throw new Error("want a call");
  const seen = { frame: 1, firstFrame: 1, bytes: 8, unseen: 0 };
  const at = (ns: number) => ({ ...seen, firstNs: ns, timeNs: ns });
  const reply = { ...first.replies[0], ...at(1000) } as Call["replies"][number];
  const wait = { kind: "filled", from: first.client, startNs: 200, endNs: 600, bytes: 8 } as const;
  const withWaits = (all: readonly object[]): Call => {
    const flow = { ...first.half.flow, waits: { all } as unknown as Call["half"]["flow"]["waits"] };
    return { ...first, transport: "tcp", sends: [at(0)], replies: [reply], half: { ...first.half, flow } };
  };
  const partsOf = (call: Call, networkNs: number): Parts => ({
    ...{ call, sent: at(0), reply, tookNs: 1000, timersNs: 0, networkNs, serverNs: 1000 - networkNs },
    placed: { place: "client", how: "as you say" },
  });

  it("has the way there and back beside the server’s time, where the opening of its connection shows it", () => {
    const call = withWaits([]);
    const drawn = capturedTrace([call], call, partsOf(call, 300), NOTHING);
    expect(spansOf(drawn.trace, drawn.call)).toEqual([
      ["On the way to the server (inferred)", 0, 150],
      ["In the server (inferred)", 150, 850],
      ["On the way back (inferred)", 850, 1000],
    ]);
  });

  it("has a lost packet where bytes were missing until they came again, and a wait for TCP’s timer", () => {
    const call = withWaits([wait]);
    const drawn = capturedTrace([call], call, partsOf(call, 0), NOTHING);
    expect(spansOf(drawn.trace, drawn.call)).toEqual([
      ["Until the reply", 0, 200],
      ["Until a timer of TCP", 200, 600],
      ["Until the reply", 600, 1000],
    ]);
    const fates = Array.from({ length: drawn.trace.packets.count }, (_, row) => fateOf(drawn.trace, row));
    expect(fates).toEqual(["delivered", "delivered", "lost"]);
  });
});
