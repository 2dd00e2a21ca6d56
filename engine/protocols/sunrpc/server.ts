/**
 * The server's half of Sun RPC over UDP (Sun 1986, svc_getreq and svcudp_recv; RFC 5531): a process that takes one
 * request at a time from its socket and runs the procedure that it finds in the list of what was registered.
 *
 *     listening --request--> serving --done--> listening (replied)
 *     listening --request, of a program, version or procedure that is not there--> listening (replied: why)
 *     listening --request that the cache knows--> listening (replied: as before)
 *
 * Rules
 * 1. The list of registered procedures is searched from its head: each entry before the right one is compared.
 * 2. A request that no entry fits is answered with the reason: no such program, another version, no such procedure.
 * 3. Nothing is remembered, so a request that comes again runs again: a procedure runs at least once for a call that
 *    returns. The server cannot tell the two apart.
 * 4. With a cache of replies, which programs may ask for, a request that comes again has the reply of the first time.
 *    The cache knows a request by its client, its identifier and what it calls, and keeps as many as it has room for.
 *    Two clients may use one identifier.
 */
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { Rule } from "../rules.ts";
import type { Call, Ending, Reply } from "./message.ts";

/** An entry of the list of what is registered. */
export interface Registered {
  readonly program: number;
  readonly version: number;
  readonly procedures: readonly number[];
}

export interface SunServerOptions {
  /** From the head of the list: what was registered last comes first. */
  readonly registered: readonly Registered[];
  /** Replies that the cache has room for; 0 for no cache, as by default. */
  readonly cache: number;
  /** Rules that are left out: `savedResult` is rule 4, and `clientMatch` its first part. */
  readonly without: readonly Rule[];
}

/** A request, and where it comes from: address and port. */
export interface Request {
  readonly from: string;
  readonly call: Call;
}

interface Kept {
  readonly from: string;
  readonly call: Omit<Call, "data">;
  readonly ending: Ending;
}

export type SunServerState =
  | { readonly tag: "listening"; readonly kept: readonly Kept[] }
  | { readonly tag: "serving"; readonly request: Request; readonly kept: readonly Kept[] };

export type SunServerInput =
  | { readonly tag: "request"; readonly request: Request }
  /** The procedure has ended. */
  | { readonly tag: "done"; readonly ending: Ending };

export type SunServerEffect =
  /** `compared`: entries of the list that were looked at. */
  | { readonly tag: "execute"; readonly call: Call; readonly compared: number }
  | { readonly tag: "reply"; readonly to: string; readonly reply: Reply; readonly compared: number };

type ServerStep = readonly [SunServerState, readonly SunServerEffect[]];

export const SERVER_STATES: readonly StateWord<SunServerState["tag"]>[] = [
  { tag: "listening", what: "select waits for a request" },
  { tag: "serving", what: "a procedure runs; requests that come meanwhile lie in the socket" },
];

/** Throws where a request comes while another is served: the process reads its socket when it is done. */
export function sunServer(options: SunServerOptions): Machine<SunServerState, SunServerInput, SunServerEffect> {
  return {
    protocol: "Sun RPC server",
    states: SERVER_STATES,
    start: () => ({ tag: "listening", kept: [] }),
    step: (state, input) => step(state, input, options),
    deadline: () => null,
    name: ({ tag }) => tag,
    input: ({ tag }) => tag,
    key: keyText,
    facts: (state) => facts(state, options),
  };
}

function step(state: SunServerState, input: SunServerInput, options: SunServerOptions): ServerStep {
  if (input.tag === "done") {
    if (state.tag !== "serving") throw new Error("A procedure ended that no request had begun.");
    return onDone(state, input.ending, options);
  }
  if (state.tag === "serving") throw new Error("A server of Sun RPC takes one request at a time; it serves one.");
  return onRequest(state, input.request, options);
}

function onRequest(state: SunServerState, request: Request, options: SunServerOptions): ServerStep {
  const { from, call } = request;
  const reply = (ending: Ending, compared: number): ServerStep => [
    state,
    [{ tag: "reply", to: from, reply: { xid: call.xid, ending }, compared }],
  ];
  const before = options.without.includes("savedResult")
    ? undefined
    : state.kept.find((kept) => isOf(kept, request, options));
  if (before !== undefined) return reply(before.ending, 0);
  const { compared, refusal } = lookUp(call, options.registered);
  if (refusal !== null) return reply(refusal, compared);
  return [{ tag: "serving", request, kept: state.kept }, [{ tag: "execute", call, compared }]];
}

/** Rules 1 and 2: the entries that were compared, and why none fits; null where one does. */
function lookUp(
  { program, version, procedure }: Call,
  registered: readonly Registered[],
): { readonly compared: number; readonly refusal: Ending | null } {
  const at = registered.findIndex((entry) => entry.program === program && entry.version === version);
  const entry = registered[at];
  if (entry !== undefined) {
    const has = entry.procedures.includes(procedure);
    return { compared: at + 1, refusal: has ? null : { status: "PROC_UNAVAIL" } };
  }
  const compared = registered.length;
  const versions = registered.filter((other) => other.program === program).map((other) => other.version);
  if (versions.length === 0) return { compared, refusal: { status: "PROG_UNAVAIL" } };
  return { compared, refusal: { status: "PROG_MISMATCH", low: Math.min(...versions), high: Math.max(...versions) } };
}

function isOf({ from, call }: Kept, request: Request, { without }: SunServerOptions): boolean {
  const { xid, program, version, procedure } = request.call;
  return (
    (from === request.from || without.includes("clientMatch")) &&
    call.xid === xid &&
    call.program === program &&
    call.version === version &&
    call.procedure === procedure
  );
}

/** Rule 4. */
function onDone(
  { request, kept }: Extract<SunServerState, { readonly tag: "serving" }>,
  ending: Ending,
  { cache }: SunServerOptions,
): ServerStep {
  const { from, call } = request;
  const { data: _data, ...named } = call;
  const next = cache === 0 ? kept : [...kept, { from, call: named, ending }].slice(-cache);
  return [
    { tag: "listening", kept: next },
    [{ tag: "reply", to: from, reply: { xid: call.xid, ending }, compared: 0 }],
  ];
}

function facts(state: SunServerState, { cache }: SunServerOptions): readonly Fact[] {
  return [
    ...(cache === 0 ? [] : [{ name: "replies kept", kind: "count", value: state.kept.length, limit: cache } as const]),
    ...(state.tag === "listening"
      ? []
      : [{ name: "transaction identifier", kind: "number", value: state.request.call.xid } as const]),
  ];
}
