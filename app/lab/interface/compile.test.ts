import { expect, it } from "vitest";
import { LANGUAGES } from "../../../engine/stubs/languages/index.ts";
import { compiledOf, messageOf } from "./compile.ts";

const [language] = LANGUAGES;

it("a text is compiled, or has a problem with its line and column", () => {
  expect(compiledOf(language, language.example)).toHaveProperty("compiled.procedures.length", 2);
  expect(compiledOf(language, 'Subsystem "S";\np(Integer a);')).toEqual({
    problem: { line: 2, column: 3, message: 'got "Integer", want IN, OUT or IN OUT.' },
  });
});

it("a definition module has its own line and column, whatever its lines end with", () => {
  const modula = LANGUAGES.find(({ id }) => id === "modula");
  if (modula === undefined) throw new Error("There is no Modula-2+.");
  expect(compiledOf(modula, "DEFINITION MODULE M;\r\nPROCEDURE P(): INTEGER;\r\nEND M.")).toEqual({
    problem: { line: 2, column: 14, message: 'got ":", want ";". Pass a result by VAR OUT.' },
  });
});

it("values in JSON are a packet, or a sentence on what is wrong with them", () => {
  const outcome = compiledOf(language, language.example);
  const [double] = "compiled" in outcome ? outcome.compiled.procedures : [];
  if (double === undefined) throw new Error("The example has no procedure.");
  expect(messageOf(double, "request", '{"testval": 1}')).toHaveProperty("frame.length", 64);
  expect(messageOf(double, "request", "{")).toMatch(/^These values are no JSON: .* such as \{"testval":21\}\.$/);
  expect(messageOf(double, "reply", '{"testval": 1.5}')).toMatch(
    /^double_it, results, testval: got 1\.5, want a whole/,
  );
});
