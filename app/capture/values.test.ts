/** Calls of a recorded capture by an interface file: names, values, and the call written again. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Dissection } from "../../engine/capture/dissection.ts";
import type { Call } from "../../engine/capture/call.ts";
import { compileInterfaces } from "../../engine/stubs/interface-files.ts";
import { rowsOf } from "./value-rows.ts";
import { Values } from "../workers/capture-values.ts";

const FILE = new URL("../../engine/wire/sunrpc-fixtures/portmap-getport-dump.pcap", import.meta.url);
const TEXT = `struct mapping { unsigned prog; unsigned vers;
  unsigned prot; unsigned port; };
struct listed { mapping map; listed *next; };
typedef listed *list;
program PMAP { version TWO {
  unsigned GETPORT(mapping asked) = 3;
  list DUMP(void) = 4;
} = 2; } = 100000;`;

const values = new Values(compileInterfaces([{ name: "portmap.x", text: TEXT }]));
const calls: Call[] = [];
const dissection = new Dissection((call) => calls.push(call), values.asInterface());
dissection.push(new Uint8Array(readFileSync(FILE)));
dissection.finish();

const callNamed = (name: string, nth = 0): Call => {
  const found = calls.filter(({ procedureName }) => procedureName === name)[nth];
  if (found === undefined) throw new Error(`want a call of ${name}`);
  return found;
};

describe("a call that an interface file declares", () => {
  const asked = callNamed("GETPORT");

  it("has its names, and its values in short", () => {
    expect([asked.programName, asked.procedureName]).toEqual(["PMAP", "GETPORT"]);
    expect(values.shortText(asked)).toBe("prog = 536890433, vers = 1, prot = 17, port = 0");
    expect(values.shortText(callNamed("GETADDR"))).toBeNull(); // of version 4, which no file declares
    expect(values.of(callNamed("GETADDR"))).toBeNull();
  });

  it("has a row for each value of call and reply, each with its bytes and its line", () => {
    const found = values.of(asked);
    if (found === null) throw new Error("want values");
    expect(found.declared).toBe("unsigned int GETPORT(mapping asked)");
    const rows = rowsOf(found).rows.map(({ part, steps, bytes, value, place }) => [
      ...[part, steps.join("."), bytes, value, place?.line],
    ]);
    expect(rows).toEqual([
      ["call", "asked", "20 00 4c 41 00 00 00 01 … (16)", null, 6],
      ["call", "asked.prog", "20 00 4c 41", "536890433", 1],
      ["call", "asked.vers", "00 00 00 01", "1", 1],
      ["call", "asked.prot", "00 00 00 11", "17", 2],
      ["call", "asked.port", "00 00 00 00", "0", 2],
      ["reply", "result", "00 00 54 c4", "21700", 6],
    ]);
  });

  it("is written as it was captured, and with one value changed differs in that one", () => {
    const captured = values.of(asked)?.call?.bytes;
    expect(values.write(asked, "call", []).bytes).toEqual(captured);
    const { bytes } = values.write(asked, "call", [{ steps: ["asked", "vers"], text: "258" }]);
    expect([...(bytes ?? [])].flatMap((byte, i) => (byte === captured?.[i] ? [] : [i]))).toEqual([6, 7]);
    const { problem } = values.write(asked, "call", [{ steps: ["asked", "vers"], text: "many" }]);
    expect(problem).toBe('byte 4, asked.vers: got "many", want a whole number of 0…4294967295.');
  });
});

it("an element of a list is changed where it stands, and stands on the line of its list", () => {
  const dump = callNamed("DUMP");
  const found = values.of(dump)?.reply;
  const steps = ["result", "[0]", "port"];
  const { bytes } = values.write(dump, "reply", [{ steps, text: "65535" }]);
  const differ = [...(bytes ?? [])].flatMap((byte, i) => (byte === found?.bytes[i] ? [] : [i]));
  expect(differ).toEqual([18, 19]);
  const rows = rowsOf(values.of(dump) ?? { call: null, reply: null, place: null }).rows;
  expect(rows.find(({ steps: named }) => named.at(-1) === "[0]")?.place?.line).toBe(7);
});

it("a call of RPC2 has the names and values of its specification, and is written with one changed", () => {
  const text = 'Subsystem "Example";\n#define EXSUBSYS 1001\ndouble_it(IN OUT Integer testval);';
  const named = new Values(compileInterfaces([{ name: "ex.rpc2", text }]));
  const seen: Call[] = [];
  const reading = new Dissection((call) => seen.push(call), named.asInterface());
  const file = new URL("../../engine/wire/rpc2-fixtures/rpc2-single.pcap", import.meta.url);
  reading.push(new Uint8Array(readFileSync(file)));
  reading.finish();
  expect(seen.map((call) => [call.programName, call.procedureName, named.shortText(call)])).toEqual([
    ["RPC2", "BIND", null],
    ["Example", "double_it", "testval = 21"],
    ["RPC2", "procedure 2", null],
  ]);
  const [, doubled] = seen;
  if (doubled === undefined) throw new Error("want two calls");
  const rows = rowsOf(named.of(doubled) ?? { call: null, reply: null, place: null }).rows;
  expect(rows.map(({ part, value, place }) => [part, value, place?.line])).toEqual([
    ["call", "21", 3],
    ["reply", "42", 3],
  ]);
  expect(named.write(doubled, "call", [{ steps: ["testval"], text: "5" }]).bytes).toEqual(Uint8Array.of(0, 0, 0, 5));
});
