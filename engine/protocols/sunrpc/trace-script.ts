/**
 * For tests: the words of traces of Sun RPC over UDP, besides those of testing/ends-script.ts.
 *
 * Commands, the first ones before anything else
 *     retry 5ms total 20ms              how long the client waits, for a reply and in all
 *     blocking                          the client reads without select
 *     refreshes                         the client can make new credentials
 *     cache 4                           the server keeps so many replies
 *     registered 100.1 200.1 200.3      program.version, from the head of the list; each has the procedures 0 and 1
 *     start "a"                         the stub calls program 200, version 1, procedure 1 with this argument
 *     <- reply xid 1 "A"                a reply comes to the client; also `reply xid 1 AUTH_ERROR`
 *                                       or `reply xid 1 unreadable`
 *     <- call xid 1 "a"                 a request comes to the server; also `program 300`, `version 2`, `procedure 9`,
 *                                       `from b`
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { CALLEE, CALLER } from "../ends.ts";
import type { HostStep } from "../testing/ends-net.ts";
import { inSentences, playEnds } from "../testing/ends-script.ts";
import { formatData, formatTime, type Sentences } from "../testing/told.ts";
import type { Traced } from "../testing/traced.ts";
import type { Words } from "../testing/words.ts";
import type { SunClientEffect, SunClientInput, SunClientState } from "./client.ts";
import { CLIENT_ADDRESS, SunEnds, type SunPacket } from "./ends.ts";
import type { Call, Ending } from "./message.ts";
import type { Registered, SunServerEffect, SunServerInput, SunServerState } from "./server.ts";

export type SunStep =
  | HostStep<"client", SunClientState, SunClientInput, SunClientEffect>
  | HostStep<"server", SunServerState, SunServerInput, SunServerEffect>;

interface Settings {
  readonly retryAfter: Nanos;
  readonly total: Nanos | null;
  readonly canRefresh: boolean;
  readonly cache: number;
  readonly registered: readonly Registered[];
}

const PROGRAM = 200;
const VERSION = 1;
const PROCEDURE = 1;
const PROCEDURES = [0, PROCEDURE];

function entry(text: string): Registered {
  const [program = "", version = ""] = text.split(".");
  return { program: Number(program), version: Number(version), procedures: PROCEDURES };
}

const DEFAULTS: Settings = {
  retryAfter: millis(5),
  total: millis(20),
  canRefresh: false,
  cache: 0,
  registered: [entry("200.1")],
};

const playSunRpc = (script: string): string =>
  playEnds<Settings, unknown, SunPacket, never, SunStep>(script, {
    defaults: DEFAULTS,
    settings: {
      retry: (words) => {
        const retryAfter = words.time();
        words.need("total");
        return { retryAfter, total: words.time() };
      },
      blocking: () => ({ total: null }),
      refreshes: () => ({ canRefresh: true }),
      cache: (words) => ({ cache: words.number() }),
      registered: (words) => ({ registered: words.rest().split(" ").map(entry) }),
    },
    ends: ({ retryAfter, total, canRefresh, cache, registered }, without) =>
      new SunEnds({
        client: { retryAfter, total, canRefresh, without },
        server: { registered, cache, without },
        called: { program: PROGRAM, version: VERSION, procedure: PROCEDURE },
        udpChecksums: true,
      }),
    calls: "start",
    read: (words) => (words.is("reply") ? [CALLER, readReply(words)] : [CALLEE, readRequest(words)]),
    tell: inSentences(INPUTS, STATES, EFFECTS),
  });

function readReply(words: Words): SunPacket {
  words.need("xid");
  return { tag: "reply", reply: { xid: words.number(), ending: readEnding(words) } };
}

function readEnding(words: Words): Ending | null {
  for (const status of ["AUTH_ERROR", "SYSTEM_ERR", "GARBAGE_ARGS"] as const) if (words.is(status)) return { status };
  return words.is("unreadable") ? null : { status: "SUCCESS", data: words.data() };
}

function readRequest(words: Words): SunPacket {
  words.need("call");
  words.need("xid");
  const call = {
    xid: words.number(),
    program: words.named("program", PROGRAM),
    version: words.named("version", VERSION),
    procedure: words.named("procedure", PROCEDURE),
  };
  const from = words.is("from") ? words.take() : CLIENT_ADDRESS;
  return { tag: "call", from, call: { ...call, data: words.data() } };
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
