/**
 * Calls and their replies matched: by the direction that a message took and its transaction identifier. A call that
 * comes again is the same call; a reply that comes again, or without its call, is kept as what it is. Calls are handed
 * on in the order of their numbers, once so many newer ones are there that nothing can change them any more.
 */
import { listUnder } from "../kernel/tally.ts";
import type { Call, Family, Half, Reply, Sighting } from "./call.ts";
import { aboutCall, credentialsText, outcomeOf, type About } from "./meaning.ts";
import { CALLBACK, mayBeCallback, PROGRAM, procedureName, programName } from "./programs.ts";
import { flavorName, type CallHead, type ReplyHead } from "./rpc-message.ts";

/** Calls that a later message may still change. */
const WINDOW = 8192;
/** Sendings and replies of one call that are kept. */
const MOST_SIGHTINGS = 256;
/** A client does not send an answered call again so long after: what looks so is a new one with an old identifier. */
const FORGOTTEN_NS = 300e9;
const MOST_ALIKE = 8; // calls with one identifier that a reply may belong to
const MOST_CALLERS = 256; // directions of one end that are asked for the call of a reply from elsewhere
const SUMMED = 4096; // bytes that tell arguments or results apart
const HELD = 256; // bytes of results that are held for a call that may still come

/** The bytes of a message: bytes[at..end) are seen. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly end: number;
}

/** What the reader’s interface files say of a procedure. */
interface NamedProcedure {
  readonly program: string;
  readonly procedure: string;
  /** Arguments or results as values; undefined where none are kept. */
  readonly valuesOf: (direction: "call" | "reply", bytes: Uint8Array) => unknown;
}

/** Finds the procedure of a call; null where no file declares it. For RPC2 the program is the subsystem. */
export type Interface = (asked: {
  readonly family: Family;
  readonly program: number;
  readonly version: number;
  readonly procedure: number;
}) => NamedProcedure | null;

export function sumOf({ bytes, at, end }: Body): number {
  let sum = end - at;
  const last = Math.min(end, at + SUMMED);
  for (let i = at; i < last; i++) sum = (Math.imul(sum, 31) + (bytes[i] as number)) | 0;
  return sum;
}

/** A reply whose results nobody could read yet. */
type HeldReply = Reply & { readonly held?: Uint8Array };

export interface NewCall {
  readonly family: Family;
  readonly key: number; // under which its reply is looked for
  readonly xid: number;
  readonly program: number | null;
  readonly version: number | null;
  readonly procedure: number | null;
  readonly programName: string | null;
  readonly procedureName: string | null;
  readonly isCallback: boolean;
  readonly credentials: string | null;
  readonly about: About;
  readonly sum: number;
  readonly values?: { arguments?: unknown } | null;
}

export class Calls {
  count = 0;
  private readonly give: (call: Call) => void;
  private readonly interfaces: Interface | null;
  private waiting: Call[] = []; // those that are not handed on, by number
  private firstWaiting = 1;
  /** UDP directions that called, by their end: a reply may come from another address than was asked. */
  private readonly callers = new Map<string, Set<Half>>();

  constructor(give: (call: Call) => void, interfaces: Interface | null) {
    this.give = give;
    this.interfaces = interfaces;
  }

  /** A message of Sun RPC that is a call. */
  sunCall(half: Half, head: CallHead, body: Body, seen: Sighting, isBroadcast: boolean): void {
    const { program, version, procedure, flavor, credentials } = head;
    const isKnown = program !== null && version !== null && procedure !== null;
    const isCallback = isKnown && isBackOnNfs(half, program, version, procedure);
    const from = head.body ?? body.end;
    const args: Body = { ...body, at: from };
    const about: About =
      isKnown && head.body !== null
        ? aboutCall(program, version, procedure, isCallback, body.bytes, from, body.end)
        : { object: null, handle: null, operations: null };
    const names = isKnown ? this.named({ family: "sun-rpc", program, version, procedure }) : null;
    this.call(
      half,
      {
        family: "sun-rpc",
        key: head.xid,
        xid: head.xid,
        program,
        version,
        procedure,
        programName: program === null ? null : (names?.program ?? programName(program, isCallback)),
        procedureName: isKnown ? (names?.procedure ?? procedureName(program, version, procedure, isCallback)) : null,
        isCallback,
        credentials: flavor === null ? null : credentialsText(flavorName(flavor), flavor, body.bytes, ...credentials),
        about,
        sum: sumOf(args),
        values: head.body === null ? null : argumentsOf(names, args),
      },
      seen,
      isBroadcast,
    );
  }

