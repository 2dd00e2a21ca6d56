import { describe, expect, it } from "vitest";
import { withDefaults } from "../../../engine/experiments/settings.ts";
import { experimentOf } from "../../../engine/experiments/testing.ts";
import type { ParamValues } from "../../../engine/experiments/types.ts";
import { kindAt, messagesOf, unitsOf } from "../../trace/message-units.ts";
import { dataEndOf, fillText } from "./data-end.ts";

const sunRpc = experimentOf("sun-rpc/call");

/** The ends in the call and in the reply. */
function endsWith(set: ParamValues) {
  const run = sunRpc.run(withDefaults(sunRpc, { iterations: 1, ...set }), 1, [], { keep: { calls: 1 } });
  return messagesOf(run.trace, 1).map((row) => dataEndOf(run.parameters, unitsOf(run, row), kindAt(run.trace, row)));
}

describe("the end of the data in a message", () => {
  it("stands behind the last letter of a struct’s string, and behind the header where there is no argument", () => {
    expect(endsWith({ argument: "struct", argumentBytes: 9 })[0]).toMatchObject({ at: 40 + 8 + 9, isString: true });
    expect(endsWith({ argument: "struct", argumentBytes: 0 })[0]).toMatchObject({ at: 48 });
    expect(endsWith({})[0]).toMatchObject({ at: 40, bytes: 0, isString: false });
  });

  it("of a short is that of its unit, which has no padding", () => {
    expect(endsWith({ argumentBytes: 2 })[0]).toMatchObject({ at: 44, bytes: 2 });
    expect([2, 3, 4].map((bytes) => fillText(bytes, false))).toEqual(["no padding", "1 byte of padding", "no padding"]);
    expect(fillText(2, true)).toBe("2 bytes of padding");
  });

  it("is in calls alone, and in XDR alone", () => {
    expect(endsWith({ argumentBytes: 5 })[1]).toBeNull();
    expect(endsWith({ argumentBytes: 5, encoding: "raw" })[0]).toBeNull();
    expect(endsWith({ argumentBytes: 5, program: "udp" })[0]).toBeNull();
  });
});
