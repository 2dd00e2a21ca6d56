/**
 * For tests: the words of traces of Sun RPC over TCP, besides those of testing/ends-script.ts. Lines of `client` and
 * `server` are Sun RPC's; a is TCP at the client, b at the server.
 *
 * Commands, the first ones before anything else
 *     total 20ms                        how long the client waits for a reply; without it, while the connection lasts
 *     fragment 8                        bytes of a fragment of a record, at most (3996 before that)
 *     program 300                       the program that is called; the server has program 200 alone
 *     connect | close                   the client opens the connection, or closes it
 *     start "a"                         the stub calls version 1, procedure 1, which answers in capitals
 *     runs 5s                           how long procedures started from now on run (1ms before that)
 */
import { millis, type Nanos } from "../../../kernel/time.ts";
import { FRAGMENT_BYTES } from "../../../wire/sunrpc-record.ts";
import { CALLER } from "../../ends.ts";
import { OPTIONS, type TcpStep } from "../../tcp/net.ts";
import { tellTcp } from "../../tcp/trace-script.ts";
import type { HostStep } from "../../testing/ends-net.ts";
import { inSentences, playEnds } from "../../testing/ends-script.ts";
import { formatData, formatTime, type Sentences } from "../../testing/told.ts";
import type { Traced } from "../../testing/traced.ts";
import type { SunServerEffect, SunServerInput, SunServerState } from "../server.ts";
import type { SunTcpClientEffect, SunTcpClientInput, SunTcpClientState } from "./client.ts";
import { SunTcpEnds, type SunTcpEndsOptions, type SunTcpHost, type SunTcpOwn, type SunTcpPacket } from "./ends.ts";

type ClientStep = HostStep<"client", SunTcpClientState, SunTcpClientInput, SunTcpClientEffect>;
type ServerStep = HostStep<"server", SunServerState, SunServerInput, SunServerEffect>;
export type SunTcpStep = ClientStep | ServerStep | TcpStep<"client" | "server">;

const PLACE = { program: 200, version: 1, procedure: 1 };

/** A program over Sun RPC's messages without credentials, whose bytes wire/sunrpc.ts makes. */
export const SUN_TCP: Omit<SunTcpEndsOptions, "client"> = {
  server: { registered: [{ program: PLACE.program, version: PLACE.version, procedures: [PLACE.procedure] }] },
  called: PLACE,
  tcp: OPTIONS,
  port: 1030,
  bytesOf: {
    call: ({ data }) => 40 + data.length,
    reply: ({ ending }) => 24 + (ending.status === "SUCCESS" ? ending.data.length : 0),
  },
  fragmentBytes: FRAGMENT_BYTES,
  isOpen: false,
};

interface Settings {
  readonly total: Nanos | null;
  readonly fragmentBytes: number;
  readonly program: number;
}

const playSunTcp = (script: string): string =>
  playEnds<Settings, SunTcpHost, SunTcpPacket, SunTcpOwn, SunTcpStep>(script, {
    defaults: { total: null, fragmentBytes: FRAGMENT_BYTES, program: PLACE.program },
    settings: {
      total: (words) => ({ total: words.time() }),
      fragment: (words) => ({ fragmentBytes: words.number() }),
      program: (words) => ({ program: words.number() }),
    },
    ends: ({ total, fragmentBytes, program }, without) =>
      new SunTcpEnds({ ...SUN_TCP, client: { total, without }, fragmentBytes, called: { ...PLACE, program } }),
    calls: "start",
    runs: millis(1),
    verbs: (net) => ({
      connect: () => net.tell(CALLER, { tag: "connect" }),
      close: () => net.tell(CALLER, { tag: "close" }),
    }),
    tell: ({ steps }) =>
      steps.flatMap((step) =>
        isTcp(step)
          ? tellTcp({ steps: [step] }).map((told) => ({ ...told, who: step.host === "client" ? "a" : "b" }))
          : tellSun({ steps: [step] }),
      ),
  });

export const isTcp = (step: SunTcpStep): step is TcpStep<"client" | "server"> => step.machine.protocol === "TCP";

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
  send: ({ call }) => `writes call xid ${call.xid}${formatData(call.data)}`,
  execute: ({ call }) => `executes xid ${call.xid}`,
  reply: ({ reply }) => `writes reply xid ${reply.xid} ${reply.ending.status}`,
  returned: ({ data }) => `returned${formatData(data)}`,
  refused: ({ ending }) => `refused: ${ending.status}`,
  failed: ({ reason }) => `failed: ${reason}`,
};

const tellSun = inSentences<ClientStep | ServerStep>(INPUTS, STATES, EFFECTS);

export const TRACED: Traced = { play: playSunTcp, heads: { client: "client.ts" }, rules: 6 };