  /** A call of any family: a new one, one that is sent again, or one whose reply came before. */
  call(half: Half, made: NewCall, seen: Sighting, isBroadcast: boolean): void {
    const known = listUnder(half.calls, made.key).filter(({ family }) => family === made.family);
    const before = known.at(-1);
    if (before !== undefined && isAgain(before, made, seen)) {
      if (before.sends.length < MOST_SIGHTINGS) before.sends.push(seen);
      return;
    }
    const early = known.find(
      ({ sends, replies: [reply] }) => sends.length === 0 && reply !== undefined && reply.timeNs >= seen.firstNs,
    );
    const number = early?.number ?? this.count + 1;
    const call = newCall(number, half, made, isBroadcast);
    call.sends.push(seen);
    if (early === undefined) this.add(call);
    else {
      for (const reply of early.replies) call.replies.push(withOutcome(call, reply));
      this.waiting[number - this.firstWaiting] = call;
      replaceIn(half.calls, made.key, early, call);
    }
    if (half.transport !== "tcp") this.remember(half);
    half.flow.messages += 1;
  }

  sunReply(half: Half, head: ReplyHead, body: Body, seen: Sighting): void {
    const { xid, isAccepted, status } = head;
    const results: Body = { ...body, at: head.body ?? body.end };
    const call = this.callOf(half, xid, "sun-rpc", seen.timeNs);
    const isFailed = status !== null && status !== "SUCCESS";
    const plain = newReply(seen, status, isAccepted, isFailed, sumOf(results), half.from.text, NO_OUTCOME);
    if (call !== null) {
      const isEmpty = head.body === null;
      this.reply(half, "sun-rpc", xid, call, isEmpty ? plain : outcome(call, plain, results), isEmpty ? null : results);
    } else {
      // A copy is dear, and only a call that may still come needs it.
      const held = head.body === null ? undefined : body.bytes.slice(results.at, Math.min(body.end, results.at + HELD));
      const reply: HeldReply = held === undefined ? plain : { ...plain, held };
      this.reply(half, "sun-rpc", xid, null, reply);
    }
  }

  /** A reply to `call`, or to one that was not seen. */
  reply(half: Half, family: Family, key: number, call: Call | null, reply: Reply, results: Body | null = null): void {
    half.flow.messages += 1;
    if (call !== null) {
      if (call.replies.length < MOST_SIGHTINGS) call.replies.push(reply);
      if (results !== null && call.replies.length === 1) this.addResults(call, results);
      return;
    }
    const direction = half.other ?? half;
    const unseen: NewCall = {
      ...{ family, key, xid: key, program: null, version: null, procedure: null, programName: null },
      ...{ procedureName: null, isCallback: false, credentials: null, sum: 0, values: null },
      about: { object: null, handle: null, operations: null },
    };
    const partial = newCall(this.count + 1, direction, unseen, false);
    const turned: Call = { ...partial, client: half.to.text, server: half.from.text };
    turned.replies.push(reply);
    this.add(turned);
  }

  /** The newest call that a reply in this direction may answer. */
  callOf(half: Half, key: number, family: Family, timeNs: number): Call | null {
    const straight = newestOf(half.other?.calls, key, family, timeNs);
    if (straight !== null) return straight;
    const callers = half.transport !== "tcp" ? (this.callers.get(half.to.text) ?? []) : [];
    let tries = MOST_CALLERS;
    for (const caller of callers) {
      if (tries-- === 0) break;
      const found = newestOf(caller.calls, key, family, timeNs);
      // Any address may answer a broadcast; from elsewhere the same port must.
      if (found !== null && (found.isBroadcast || caller.to.port === half.from.port)) return found;
    }
    return newestOf(half.other?.calls, key, family, timeNs, true) ?? newestOf(half.calls, key, family, timeNs, true);
  }

  /** So many of the calls that are not handed on yet, as they are now: more packets of them may come. */
  soFar(most: number): readonly Call[] {
    return this.waiting.slice(0, most);
  }

  finish(): void {
    for (const call of this.waiting) this.give(call);
    this.firstWaiting += this.waiting.length;
    this.waiting = [];
  }

  /** Forgets a direction that was given up. */
  forget(half: Half): void {
    const set = this.callers.get(half.from.text);
    set?.delete(half);
    if (set?.size === 0) this.callers.delete(half.from.text);
  }

  private remember(half: Half): void {
    const set = this.callers.get(half.from.text);
    if (set === undefined) this.callers.set(half.from.text, new Set([half]));
    else set.add(half);
  }

  private add(call: Call): void {
    this.count += 1;
    this.waiting.push(call);
    const { key } = call;
    const { calls } = call.half;
    const list = calls.get(key);
    if (list === undefined) calls.set(key, [call]);
    else {
      list.push(call);
      // A file that gives all its calls one identifier must not make each look at all the others.
      if (list.length > MOST_ALIKE) list.shift();
    }
    if (this.waiting.length >= 2 * WINDOW) this.handOn(WINDOW);
  }

  private handOn(count: number): void {
    for (const call of this.waiting.slice(0, count)) {
      this.give(call);
      const { key, half } = call;
      const alike = half.calls.get(key);
      if (alike === undefined || alike.length === 1) half.calls.delete(key);
      else
        half.calls.set(
          key,
          alike.filter((one) => one !== call),
        );
    }
    this.waiting = this.waiting.slice(count);
    this.firstWaiting += count;
  }

