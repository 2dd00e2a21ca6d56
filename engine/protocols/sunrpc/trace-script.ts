/**
 * For tests: the words of traces of Sun RPC over UDP; the language is that of testing/script.ts.
 *
 * Commands, the first ones before anything else
 *     client alone | server alone       who is watched; nothing arrives but what the script says
 *     both                              both, joined by a wire; the procedure answers in capitals
 *     retry 5ms total 20ms              how long the client waits, for a reply and in all
 *     blocking                          the client reads without select
 *     refreshes                         the client can make new credentials
 *     cache 4                           the server keeps so many replies
 *     registered 100.1 200.1 200.3      program.version, from the head of the list; each has the procedures 0 and 1
 *     without xidMatch                  a rule is left out
 *     start "a"                         the stub calls program 200, version 1, procedure 1 with this argument
 *     <- reply xid 1 "A"                a reply comes to the client; also `reply xid 1 AUTH_ERROR`
 *                                       or `reply xid 1 unreadable`
 *     <- call xid 1 "a"                 a request comes to the server; also `program 300`, `version 2`, `procedure 9`,
 *                                       `from b`
 *     done "A"                          the procedure has ended
 *     runs 5s                           how long procedures started from now on run (10ms before that)
 *     crash server | restart server
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { RULES, type Rule } from "../rules.ts";
import type { Faults } from "../testing/faults.ts";
import { playScript, said, type Line, type Stage } from "../testing/script.ts";
import { capitals, formatData, formatTime, tell, type Sentences } from "../testing/told.ts";
import type { Traced } from "../testing/traced.ts";
import type { Words } from "../testing/words.ts";
import type { SunClientEffect, SunClientInput, SunClientState } from "./client.ts";
import type { Call, Ending, ReadReply } from "./message.ts";
import { SunNet, type Party, type SunStep } from "./net.ts";
import type { Registered, SunServerEffect, SunServerInput, SunServerState } from "./server.ts";

interface Settings {
  readonly cast: Party | "both";
  readonly retryAfter: Nanos;
  readonly total: Nanos | null;
  readonly canRefresh: boolean;
  readonly cache: number;
  readonly registered: readonly Registered[];
  readonly without: readonly Rule[];
}

const PROGRAM = 200;
const VERSION = 1;
const PROCEDURE = 1;
const PROCEDURES = [0, PROCEDURE];
const HERE = "client";

function entry(text: string): Registered {
  const [program = "", version = ""] = text.split(".");
  return { program: Number(program), version: Number(version), procedures: PROCEDURES };
}

/** Plays a script; gives it with its expected parts made anew. */
const playSunRpc = (script: string): string =>
  playScript<Settings, SunStep>(script, {
    packets: ["call", "reply"],
    defaults: {
      cast: "both",
      retryAfter: millis(5),
      total: millis(20),
      canRefresh: false,
      cache: 0,
      registered: [entry("200.1")],
      without: [],
    },
    settings: {
      client: said("alone", { cast: "client" }),
      server: said("alone", { cast: "server" }),
      both: () => ({ cast: "both" }),
      retry: (words) => {
        const retryAfter = words.time();
        words.need("total");
        return { retryAfter, total: words.time() };
      },
      blocking: () => ({ total: null }),
      refreshes: () => ({ canRefresh: true }),
      cache: (words) => ({ cache: words.number() }),
      registered: (words) => ({ registered: words.rest().split(" ").map(entry) }),
      without: (words) => ({ without: [words.oneOf(Object.keys(RULES) as Rule[], "a rule")] }),
    },
    begin,
  });

