import { expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { EndsNet } from "../testing/ends-net.ts";
import { CALLEE } from "../ends.ts";
import { Rpc2Ends, type Rpc2Host, type Rpc2Packet } from "./ends.ts";
import { LIBRARY_1987 } from "./library.ts";

const servedBy = (net: EndsNet<Rpc2Host, Rpc2Packet>) => net.stateOf(CALLEE)?.calls.map(([, call]) => call);

it("a server’s call is the one whose request it has taken last, whatever comes late of an earlier one", () => {
  const late = [[millis(1), seconds(3)]]; // of the first request, which comes again
  const net = new EndsNet(new Rpc2Ends({ library: LIBRARY_1987, limit: seconds(60), without: [] }), {
    fateOf: () => late.shift() ?? [millis(1)],
    runsFor: () => millis(10),
    procedure: (argument) => argument,
  });
  for (const call of [1, 2]) {
    net.call(Uint8Array.of(call));
    net.run(seconds(1));
    expect([net.isCalling, servedBy(net)]).toEqual([false, [call]]);
  }
  net.run(seconds(5));
  expect(servedBy(net)).toEqual([2]);
});