  /** What the reader’s interface files declare of it. */
  named(asked: Parameters<Interface>[0]): NamedProcedure | null {
    return this.interfaces?.(asked) ?? null;
  }

  private addResults(call: Call, { bytes, at, end }: Body): void {
    const { family, program, version, procedure } = call;
    if (this.interfaces === null || program === null || version === null || procedure === null) return;
    const named = this.named({ family, program, version, procedure });
    const values = named?.valuesOf("reply", bytes.subarray(at, end));
    if (values !== undefined) call.values = { ...call.values, results: values };
  }
}

/** The values of a call by what an interface file declares. */
export function argumentsOf(named: NamedProcedure | null, { bytes, at, end }: Body): Call["values"] {
  const values = named?.valuesOf("call", bytes.subarray(at, end));
  return values === undefined ? null : { arguments: values };
}

/** The handle of a connection's client, and a sequence number. */
export const rpc2Key = (handle: number, sequence: number): number => handle * 2 ** 20 + (sequence % 2 ** 20);

function newCall(number: number, half: Half, made: NewCall, isBroadcast: boolean): Call {
  // Written out: a literal takes a third of the memory that spread objects take.
  return {
    number,
    family: made.family,
    key: made.key,
    transport: half.transport,
    half,
    client: half.from.text,
    server: half.to.text,
    xid: made.xid,
    program: made.program,
    version: made.version,
    procedure: made.procedure,
    programName: made.programName,
    procedureName: made.procedureName,
    isCallback: made.isCallback,
    credentials: made.credentials,
    object: made.about.object,
    handle: made.about.handle,
    operations: made.about.operations,
    sum: made.sum,
    isBroadcast,
    sends: [],
    replies: [],
    unreachable: null,
    busy: 0,
    values: made.values ?? null,
  };
}

/** A server calls back: to the number that clients usually give, or where calls of NFS go the other way. */
const isBackOnNfs = (half: Half, program: number, version: number, procedure: number): boolean =>
  mayBeCallback(program, version, procedure) &&
  (program === CALLBACK || half.from.port === NFS_PORT || callsNfs(half.other));

const NFS_PORT = 2049;

function callsNfs(half: Half | null): boolean {
  for (const [call] of half?.calls.values() ?? []) return call?.program === PROGRAM.nfs;
  return false;
}

function isAgain(before: Call, made: NewCall, seen: Sighting): boolean {
  const { sends, replies } = before;
  const last = sends.at(-1);
  if (last === undefined || before.program !== made.program || before.version !== made.version) return false;
  if (before.procedure !== made.procedure) return false;
  const isCut = last.unseen > 0 || seen.unseen > 0;
  if (!isCut && (before.sum !== made.sum || last.bytes !== seen.bytes)) return false;
  return replies.length === 0 || seen.timeNs - last.timeNs < FORGOTTEN_NS;
}

function replaceIn(calls: Map<number, Call[]>, key: number, old: Call, call: Call): void {
  const list = calls.get(key);
  if (list !== undefined) list[list.indexOf(old)] = call;
}

/** @param isOrphan whether only calls that were not seen themselves are wanted */
function newestOf(
  calls: Map<number, Call[]> | undefined,
  key: number,
  family: Family,
  timeNs: number,
  isOrphan = false,
): Call | null {
  const list = calls?.get(key) ?? [];
  for (let i = list.length - 1; i >= 0; i--) {
    const call = list[i] as Call;
    const [first] = call.sends;
    if (call.family !== family) continue;
    if (isOrphan ? first === undefined : first !== undefined && first.firstNs <= timeNs) return call;
  }
  return null;
}

/** With what the results say. */
function outcome(call: Call, reply: Reply, { bytes, at, end }: Body): Reply {
  const { program, version, procedure, isCallback } = call;
  if (program === null || version === null || procedure === null) return reply;
  const found = outcomeOf(program, version, procedure, isCallback, bytes, at, end);
  const { status, isAccepted, isFailed, sum, from } = reply;
  return newReply(reply, status, isAccepted, isFailed || found.isFailed, sum, from, found);
}

const NO_OUTCOME = { result: null, operations: null };

const newReply = (
  seen: Sighting,
  status: string | null,
  isAccepted: boolean | null,
  isFailed: boolean,
  sum: number,
  from: string,
  { result, operations }: Pick<Reply, "result" | "operations">,
): Reply => ({
  frame: seen.frame,
  timeNs: seen.timeNs,
  firstFrame: seen.firstFrame,
  firstNs: seen.firstNs,
  bytes: seen.bytes,
  unseen: seen.unseen,
  status,
  isAccepted,
  result,
  isFailed,
  operations,
  sum,
  from,
});

/** With what the results say, now that the call is known. */
function withOutcome(call: Call, { held, ...reply }: HeldReply): Reply {
  return held === undefined ? reply : outcome(call, reply, { bytes: held, at: 0, end: held.length });
}
