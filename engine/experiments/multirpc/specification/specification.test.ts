/** A call whose procedure the reader specifies: the bytes on the wire, the texts that are refused, and the stubs. */
import { describe, expect, it } from "vitest";
import { numberAt } from "../../../kernel/reads.ts";
import { dissect } from "../../../wire/layers.ts";
import { readParameters } from "../../parameters.ts";
import { experimentOf, runOf } from "../../testing.ts";
import type { ParamValues } from "../../types.ts";

const ID = "multirpc/specification";
const measures = (set: ParamValues) =>
  Object.fromEntries(Object.entries(runOf(ID, { set }).measures).map(([name, { value }]) => [name, value]));

/** The messages of RPC2 that a run sends, in their order: kind and hexadecimal digits. */
function messages(set: ParamValues): readonly { readonly kind: string; readonly hex: string }[] {
  const { trace } = runOf(ID, { set });
  const { packets, frames, packetKinds } = trace;
  return Array.from({ length: packets.count }, (_, row) => {
    const at = numberAt(packets.frameAt, row);
    const frame = frames.subarray(at, at + numberAt(packets.frameLength, row));
    const header = dissect(frame).find(({ name }) => name === "RPC2");
    const hex = Array.from(frame.subarray(header?.fields[0]?.at), (byte) => byte.toString(16).padStart(2, "0"));
    return { kind: packetKinds[numberAt(packets.kind, row)] ?? "", hex: hex.join("") };
  });
}

describe("a run", () => {
  it("of the paper’s example sends 64 bytes with the number, and gets it back doubled", () => {
    expect(measures({})).toMatchObject({ requestBytes: 64, replyBytes: 64, headerBytes: 60, argumentBytes: 4 });
    const sent = messages({});
    expect(sent.map(({ kind }) => kind)).toEqual(["request", "request", "request", "reply", "reply", "reply"]);
    for (const { kind, hex } of sent) expect(hex.slice(120)).toBe(kind === "request" ? "00000015" : "0000002a");
  });

  it("handler-example: of the other procedure triples, and ends at the second of three replies", () => {
    const set = { specification: "triple-it", waitFor: 2 };
    expect(measures(set)).toMatchObject({ requestBytes: 64, replies: 2 });
    expect(messages(set).map(({ kind, hex }) => `${kind} ${hex.slice(120)}`)).toEqual([
      ...Array.from({ length: 3 }, () => "request 00000015"),
      ...Array.from({ length: 3 }, () => "reply 0000003f"),
    ]);
    expect(messages(set)[0]?.hex).toMatch(/^.*00000002/);
  });

  it("packs one body for all servers, and each copy has a header of its own", () => {
    const requests = messages({ specification: "say", word: "roundtrip" }).filter(({ kind }) => kind === "request");
    expect(new Set(requests.map(({ hex }) => hex.slice(120))).size).toBe(1);
    expect(new Set(requests.map(({ hex }) => hex.slice(0, 120))).size).toBe(3);
  });

  it("of a word of four letters has 12 bytes of arguments: length, letters, a zero byte, and filling", () => {
    expect(measures({ specification: "say" })).toMatchObject({ argumentBytes: 12, resultBytes: 0, fillBytes: 3 });
    expect(measures({ specification: "say", word: "abcdefg" })).toMatchObject({ argumentBytes: 12, fillBytes: 0 });
    expect(measures({ specification: "say", word: "roundtrip" })).toMatchObject({ argumentBytes: 16 });
  });

  it("calls the first procedure of the reader’s text, with its own number", () => {
    const specification = 'Subsystem "Own";\n7: first(IN String word, IN OUT Integer n, OUT Integer more);\nsecond();';
    const own = measures({ specification, word: "roundtrip" });
    expect(own).toMatchObject({ argumentBytes: 20, resultBytes: 8, descriptors: 3, replies: 3 });
    expect(messages({ specification })[0]?.hex).toMatch(/^.*00000007/);
  });

  it("of a procedure without parameters is RPC2’s header alone, both ways", () => {
    expect(measures({ specification: 'Subsystem "P"; ping();' })).toMatchObject({ requestBytes: 60, replyBytes: 60 });
  });
});

it.each([
  ['Subsystem "S"; p(IN Integer a IN Integer b);', 'The specification: line 1, column 31: got "IN", want "," or ")".'],
  ['Subsystem "S";', "line 1, column 15: got the end of the text, want a procedure. A run calls the first procedure"],
  [
    'Subsystem "S"; typedef RPC2_Byte B[2000]; p(IN B b);',
    "The request of p has a body of 2000 bytes, want at most 1412.",
  ],
  [`Subsystem "S"; p(); /*${"x".repeat(4000)}*/`, "want at most 4000."],
])("a text that no run can call is refused with the place and the reason: %s", (specification, message) => {
  const { problems } = readParameters(experimentOf(ID), { specification });
  expect(problems.map(({ message: said }) => said).join(" ")).toContain(message);
});

it("a word that RPC2 cannot carry is refused", () => {
  for (const word of ["a\0b", "x".repeat(101)]) {
    expect(readParameters(experimentOf(ID), { word }).problems.length).toBe(1);
  }
  expect(readParameters(experimentOf(ID), { word: "two words" }).problems).toEqual([]);
});
