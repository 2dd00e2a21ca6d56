/**
 * The portmapper of a machine (Sun 1986, portmap; RFC 1833, section 3): program 100000, version 2, at port 111. Servers
 * tell it where they listen, and clients ask. Over UDP.
 *
 *     listening --request--> listening (answered, or a call forwarded)
 *     listening --answer of a forwarded call, or time is up--> listening
 *
 * Rules
 * 1. SET notes that a version of a program listens at a port for UDP or TCP, and answers whether it did: not where
 *    another port is noted for the same. UNSET forgets a version of a program, for both, and answers if it knew one.
 * 2. GETPORT answers the port of a version of a program, 0 where none is noted. DUMP answers all that is noted, in its
 *    order, the portmapper's own entries first.
 * 3. CALLIT calls a procedure of the same machine over UDP and answers with its port and its results. A process of its
 *    own does that, so the portmapper goes on. The call is sent once, and the process gives up after 5 s.
 * 4. CALLIT answers nothing where the program is not there, or the call does not succeed: it serves broadcasts, and
 *    otherwise every machine without the program would answer that it has none.
 * 5. Another program, version or procedure is answered with the reason, and so are arguments that cannot be read.
 *
 * The rpcbind of our recordings differs in rule 1: it refused to SET a program of ours, and answered UNSET of one that
 * nobody had registered with true. In RFC 1833 the result of UNSET means what that of SET does, whether it did
 * something: ours is false.
 */
import { seconds, type Nanos } from "../../../kernel/time.ts";
import { WireError } from "../../../wire/error.ts";
import { PROTOCOL_TCP, PROTOCOL_UDP } from "../../../wire/ipv4.ts";
import { encodeBool, encodeCallitResult, encodeMappings, encodePort } from "../../../wire/portmap.ts";
import { parseCallit, parseMapping, PORTMAP, PORTMAP_PORT, PORTMAP_PROGRAM } from "../../../wire/portmap.ts";
import type { Indirect, Mapping } from "../../../wire/portmap.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../../machine.ts";
import type { Ending, ReadReply, Reply } from "../message.ts";
import type { Request } from "../server.ts";

const VERSION = 2;
/** Rule 3. */
const GIVE_UP_AFTER: Nanos = seconds(5);

/** A call that a process of the portmapper makes for somebody. */
interface Forwarded {
  readonly number: number;
  readonly from: string;
  readonly xid: number; // of the request
  readonly port: number;
  readonly deadline: Nanos;
}

export interface PortmapperState {
  readonly tag: "listening";
  readonly mappings: readonly Mapping[];
  readonly forwarded: readonly Forwarded[];
  readonly calls: number; // that were forwarded; they are numbered from 1
}

export type PortmapperInput =
  | { readonly tag: "request"; readonly request: Request }
  /** The program that was called for somebody has answered. */
  | { readonly tag: "answer"; readonly number: number; readonly ending: ReadReply["ending"] }
  | { readonly tag: "tick" };

export type PortmapperEffect =
  | { readonly tag: "reply"; readonly to: string; readonly reply: Reply }
  | { readonly tag: "forward"; readonly number: number; readonly port: number; readonly call: Indirect };

type PortmapperStep = readonly [PortmapperState, readonly PortmapperEffect[]];

const NOTHING: readonly PortmapperEffect[] = [];

export const PORTMAPPER_STATES: readonly StateWord<PortmapperState["tag"]>[] = [
  { tag: "listening", what: "select waits for a request; processes may wait for answers to calls that they make" },
];

const own = (protocol: number): Mapping => ({
  program: PORTMAP_PROGRAM,
  version: VERSION,
  protocol,
  port: PORTMAP_PORT,
});

export function portmapperMachine(): Machine<PortmapperState, PortmapperInput, PortmapperEffect> {
  return {
    protocol: "Portmapper",
    states: PORTMAPPER_STATES,
    start: () => ({ tag: "listening", mappings: [own(PROTOCOL_TCP), own(PROTOCOL_UDP)], forwarded: [], calls: 0 }),
    step,
    deadline: ({ forwarded }) => forwarded[0]?.deadline ?? null, // all wait equally long, so the first is due first
    name: ({ tag }) => tag,
    input: ({ tag }) => tag,
    key: (state) => {
      const first = state.forwarded[0]?.deadline ?? 0;
      const forwarded = state.forwarded.map((one) => ({ ...one, deadline: one.deadline - first }));
      return keyText({ ...state, forwarded });
    },
    facts,
  };
}

