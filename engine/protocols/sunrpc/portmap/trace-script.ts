/**
 * For tests: the words of traces of portmappers and of broadcasts; the language is that of testing/script.ts.
 *
 * Commands, the first ones before anything else
 *     machines a b c                    the machines on the network
 *     wants 2                           the program that broadcasts wants so many replies
 *     a set 300.1 udp 1000              a request to a's portmapper; also `unset 300.1`, `getport 300.1 udp`, `dump`,
 *                                       `procedure 9`, and `garbage`, a GETPORT without arguments
 *     a callit "x"                      program 300, version 1, procedure 1, through a's portmapper
 *     broadcast "x"                     the same on every machine
 *     broadcast 1400                    with an argument of so many bytes
 *     runs 6s                           how long programs run from now on (1ms before that)
 *     fails                             from now on they end without results
 */
import { millis, type Nanos } from "../../../kernel/time.ts";
import { PROTOCOL_TCP, PROTOCOL_UDP } from "../../../wire/ipv4.ts";
import { encodeCallit, encodeMapping, PORTMAP, PORTMAP_PROGRAM } from "../../../wire/portmap.ts";
import type { Asked } from "../client.ts";
import type { Ending } from "../message.ts";
import type { Faults } from "../../testing/faults.ts";
import { playScript, type Line, type Stage } from "../../testing/script.ts";
import { capitals, formatData, formatTime, tell, type Sentences } from "../../testing/told.ts";
import type { Traced } from "../../testing/traced.ts";
import type { Words } from "../../testing/words.ts";
import type { BroadcasterEffect, BroadcasterInput, BroadcasterState } from "./broadcaster.ts";
import { PortmapNet, type PortmapStep } from "./net.ts";
import type { PortmapperEffect, PortmapperInput, PortmapperState } from "./portmapper.ts";

interface Settings {
  readonly machines: readonly string[];
  readonly wants: number;
}

const PLACE = { program: 300, version: 1, procedure: 1 };
const PROTOCOLS: Readonly<Record<string, number>> = { udp: PROTOCOL_UDP, tcp: PROTOCOL_TCP };

/** Plays a script; gives it with its expected parts made anew. */
const playPortmap = (script: string): string =>
  playScript<Settings, PortmapStep>(script, {
    packets: ["call", "reply"],
    defaults: { machines: ["a"], wants: Infinity },
    settings: {
      machines: (words) => ({ machines: words.rest().split(" ") }),
      wants: (words) => ({ wants: words.number() }),
    },
    begin,
  });

function begin({ machines, wants }: Settings, faults: Faults): Stage<PortmapStep> {
  let runs: Nanos = millis(1);
  let ends: (data: Uint8Array) => Ending = (data) => ({ status: "SUCCESS", data: capitals(data) });
  const net = new PortmapNet({
    machines,
    fateOf: (from, sent) => faults.fateOf(sent, [sent.tag === "send" ? "call" : "reply"], from),
    answers: (_, { data }) => ({ ending: ends(data), after: runs }),
    wantsMore: (replies) => replies < wants,
  });
  const asked = machines.map((name) => [name, (words: Words) => net.request(name, readRequest(words))] as const);
  return {
    net,
    verbs: {
      ...Object.fromEntries(asked),
      broadcast: (words) => net.broadcast({ ...PLACE, data: readData(words) }),
      runs: (words) => {
        runs = words.time();
      },
      fails: () => {
        ends = () => ({ status: "SYSTEM_ERR" });
      },
    },
    show: (step) => [show(step, faults)],
  };
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
      const protocol = verb === "unset" ? 0 : (PROTOCOLS[words.oneOf(["udp", "tcp"], "a protocol")] ?? 0);
      const port = verb === "set" ? words.number() : 0;
      const mapping = { program: Number(program), version: Number(version), protocol, port };
      return ask(PORTMAP[verb], encodeMapping(mapping));
    }
  }
}

function show(step: PortmapStep, faults: Faults): Line {
  const { at, input, after, effects } = step;
  const told = effects.map(
    (effect) => tell<BroadcasterEffect | PortmapperEffect>(EFFECTS, effect) + faults.noteOf(effect),
  );
  return {
    at,
    who: step.who === "client" ? "client" : step.machine,
    input: tell<BroadcasterInput | PortmapperInput>(INPUTS, input),
    state: tell<BroadcasterState | PortmapperState>(STATES, after),
    effects: told,
  };
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
