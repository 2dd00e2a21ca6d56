import { describe, expect, it } from "vitest";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import { runOf } from "../../engine/experiments/testing.ts";
import { linksOf, shapeOf } from "./links.ts";

const serial = runOf("flexrpc/multicast");
const parallel = runOf("flexrpc/multicast", { set: { mode: "parallel", callees: 3 } });

describe("who sends to whom", () => {
  it("is each callee to the next in a chain, and the caller to all of them in parallel", () => {
    const chain = linksOf(serial);
    expect(chain.map(({ machine }) => machine)).toEqual(["caller", ...[1, 2, 3, 4, 5, 6, 7].map((i) => `callee${i}`)]);
    expect(chain.map(({ from }) => from)).toEqual([null, ...chain.slice(0, -1).map(({ machine }) => machine)]);
    expect(chain.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(shapeOf(chain)).toBe("Each callee hands the request on to the next.");
    const star = linksOf(parallel);
    expect(star.map(({ from }) => from)).toEqual([null, "caller", "caller", "caller"]);
    expect(shapeOf(star)).toBe("The caller sends to every callee itself.");
  });

  it("has the bytes of each link and its share of the run as the run measures them", () => {
    for (const run of [serial, parallel]) {
      const [caller] = linksOf(run);
      expect(caller?.out.bytes).toBe(run.measures["callerBytes"]?.value);
      expect(100 * (caller?.out.share ?? 0)).toBeCloseTo(Number(run.measures["callerLinkUse"]?.value), 6);
    }
  });

  it("leads to the first packet of each link", () => {
    const { trace } = serial;
    for (const { machine, out, in: back } of linksOf(serial)) {
      for (const [{ first }, column] of [
        [out, "from"],
        [back, "to"],
      ] as const) {
        expect([first === NO_REF, refTable(first)]).toEqual([false, "packet"]);
        expect(trace.tracks[trace.packets[column][refRow(first)] ?? -1]?.machine).toBe(machine);
      }
    }
  });

  it("is not told of runs that do not count links apart, and nobody is sent to where nothing went", () => {
    expect(linksOf(runOf("firefly/null"))).toEqual([]);
    expect(shapeOf([])).toBe("The caller sent nothing.");
  });
});
