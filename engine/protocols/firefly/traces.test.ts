/** The scripts in traces/, played: `npx vitest run engine/protocols -u` writes down what has changed, for review. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FIREFLY_FLAVOUR } from "../cedar/flavours.ts";
import { playExchange } from "../cedar/trace-script.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const scripts = readdirSync(new URL("./traces/", import.meta.url)).map((name) => ({
  name,
  text: read(`./traces/${name}`),
}));

describe("a trace plays as it is written", () => {
  it.each(scripts)("$name", async ({ name, text }) => {
    await expect(playExchange(text, FIREFLY_FLAVOUR)).toMatchFileSnapshot(`./traces/${name}`);
  });
});

describe("a script that cannot be played", () => {
  it.each([
    ["leap 5s", 'line 1, "leap 5s": unknown command.'],
    ["both\nrun 5 s", 'line 2, "run 5 s": got "5", want a time such as'],
    ["both\n<- call seq 1", "this needs one party"],
    ["caller alone\n<- answer seq 1", 'got "answer", want a packet: call, result'],
    ["caller alone\nstart a", '"a" is left over.'],
    ["both\nnext 1 call eaten", 'got "eaten", want lost, twice or late by a time.'],
    ["caller alone\nstart\nstart", "at most one call outstanding"],
    ["server alone\ndone seq 1", "The procedure of call 1 ended for an activity that is new."],
  ])("%j is refused, with its line", (script, message) => {
    expect(() => playExchange(script, FIREFLY_FLAVOUR)).toThrow(message);
  });
});