function begin(
  { cast, retryAfter, total, canRefresh, cache, registered, without }: Settings,
  faults: Faults,
): Stage<SunStep> {
  let runs: Nanos = millis(10);
  const net = new SunNet({
    client: { retryAfter, total, canRefresh, without },
    server: { registered, cache, without },
    fateOf: (to, sent) =>
      cast === "both"
        ? faults.fateOf(sent, [sent.tag === "send" ? "call" : "reply"], to === "client" ? "server" : "client")
        : [],
    runsFor: () => (cast === "both" ? runs : Infinity),
    procedure: ({ data }) => ({ status: "SUCCESS", data: capitals(data) }),
  });
  return {
    net,
    verbs: {
      start: (words) => net.start({ program: PROGRAM, version: VERSION, procedure: PROCEDURE, data: words.data() }),
      "<-": (words) => {
        if (words.is("reply")) net.reply(readReply(words));
        else {
          words.need("call");
          net.request(readRequest(words));
        }
      },
      done: (words) => net.done({ status: "SUCCESS", data: words.data() }),
      runs: (words) => {
        runs = words.time();
      },
      crash: (words) => {
        words.need("server");
        net.crashServer();
      },
      restart: (words) => {
        words.need("server");
        net.restartServer();
      },
    },
    show: (step) => show(step, faults),
  };
}

function readReply(words: Words): ReadReply {
  words.need("xid");
  const xid = words.number();
  for (const status of ["AUTH_ERROR", "SYSTEM_ERR", "GARBAGE_ARGS"] as const) {
    if (words.is(status)) return { xid, ending: { status } };
  }
  if (words.is("unreadable")) return { xid, ending: null };
  return { xid, ending: { status: "SUCCESS", data: words.data() } };
}

function readRequest(words: Words): { readonly from: string; readonly call: Call } {
  words.need("xid");
  const call = {
    xid: words.number(),
    program: words.named("program", PROGRAM),
    version: words.named("version", VERSION),
    procedure: words.named("procedure", PROCEDURE),
  };
  const from = words.is("from") ? words.take() : HERE;
  return { from, call: { ...call, data: words.data() } };
}

function show(step: SunStep, faults: Faults): Line {
  const { at, party, input, after, effects } = step;
  const state = tell<SunClientState | SunServerState>(STATES, after);
  const told = effects.map(
    (effect) => tell<SunClientEffect | SunServerEffect>(EFFECTS, effect) + faults.noteOf(effect),
  );
  return { at, who: party, input: tell<SunClientInput | SunServerInput>(INPUTS, input), state, effects: told };
}

const endingText = (ending: Ending | null): string => {
  if (ending === null) return " unreadable";
  if (ending.status === "SUCCESS") return formatData(ending.data);
  return ` ${ending.status}${"low" in ending ? ` ${ending.low} to ${ending.high}` : ""}`;
};

function callText({ xid, program, version, procedure, data }: Call): string {
  const parts = [
    `xid ${xid}`,
    program === PROGRAM ? "" : `program ${program}`,
    version === VERSION ? "" : `version ${version}`,
    procedure === PROCEDURE ? "" : `procedure ${procedure}`,
  ];
  return parts.filter((part) => part !== "").join(" ") + formatData(data);
}

const INPUTS: Sentences<SunClientInput | SunServerInput> = {
  start: ({ call }) => `start${formatData(call.data)}`,
  reply: ({ reply }) => `<- reply xid ${reply.xid}${endingText(reply.ending)}`,
  request: ({ request }) => `<- call ${callText(request.call)}`,
  done: ({ ending }) => `done${endingText(ending)}`,
};

const STATES: Sentences<SunClientState | SunServerState> = {
  idle: ({ xid }) => `idle, last xid ${xid}`,
  waiting: ({ xid, sends, waited, deadline }) =>
    `waiting xid ${xid}, send ${sends}, waited ${formatTime(waited)}, until ${formatTime(deadline)}`,
  reading: ({ xid }) => `reading xid ${xid}`,
  listening: ({ kept }) => `listening${kept.length === 0 ? "" : `, ${kept.length} kept`}`,
  serving: ({ request }) => `serving xid ${request.call.xid}`,
};

const EFFECTS: Sentences<SunClientEffect | SunServerEffect> = {
  send: ({ call }) => `-> call ${callText(call)}`,
  execute: ({ call, compared }) => `executes xid ${call.xid}, entry ${compared}`,
  reply: ({ reply }) => `-> reply xid ${reply.xid}${endingText(reply.ending)}`,
  returned: ({ data }) => `returned${formatData(data)}`,
  refused: ({ ending }) => `refused:${endingText(ending)}`,
  failed: ({ reason }) => `failed: ${reason}`,
};

export const TRACED: Traced = { play: playSunRpc, heads: { client: "client.ts", server: "server.ts" }, rules: 10 };
