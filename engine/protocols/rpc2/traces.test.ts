/** The scripts in traces/, played: `npx vitest run engine/protocols -u` writes down what has changed, for review. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rulesAtHead, rulesNamed } from "../testing/script.ts";
import { CLIENT_MACHINE, SERVER_MACHINE } from "./states.ts";
import { playRpc2 } from "./trace-script.ts";

const folder = new URL("./traces/", import.meta.url);
const scripts = readdirSync(folder).map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

describe("a trace plays as it is written", () => {
  it.each(scripts)("$name", async ({ name, text }) => {
    await expect(playRpc2(text)).toMatchFileSnapshot(new URL(name, folder).pathname);
  });
});

/** Who has rules, as traces name them, and the file at whose head they stand. */
const RULES: Readonly<Record<string, string>> = {
  client: "./client.ts",
  server: "./server.ts",
  sending: "./reliable.ts",
  multi: "./multi.ts",
  source: "./sftp-source.ts",
  sink: "./sftp-sink.ts",
  process: "./process.ts",
};

const rulesOf = (file: string): readonly string[] => rulesAtHead(readFileSync(new URL(file, import.meta.url), "utf8"));
const namedIn = (text: string): readonly string[] => rulesNamed(text, Object.keys(RULES));

describe("the traces", () => {
  const rules = Object.entries(RULES).flatMap(([party, file]) => rulesOf(file).map((number) => `${party} ${number}`));

  it("name the rule that they show, in a comment at their head", () => {
    for (const { name, text } of scripts) {
      expect(namedIn(text.slice(0, text.indexOf("\n\n"))), name).not.toEqual([]);
      for (const rule of namedIn(text)) expect(rules, name).toContain(rule);
    }
  });

  it("show every rule of client, server, sending, parallel calls, side effects and process", () => {
    expect(rules.length).toBe(41);
    const shown = new Set(scripts.flatMap(({ text }) => namedIn(text)));
    expect(rules.filter((rule) => !shown.has(rule))).toEqual([]);
  });
});

describe("the machines that the reference draws", () => {
  it.each([
    ["client", CLIENT_MACHINE],
    ["server", SERVER_MACHINE],
  ] as const)("of the %s name rules of their file, and every rule that a state shows", (party, { transitions }) => {
    const named = new Set(transitions.flatMap(({ rules }) => rules.map(String)));
    // Rule 5 of the server is what it does not answer.
    const shown = rulesOf(RULES[party] ?? "").filter((rule) => party === "client" || rule !== "5");
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
    ["bound\nrun 5s twice", '"twice" is left over.'],
  ])("%j is refused, with its line", (script, message) => {
    expect(() => playRpc2(script)).toThrow(message);
  });
});
