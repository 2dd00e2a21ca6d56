/** The scripts in traces/, played: `npx vitest run engine/protocols -u` writes down what has changed, for review. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rulesAtHead, rulesShown } from "../testing/rules.ts";
import { CLIENT_MACHINE, SERVER_MACHINE } from "./states.ts";
import { playRpc2 } from "./trace-script.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const scripts = readdirSync(new URL("./traces/", import.meta.url)).map((name) => ({
  name,
  text: read(`./traces/${name}`),
}));

describe("a trace plays as it is written", () => {
  it.each(scripts)("$name", async ({ name, text }) => {
    await expect(playRpc2(text)).toMatchFileSnapshot(`./traces/${name}`);
  });
});

/** Who has rules, as traces name them, and the file at whose head they stand. */
const RULES = {
  client: "./client.ts",
  server: "./server.ts",
  sending: "./reliable.ts",
  multi: "./multi.ts",
  source: "./sftp-source.ts",
  sink: "./sftp-sink.ts",
  process: "./process.ts",
};

it("the traces show every rule of all parties, name no other, and each names one at its head", () => {
  const shown = rulesShown(
    scripts,
    Object.fromEntries(Object.entries(RULES).map(([party, file]) => [party, read(file)])),
  );
  expect(shown).toEqual({ rules: 42, notShown: [], notRules: [], nameNone: [] });
});

describe("the machines that the reference draws", () => {
  it.each([
    ["client", CLIENT_MACHINE],
    ["server", SERVER_MACHINE],
  ] as const)("of the %s name rules of their file, and every rule that a state shows", (party, { transitions }) => {
    const named = new Set(transitions.flatMap(({ rules }) => rules.map(String)));
    // Rule 5 of the server is what it does not answer.
    const shown = rulesAtHead(read(RULES[party])).filter((rule) => party === "client" || rule !== "5");
    expect([...named].sort()).toEqual(shown.toSorted());
  });
});

describe("a script that cannot be played", () => {
  it.each([
    ["leap 5s", 'line 1, "leap 5s": unknown command.'],
    ["bound\nrun 5 s", 'line 2, "run 5 s": got "5", want a time such as'],
    ["bound\n<- answer seq 1", 'got "answer", want a packet: request, REPLY, BUSY'],
    ['call "a"', "there is no connection 1; bind first."],
    ["bound\nnext 1 REPLY eaten", 'got "eaten", want lost, twice or late by a time.'],
    ["bound\nnext 1 REPY lost", 'got "REPY", want a packet: request, INIT1OPENKIMONO'],
    ["bound\nlibrary 2025", "this is set before anything else happens."],
    ["bound\nrun 5s twice", '"twice" is left over.'],
  ])("%j is refused, with its line", (script, message) => {
    expect(() => playRpc2(script)).toThrow(message);
  });
});
