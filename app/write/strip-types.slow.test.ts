/** Types are taken out as TypeScript itself takes them out; nothing else of the text moves. */
import { Parser } from "acorn";
import { describe, expect, it } from "vitest";
import ts from "typescript";
import { programOf } from "../../engine/protocols/written/program-of.ts";
import { RULE_BOOK, withRules } from "../../engine/protocols/written/rules.ts";
import TYPES from "../../engine/protocols/written/program-types.ts?raw";
import { withoutTypes } from "./strip-types.ts";

const TEXTS = [
  programOf(RULE_BOOK),
  programOf(withRules({ rejected: "again", acks: "yes", keep: "no" })),
  "const a = <T,>(x: T): T => x;",
  "let x = (a as any).b as number; let y = ((a) as any);",
  "let y = a!.b! + (c satisfies number);",
  "function f(this: X, a?: number, ...r: string[]): a is number { return a } function g(this: X) {}",
  "class A<T> extends B<T> implements C, D { private readonly x?: number = 1; y!: string; m?(): void }",
  "abstract class A extends B { abstract q(): void; abstract x: number; override m(): void {} #p: number = 2; }",
  "class A { protected static async *g() {} get a(): number { return 1 } set a(v: number) {} [k: string]: number; }",
  "class A { readonly ['x']: number; private 'q-r'!: string; declare z: number; static { let x: number = 1; } }",
  "class A { a?; b!: number\n c\n 'd'?: string\n *e(): any {}\n static readonly f = 1 }",
  "declare const q: number; declare function g(): void; declare class K {}",
  "type A = import('x').B; interface A { x: 1 } [1].map(x => x)",
  "for (const x of y as number[]) {} for (const k in o as any) k;",
  "f<number>(1); new Map<string, number>(); const g = f<number>;",
  "let x: number; let v!: number; const {a, b}: {a: number, b: string} = c;",
  "function f(a: number): void;\nfunction f(a: any) { return a }",
  "x = `${a as number}`; let s = '🎫' as string; let q: number = 1;",
  "let a = b as number\n(c)",
  "let a = b as any\n[1].map(x => x)",
  "foo\ntype A = 1\n[1].map(x => x)",
  "foo()\ninterface A { x: 1 }\n(1)",
  "foo()\ndeclare const z: number\n(1)",
  "let q = a!\n(b)",
  "type A = number\n(b)",
  "try {} catch (e: unknown) {} throw a as Error",
  "if (a) (b as any).c(); else d!; switch (a as 'x') { case 'x' as any: break }",
  "const o = { m<T>(this: T, a?: number): void {}, get x(): number { return 1 }, async f(): Promise<void> {} };",
  "a = b as number, c = d as string; (a as any) = 3; (a!) = 4; a! += 1; delete (a as any).b;",
  "let f: (a: number) => void = (a) => {}; let t: [a: number, b?: string] = [1];",
  "function g(a: number = 1 as number, { b }: { b?: number } = {}): asserts a is number {}",
  "let h = (a): a is string => true; let c = x ? (y as any) : (z: number): number => z;",
  "let big = a < b || c as number > d; let z = a?.b!.c as number; ((a satisfies B)! as C)()",
  "let as = 1, satisfies = 2, type = 3, of = 4, declare = 5; type = as; declare\nfoo",
  "var x = y\n!z; let r = /[/]/ as RegExp // : number\n/* as any */",
  "const f = async (x: number): Promise<number> => x; (<T,>(x: T) => x)<number>(1)",
];

/** The tree of a program, without places and without statements that are empty. */
const treeOf = (text: string): string =>
  JSON.stringify(Parser.parse(text, { ecmaVersion: "latest" }), (key, value: unknown) => {
    if (["start", "end", "raw"].includes(key)) return undefined;
    return key === "body" && Array.isArray(value) ? value.filter(({ type }) => type !== "EmptyStatement") : value;
  });

const COMPILED = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, useDefineForClassFields: true };

it.each(TEXTS)("leaves what TypeScript leaves: %s", (text) => {
  const plain = withoutTypes(text);
  const theirs = ts.transpileModule(text, { compilerOptions: COMPILED }).outputText;
  expect(treeOf(plain)).toBe(treeOf(theirs.replace(/^"use strict";/, "").replace(/export \{\};\s*$/, "")));
  expect(plain.split("\n").map(({ length }) => length)).toEqual(text.split("\n").map(({ length }) => length));
});

it("leaves JavaScript as it is, also where types could be meant", () => {
  for (const text of ["f(a < b, c > (d));", "with (a) { b }", "x = function () {}"])
    expect(withoutTypes(text)).toBe(text);
});

describe("what it cannot take out", () => {
  it.each([
    ["let x: number = 1;\nenum A { B }", /^line 2, column 1, .*an enum is more than a type/],
    ["namespace N { const x = 1; }", /^line 1, column 1, .*a namespace is more than a type/],
    ["class A { constructor(private x: number) {} }", /column 23, .*a field among the parameters/],
    ["let z = <number>a;", /column 9, .*a type in angle brackets/],
    ["@dec class A {}", /a decorator/],
    ["import x from 'y'", /it cannot import or export\. A program is one text/],
    ["export interface A {}", /it cannot import or export/],
    ["let x: number = 1;\nfunction client(state event) {", /^line 2, column 23, .*event is not expected here/],
    ["function client(", /^line 1, column 17, .*the text ends too early/],
    ["let x: string = 'abc\n'", /column 17, .*Unterminated string constant\. Mend/],
    [`let x: number = ${"[".repeat(9000)}`, /nested too deep\. Write it with fewer brackets/],
  ])("is said with its place: %s", (text, said) => {
    expect(() => withoutTypes(text)).toThrow(said);
  });
});

it("is given programs of tables that TypeScript itself finds nothing wrong with", () => {
  const programs = [
    {},
    { larger: "runRow", keep: "no", acks: "yes" },
    { larger: "run", former: "accept", number: "packet", rejected: "again" },
    { keep: "no", smaller: "result", equal: "result", first: "twice", timer: "forever", ack: "rest" },
  ] as const;
  const files = new Map([["types.ts", TYPES.replaceAll(/^export /gm, "")]]);
  for (const [i, rules] of programs.entries()) files.set(`${i}.ts`, `${programOf(withRules(rules))}export {};`);
  const lib = ["lib.es5.d.ts"];
  const options = { strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, lib, types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, language) => {
    const text = files.get(name);
    return text === undefined ? getSourceFile(name, language) : ts.createSourceFile(name, text, language);
  };
  const found = ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host));
  expect(found.map(({ messageText, file }) => `${file?.fileName}: ${JSON.stringify(messageText)}`)).toEqual([]);
});
