import { afterAll, expect, it, vi } from "vitest";
import { addPacketKinds, PACKET_KINDS, roleOf } from "./fault.ts";
import { parseFault } from "./parse-fault.ts";
import { formatFault } from "./text.ts";

// Other tests list the kinds: this file’s additions must not reach them.
afterAll(() => {
  vi.resetModules();
});

it("a system outside of the lab has words of its own for its packets", () => {
  expect(() => parseFault("drop invocation#1")).toThrow('"invocation"');
  const kinds = addPacketKinds({ invocation: "request", call: "request" });
  expect(kinds).toEqual(["invocation", "call"]);
  expect(formatFault(parseFault("drop invocation#1", { kinds }))).toBe("drop invocation#1");
  expect(roleOf("invocation")).toBe("request");
  expect(PACKET_KINDS.filter((kind) => kind === "call")).toHaveLength(1);
});

it("refuses what is no word, and a word that stands for other packets", () => {
  expect(() => addPacketKinds({ "Two words": "request" })).toThrow(
    'packet kind "Two words" is not allowed: a word of small letters.',
  );
  expect(() => addPacketKinds({ result: "request" })).toThrow(
    'packet kind "result" is "request" here and "reply" elsewhere; take another word.',
  );
});
