/**
 * For tests: the words of traces of Sun RPC over TCP; the language is that of testing/script.ts. Lines of `client` and
 * `server` are Sun RPC's; a is TCP at the client, b at the server.
 *
 * Commands, the first ones before anything else
 *     total 20ms                        how long the client waits for a reply; without it, while the connection lasts
 *     fragment 8                        bytes of a fragment of a record, at most (3996 before that)
 *     without xidMatch                  a rule is left out
 *     connect | close                   the client opens the connection, or closes it
 *     start "a"                         the stub calls program 200, version 1, procedure 1, which answers in capitals
 *     other "a"                         it calls program 300, which the server does not have
 *     runs 5s                           how long procedures started from now on run (1ms before that)
 *     restart                           the server's machine restarts
 */
import { millis, type Nanos } from "../../../kernel/time.ts";
import { FRAGMENT_BYTES } from "../../../wire/sunrpc-record.ts";
import { RULES, type Rule } from "../../rules.ts";
import { showTcp } from "../../tcp/trace-script.ts";
import type { TcpNetStep } from "../../tcp/net.ts";
import type { Faults } from "../../testing/faults.ts";
import { playScript, type Line, type Stage } from "../../testing/script.ts";
import { capitals, formatData, formatTime, tell, type Sentences } from "../../testing/told.ts";
import type { Traced } from "../../testing/traced.ts";
import type { SunServerEffect, SunServerInput, SunServerState } from "../server.ts";
import type { SunTcpClientEffect, SunTcpClientInput, SunTcpClientState } from "./client.ts";
import { SunTcpNet, type SunTcpStep } from "./net.ts";

interface Settings {
  readonly total: Nanos | null;
  readonly fragment: number;
  readonly without: readonly Rule[];
}

const PLACE = { program: 200, version: 1, procedure: 1 };
const OTHER_PROGRAM = 300;

/** Plays a script; gives it with its expected parts made anew. */
const playSunTcp = (script: string): string =>
  playScript<Settings, TcpNetStep | SunTcpStep>(script, {
    packets: ["data", "acknowledgement", "probe", "open", "accept", "finish", "reset"],
    defaults: { total: null, fragment: FRAGMENT_BYTES, without: [] },
    settings: {
      total: (words) => ({ total: words.time() }),
      fragment: (words) => ({ fragment: words.number() }),
      without: (words) => ({ without: [words.oneOf(Object.keys(RULES) as Rule[], "a rule")] }),
    },
    begin,
  });

function begin({ total, fragment, without }: Settings, faults: Faults): Stage<TcpNetStep | SunTcpStep> {
  let runs: Nanos = millis(1);
  const net = new SunTcpNet({
    client: { total, without },
    server: { registered: [{ program: PLACE.program, version: PLACE.version, procedures: [PLACE.procedure] }] },
    fateOf: (from, sent) => faults.fateOf(sent, [sent.what], from),
    runsFor: () => runs,
    procedure: capitals,
    fragment,
  });
  return {
    net: net.tcp,
    verbs: {
      connect: () => net.connect(),
      close: () => net.close(),
      start: (words) => net.start({ ...PLACE, data: words.data() }),
      other: (words) => net.start({ ...PLACE, program: OTHER_PROGRAM, data: words.data() }),
      runs: (words) => {
        runs = words.time();
      },
      restart: () => net.restartServer(),
    },
    show: (step) => ["party" in step ? show(step) : showTcp(step, faults)],
  };
}

function show({ at, party, input, after, effects }: SunTcpStep): Line {
  const state = tell<SunTcpClientState | SunServerState>(STATES, after);
  const told = effects.map((effect) => tell<SunTcpClientEffect | SunServerEffect>(EFFECTS, effect));
  return { at, who: party, input: tell<SunTcpClientInput | SunServerInput>(INPUTS, input), state, effects: told };
}

const INPUTS: Sentences<SunTcpClientInput | SunServerInput> = {
  start: ({ call }) => `start${formatData(call.data)}`,
  reply: ({ reply }) => `<- reply xid ${reply.xid}`,
  request: ({ request }) => `<- call xid ${request.call.xid}${formatData(request.call.data)}`,
  done: () => "done",
};

const STATES: Sentences<SunTcpClientState | SunServerState> = {
  closed: () => "closed",
  connecting: () => "connecting",
  idle: ({ xid }) => `idle, last xid ${xid}`,
  waiting: ({ xid, deadline }) => `waiting xid ${xid}${deadline === Infinity ? "" : `, until ${formatTime(deadline)}`}`,
  listening: () => "listening",
  serving: ({ request }) => `serving xid ${request.call.xid}`,
};

const EFFECTS: Sentences<SunTcpClientEffect | SunServerEffect> = {
  open: () => "opens the connection",
  close: () => "closes the connection",
  send: ({ call }) => `-> call xid ${call.xid}${formatData(call.data)}`,
  execute: ({ call }) => `executes xid ${call.xid}`,
  reply: ({ reply }) => `-> reply xid ${reply.xid} ${reply.ending.status}`,
  returned: ({ data }) => `returned${formatData(data)}`,
  refused: ({ ending }) => `refused: ${ending.status}`,
  failed: ({ reason }) => `failed: ${reason}`,
};

export const TRACED: Traced = { play: playSunTcp, heads: { client: "client.ts" }, rules: 6 };
