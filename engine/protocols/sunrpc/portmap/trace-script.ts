/**
 * For tests: the words of traces of portmappers and of broadcasts, besides those of testing/ends-script.ts.
 *
 * Commands, the first ones before anything else
 *     machines a b c                    the machines on the network
 *     wants 2                           the program that broadcasts wants so many replies
 *     a set 300.1 udp 1000              a request to a's portmapper; also `unset 300.1`, `getport 300.1 udp`, `dump`,
 *                                       `procedure 9`, and `garbage`, a GETPORT without arguments
 *     a callit "x"                      program 300, version 1, procedure 1, through a's portmapper
 *     broadcast "x"                     the same on every machine
 *     broadcast 1400                    with an argument of so many bytes
 *     runs 6s                           how long programs run from now on, 1ms before that
 *     fails                             from now on they end without results
 */
import { millis } from "../../../kernel/time.ts";
import { PROTOCOL_TCP, PROTOCOL_UDP } from "../../../wire/ipv4.ts";
import { encodeCallit, encodeMapping, PORTMAP, PORTMAP_PROGRAM } from "../../../wire/portmap.ts";
import type { EndsNet, HostStep } from "../../testing/ends-net.ts";
import { inSentences, playEnds } from "../../testing/ends-script.ts";
import type { Verb } from "../../testing/script.ts";
import { formatData, formatTime, type Sentences } from "../../testing/told.ts";
import type { Traced } from "../../testing/traced.ts";
import type { Words } from "../../testing/words.ts";
import type { Asked } from "../client.ts";
import type { Ending } from "../message.ts";
import type { BroadcasterEffect, BroadcasterInput, BroadcasterState } from "./broadcaster.ts";
import { PortmapEnds, type PortmapOwn, type PortmapPacket } from "./ends.ts";
import type { PortmapperEffect, PortmapperInput, PortmapperState } from "./portmapper.ts";

type PortmapStep =
  | HostStep<"client", BroadcasterState, BroadcasterInput, BroadcasterEffect>
  | HostStep<`m${number}`, PortmapperState, PortmapperInput, PortmapperEffect>;

export type PortmapNet = EndsNet<unknown, PortmapPacket, PortmapOwn, PortmapStep>;

/** A request of somebody else comes to a machine's portmapper. */
export const requestOf = (call: Asked): PortmapOwn => ({
  tag: "request",
  request: { from: "somebody", call: { xid: 0, ...call } },
});

interface Settings {
  readonly machines: readonly string[];
  readonly wants: number;
}

const PLACE = { program: 300, version: 1, procedure: 1 };
const PROTOCOLS = { udp: PROTOCOL_UDP, tcp: PROTOCOL_TCP } as const;

function playPortmap(script: string): string {
  let fails = false;
  return playEnds<Settings, unknown, PortmapPacket, PortmapOwn, PortmapStep>(script, {
    defaults: { machines: ["a"], wants: Infinity },
    settings: {
      machines: (words) => ({ machines: words.rest().split(" ") }),
      wants: (words) => ({ wants: words.number() }),
    },
    ends: ({ machines, wants }) => new PortmapEnds({ machines, called: PLACE, wants }),
    calls: "broadcast",
    runs: millis(1),
    verbs: (net) => {
      const asked = net.ends.hosts.map((name, host): [string, Verb] => [
        name,
        (words) => net.tell(host, requestOf(readRequest(words))),
      ]);
      return {
        ...Object.fromEntries(asked),
        broadcast: (words) => net.call(readData(words)),
        fails: () => {
          fails = true;
        },
      };
    },
    endOf: ({ work }) => (fails ? { tag: "ended", work, ending: { status: "SYSTEM_ERR" } } : null),
    tell: inSentences(INPUTS, STATES, EFFECTS),
  });
}

const NOTHING = new Uint8Array(0);

function readData(words: Words): Uint8Array {
  return words.is("1400") ? new Uint8Array(1400) : words.data();
}

function readRequest(words: Words): Asked {
  const ask = (procedure: number, data: Uint8Array): Asked => ({
    program: PORTMAP_PROGRAM,
    version: 2,
    procedure,
    data,
  });
  const verb = words.oneOf(["set", "unset", "getport", "dump", "callit", "procedure", "garbage"], "a request");
  switch (verb) {
    case "dump":
      return ask(PORTMAP.dump, NOTHING);
    case "callit":
      return ask(PORTMAP.callit, encodeCallit({ ...PLACE, data: words.data() }));
    case "procedure":
      return ask(words.number(), NOTHING);
    case "garbage":
      return ask(PORTMAP.getport, NOTHING);
    default: {
      const [program = "", version = ""] = words.take().split(".");
      const protocol = verb === "unset" ? 0 : PROTOCOLS[words.oneOf(["udp", "tcp"], "a protocol")];
      const port = verb === "set" ? words.number() : 0;
      const mapping = { program: Number(program), version: Number(version), protocol, port };
      return ask(PORTMAP[verb], encodeMapping(mapping));
    }
  }
}

const PROCEDURES = Object.fromEntries(Object.entries(PORTMAP).map(([name, number]) => [number, name.toUpperCase()]));
const hex = (data: Uint8Array): string => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const units = (data: Uint8Array): string => (hex(data).match(/.{8}/g) ?? []).join(" ");
const endingText = (ending: Ending): string =>
  ending.status === "SUCCESS" ? units(ending.data) || "nothing" : ending.status;

const INPUTS: Sentences<BroadcasterInput | PortmapperInput> = {
  start: ({ call }) => `broadcasts${call.data.length > 100 ? ` ${call.data.length} bytes` : formatData(call.data)}`,
  reply: ({ from, reply }) => `<- reply of ${from}, xid ${reply.xid}`,
  request: ({ request }) => `<- ${PROCEDURES[request.call.procedure] ?? `procedure ${request.call.procedure}`}`,
  answer: ({ number, ending }) =>
    `<- answer ${number}${ending?.status === "SUCCESS" ? formatData(ending.data) : ` ${ending?.status ?? "none"}`}`,
};

const STATES: Sentences<BroadcasterState | PortmapperState> = {
  idle: ({ xid }) => `idle, last xid ${xid}`,
  collecting: ({ sends, replies, deadline }) =>
    `collecting, send ${sends}, replies ${replies}, until ${formatTime(deadline)}`,
  listening: ({ mappings, forwarded }) =>
    `${mappings.length} mappings${forwarded.length === 0 ? "" : `, ${forwarded.length} forwarded`}`,
};

const EFFECTS: Sentences<BroadcasterEffect | PortmapperEffect> = {
  send: ({ call }) => `-> CALLIT to all, xid ${call.xid}`,
  each: ({ from, port, data }) => `hands over the reply of ${from}, port ${port}${formatData(data)}`,
  ended: ({ by, replies }) => `ended: ${by}, ${replies} replies`,
  refused: ({ bytes }) => `refused: ${bytes} bytes`,
  reply: ({ reply }) => `-> reply ${endingText(reply.ending)}`,
  forward: ({ number, port, call }) => `calls port ${port}, call ${number}${formatData(call.data)}`,
};

export const TRACED: Traced = {
  play: playPortmap,
  heads: { portmapper: "portmapper.ts", broadcaster: "broadcaster.ts" },
  rules: 11,
};
