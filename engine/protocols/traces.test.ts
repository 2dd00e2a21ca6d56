/**
 * The scripts in each protocol's traces/, played: `npx vitest run engine/protocols -u` writes down what has changed,
 * for review.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CEDAR_FLAVOUR, FIREFLY_FLAVOUR } from "./cedar/flavours.ts";
import { playExchange } from "./cedar/trace-script.ts";
import { playFlex } from "./flexrpc/trace-script.ts";
import { playRpc2 } from "./rpc2/trace-script.ts";
import { playPortmap } from "./sunrpc/portmap/trace-script.ts";
import { playSunTcp } from "./sunrpc/tcp/trace-script.ts";
import { playSunRpc } from "./sunrpc/trace-script.ts";
import { playTcp } from "./tcp/trace-script.ts";
import { rulesShown } from "./testing/rules.ts";

/** A protocol by its folder. */
interface Traced {
  readonly name: string;
  readonly play: (script: string) => string;
  /** Who has rules, as traces name them, and the file at whose head they stand; "" where rules have only a number. */
  readonly heads: Readonly<Record<string, string>>;
  readonly rules: number;
  /** Scripts that name no rule. */
  readonly nameNone?: readonly string[];
  /** Scripts that cannot be played, each with what is said of it. */
  readonly refused?: readonly (readonly [script: string, message: string])[];
}

const PROTOCOLS: readonly Traced[] = [
  {
    name: "cedar",
    play: (script) => playExchange(script, CEDAR_FLAVOUR),
    heads: { caller: "caller.ts", server: "callee.ts" },
    rules: 20,
  },
  {
    name: "firefly", // its rules are Cedar's
    play: (script) => playExchange(script, FIREFLY_FLAVOUR),
    heads: {},
    rules: 0,
    refused: [
      ["leap 5s", 'line 1, "leap 5s": unknown command.'],
      ["both\nrun 5 s", 'line 2, "run 5 s": got "5", want a time such as'],
      ["both\n<- call seq 1", "this needs one party"],
      ["caller alone\n<- answer seq 1", 'got "answer", want a packet: call, result'],
      ["caller alone\nstart a", '"a" is left over.'],
      ["both\nnext 1 call eaten", 'got "eaten", want lost, twice or late by a time.'],
      ["caller alone\nstart\nstart", "at most one call outstanding"],
      ["server alone\ndone seq 1", "The procedure of call 1 ended for an activity that is new."],
    ],
  },
  {
    name: "flexrpc",
    play: playFlex,
    heads: { caller: "caller.ts", callee: "callee.ts" },
    rules: 11,
    refused: [
      ["leap 5", 'line 1, "leap 5": unknown command.'],
      ["serial 2 argument 1 result 1\nserial 2 argument 1 result 1", "Call 1 is outstanding"],
    ],
  },
  {
    name: "rpc2",
    play: playRpc2,
    heads: {
      client: "client.ts",
      server: "server.ts",
      sending: "reliable.ts",
      multi: "multi.ts",
      source: "sftp-source.ts",
      sink: "sftp-sink.ts",
      process: "process.ts",
    },
    rules: 42,
    refused: [
      ["leap 5s", 'line 1, "leap 5s": unknown command.'],
      ["bound\nrun 5 s", 'line 2, "run 5 s": got "5", want a time such as'],
      ["bound\n<- answer seq 1", 'got "answer", want a packet: request, REPLY, BUSY'],
      ['call "a"', "there is no connection 1; bind first."],
      ["bound\nnext 1 REPLY eaten", 'got "eaten", want lost, twice or late by a time.'],
      ["bound\nnext 1 REPY lost", 'got "REPY", want a packet: request, INIT1OPENKIMONO'],
      ["bound\nlibrary 2025", "this is set before anything else happens."],
      ["bound\nrun 5s twice", '"twice" is left over.'],
    ],
  },
  { name: "sunrpc", play: playSunRpc, heads: { client: "client.ts", server: "server.ts" }, rules: 10 },
  { name: "sunrpc/tcp", play: playSunTcp, heads: { client: "client.ts" }, rules: 6 },
  {
    name: "sunrpc/portmap",
    play: playPortmap,
    heads: { portmapper: "portmapper.ts", broadcaster: "broadcaster.ts" },
    rules: 11,
  },
  {
    name: "tcp",
    play: playTcp,
    heads: { "": "tcp.ts" },
    rules: 9,
    nameNone: ["opening.txt"], // how a connection opens is drawn above the rules
    refused: [
      ["leap 5s", 'line 1, "leap 5s": unknown command.'],
      ["a writes 5\nb forgets\nb writes 5", 'line 3, "b writes 5": The TCP is down; it takes no step.'],
    ],
  },
];

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

describe.each(PROTOCOLS)("$name", ({ name, play, heads, rules, nameNone = [], refused = [] }) => {
  const names = readdirSync(new URL(`./${name}/traces/`, import.meta.url));
  const scripts = names.map((file) => ({ name: file, text: read(`./${name}/traces/${file}`) }));

  it.each(scripts)("plays $name as it is written", async ({ name: file, text }) => {
    await expect(play(text)).toMatchFileSnapshot(`./${name}/traces/${file}`);
  });

  it.runIf(rules > 0)("shows every rule, names no other, and each script names one at its head", () => {
    const texts = Object.entries(heads).map(([party, file]) => [party, read(`./${name}/${file}`)]);
    const shown = rulesShown(scripts, Object.fromEntries(texts) as Readonly<Record<string, string>>);
    expect(shown).toEqual({ rules, notShown: [], notRules: [], nameNone });
  });

  it.each(refused)("refuses %j, and names the line", (script, message) => {
    expect(() => play(script)).toThrow(message);
  });
});
