import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EXAMPLE } from "../stubs/rp2gen/example.ts";
import { ask } from "./testing.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "roundtrip-rp2gen-"));
  writeFileSync(join(folder, "example.rpc2"), EXAMPLE);
  writeFileSync(join(folder, "wrong.rpc2"), EXAMPLE.replace("Subsystem", "Subsytem"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name = "example.rpc2"): string => join(folder, name);

it("lab rp2gen prints header, stubs and argument descriptors of a specification", async () => {
  const { code, out, err } = await ask(["rp2gen", file()]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out.match(/^== .*$/gm)).toEqual([
    "== header file",
    "== client’s stubs",
    "== server’s stub",
    "== argument descriptors, 64 bytes",
    "== descriptors against generated stubs, an estimate",
  ]);
  expect(out).toContain("#define double_it_OP 1");
});

it("lab rp2gen --json has each procedure with its number and its descriptors", async () => {
  const { out } = await ask(["rp2gen", file(), "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    subsystem: "Example",
    argBytes: 64,
    procedures: [
      { name: "double_it", opcode: 1, args: [{ mode: "IN OUT", name: "testval", type: "RPC2_INTEGER_TAG", size: 4 }] },
      { name: "triple_it", opcode: 2 },
    ],
  });
});

it("lab rp2gen compares both kinds of stub in size and time, and says that the estimate is ours", async () => {
  const { out } = await ask(["rp2gen", file()]);
  expect(out).toMatch(/^ +2 +2128 +516$/m);
  expect(out).toMatch(/^ +double_it +560\.0 +544\.0$/m);
  expect(out).toContain("From 10 procedures like these on, descriptors take less memory.\nThis estimate is ours.");
  const { kinds } = JSON.parse((await ask(["rp2gen", file(), "--json"])).out) as { readonly kinds: unknown };
  expect(kinds).toMatchObject({ procedures: 2, descriptors: 64, generated: 516, smallerFrom: 10 });
  expect(kinds).toMatchObject({ pack: [{ name: "double_it", interpretedUs: 560, generatedUs: 544 }, {}] });
  writeFileSync(join(folder, "empty.rpc2"), 'Subsystem "Empty";');
  expect((await ask(["rp2gen", file("empty.rpc2")])).out).toContain("There is no procedure, so there is nothing");
});

it("lab rp2gen --call shows the body of a packet, value by value", async () => {
  const call = ["rp2gen", file(), "--call", "double_it", "--value", '{"testval": 21}'];
  const { out } = await ask(call);
  expect(out).toContain("request of 1: double_it(IN OUT RPC2_Integer testval);\nbody, 4 bytes");
  expect(out).toMatch(/^ +0 +00000015 +testval$/m);
  const json = JSON.parse((await ask([...call, "--json"])).out) as { readonly body: unknown };
  expect(json.body).toEqual({ hex: "00000015", parts: [{ path: "testval", at: 0, length: 4, padding: 0 }] });
});

it.each([
  [["wrong.rpc2"], /^lab rp2gen: .*wrong\.rpc2, line 2, column 1: got "Subsytem", want "Subsystem" with its name/],
  [["none.rpc2"], /^lab rp2gen: ".*" cannot be read: there is no such file\.$/],
  [["example.rpc2", "--call", "dbl"], /--call: there is no procedure "dbl"; there are double_it, triple_it\.$/],
  [["example.rpc2", "--call", "double_it"], /--value: double_it, arguments, testval: got nothing, want a whole number/],
  [["example.rpc2", "--call", "double_it", "--value", "{"], /--value is no JSON: .* For example --value/],
  [["example.rpc2", "--reply"], /--reply needs --call NAME\./],
])("lab rp2gen refuses %j in one line", async ([name = "", ...flags], message) => {
  const { code, out, err } = await ask(["rp2gen", file(name), ...flags]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(message);
  expect(err).not.toContain("\n");
});