function step(state: PortmapperState, input: PortmapperInput, now: Nanos): PortmapperStep {
  switch (input.tag) {
    case "request":
      return onRequest(state, input.request, now);
    case "answer":
      return onAnswer(state, input.number, input.ending);
    case "tick":
      return [{ ...state, forwarded: state.forwarded.filter(({ deadline }) => deadline > now) }, NOTHING];
  }
}

const success = (data: Uint8Array): Ending => ({ status: "SUCCESS", data });

function onRequest(state: PortmapperState, { from, call }: Request, now: Nanos): PortmapperStep {
  const answered = (ending: Ending, next = state): PortmapperStep => [
    next,
    [{ tag: "reply", to: from, reply: { xid: call.xid, ending } }],
  ];
  if (call.program !== PORTMAP_PROGRAM) return answered({ status: "PROG_UNAVAIL" });
  if (call.version !== VERSION) return answered({ status: "PROG_MISMATCH", low: VERSION, high: VERSION });
  try {
    switch (call.procedure) {
      case PORTMAP.null:
        return answered(success(new Uint8Array(0)));
      case PORTMAP.set: {
        const { did, mappings } = withMapping(state.mappings, parseMapping(call.data));
        return answered(success(encodeBool(did)), { ...state, mappings });
      }
      case PORTMAP.unset: {
        const { program, version } = parseMapping(call.data);
        const mappings = state.mappings.filter((one) => one.program !== program || one.version !== version);
        const did = mappings.length < state.mappings.length;
        return answered(success(encodeBool(did)), { ...state, mappings });
      }
      case PORTMAP.getport:
        return answered(success(encodePort(portOf(state, parseMapping(call.data)) ?? 0)));
      case PORTMAP.dump:
        return answered(success(encodeMappings(state.mappings)));
      case PORTMAP.callit:
        return forward(state, from, call.xid, parseCallit(call.data), now);
      default:
        return answered({ status: "PROC_UNAVAIL" });
    }
  } catch (error) {
    if (error instanceof WireError) return answered({ status: "GARBAGE_ARGS" });
    throw error; // a bug of ours, not of the bytes
  }
}

const isOf = (one: Mapping, { program, version, protocol }: Omit<Mapping, "port">): boolean =>
  one.program === program && one.version === version && one.protocol === protocol;

function portOf({ mappings }: PortmapperState, asked: Omit<Mapping, "port">): number | undefined {
  return mappings.find((one) => isOf(one, asked))?.port;
}

/** Rule 1. */
function withMapping(mappings: readonly Mapping[], added: Mapping) {
  const known = mappings.find((one) => isOf(one, added));
  if (known === undefined) return { did: true, mappings: [...mappings, added] };
  return { did: known.port === added.port, mappings };
}

/** Rules 3 and 4. */
function forward(state: PortmapperState, from: string, xid: number, call: Indirect, now: Nanos): PortmapperStep {
  const port = portOf(state, { ...call, protocol: PROTOCOL_UDP });
  if (port === undefined) return [state, NOTHING];
  const number = state.calls + 1;
  const one: Forwarded = { number, from, xid, port, deadline: now + GIVE_UP_AFTER };
  return [{ ...state, calls: number, forwarded: [...state.forwarded, one] }, [{ tag: "forward", number, port, call }]];
}

function onAnswer(state: PortmapperState, number: number, ending: ReadReply["ending"]): PortmapperStep {
  const one = state.forwarded.find((other) => other.number === number);
  if (one === undefined) return [state, NOTHING]; // its process has given up
  const next = { ...state, forwarded: state.forwarded.filter((other) => other !== one) };
  if (ending?.status !== "SUCCESS") return [next, NOTHING];
  const reply: Reply = { xid: one.xid, ending: success(encodeCallitResult(one.port, ending.data)) };
  return [next, [{ tag: "reply", to: one.from, reply }]];
}

function facts({ mappings, forwarded }: PortmapperState): readonly Fact[] {
  return [
    { name: "mappings", kind: "count", value: mappings.length },
    { name: "calls made for others", kind: "count", value: forwarded.length },
  ];
}
