/**
 * One process that uses RPC2: its connections at either end, and the primitives on them. A pair of processes can be
 * client and server of each other, over two connections (MultiRPC paper §IV).
 *
 * It keeps what the machines of single connections share: one Lamport clock, one table of handles, the threads that
 * wait in GETREQUEST, the exported subsystems, and the round-trip time that was measured to each host. It has no clock
 * and no network, and draws no random numbers: the time, packets and drawn numbers are inputs.
 *
 * Rules
 * 1. Lamport clock: one more for every packet that is composed; a packet that is sent again keeps its number. A packet
 *    for a connection whose number is not below the clock sets it to one more than that. In 2025 INIT1 does not count.
 * 2. A packet for a handle that names no connection, or one in HARDERROR, or one that another Uniquefier made (the
 *    handle was that of an earlier incarnation), is answered with a NAK; a NAK never is. So is an encrypted packet for
 *    no connection, of which only the handles can be read.
 * 3. When a peer is found dead, all connections to it are marked.
 * 4. A bind for a subsystem that is not exported, or that no thread waits for: in 2025 BUSY, and nothing is remembered;
 *    in 1987 an exported one waits in the queue, and any other is dropped.
 * 5. MULTIRPC's tables grow with the largest call. The prototype's had a fixed size: a call to more sites is refused.
 */
import type { Nanos } from "../../kernel/time.ts";
import { encodeRpc2, RPC2_OPCODE } from "../../wire/rpc2.ts";
import { sealRpc2 } from "../../wire/rpc2-cipher.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { encodeSftp } from "../../wire/sftp.ts";
import type { Fact, Machine, StateWord } from "../machine.ts";
import type { Handle } from "./connection.ts";
import { allEnds, MOST_CONNECTIONS, type End } from "./connection-table.ts";
import { Dispatch } from "./dispatch.ts";
import { groupOf, isGrouped, joinBody, withGroup, withMember, type GroupNumber } from "./groups.ts";
import type { Handles } from "./handles.ts";
import { mapGet, mapRemove, mapSet } from "./int-map.ts";
import { isInCall } from "./parallel.ts";
import { processKey } from "./process-key.ts";
import { newProcess, type Draft, type ProcessState } from "./process-state.ts";
import type {
  ParallelInput,
  ProcessEffect,
  ProcessInput,
  ProcessOptions,
  RequestFilter,
  StepEffect,
} from "./process-types.ts";
import { isWaiting } from "./request-queue.ts";
import { earliest } from "./timers.ts";

/** States in which a connection can be unbound; in the others it is busy. */
const UNBINDABLE: readonly End["state"]["tag"][] = ["THINK", "AWAITREQUEST", "REQINQUEUE", "PROCESS", "HARDERROR"];

type Effects = readonly StepEffect[];

/** What a primitive gives: a return code and a handle at once, then its effects. */
const outcome = (code: number, effects: Effects = [], handle: Handle = 0): Effects => [
  { tag: "outcome", code, handle },
  ...effects,
];
const refused = (code: number): Effects => outcome(code);
const done = (effects: Effects = []): Effects => outcome(RPC2_RETURN.success, effects);

const STATES: readonly StateWord[] = [
  { tag: "at rest", what: "no call is under way" },
  { tag: "calling", what: "a connection waits for a reply" },
  { tag: "serving", what: "a thread works on a request" },
  { tag: "calling and serving", what: "a connection waits for a reply, and a thread works on a request" },
];

/** The machine of a process; its identity is where its handles begin. */
export function rpc2Machine(options: ProcessOptions): Machine<ProcessState, ProcessInput, StepEffect, Handles> {
  return {
    protocol: "RPC2 process",
    states: STATES,
    start: newProcess,
    step: (state, input, now) => {
      const draft: Draft = { ...state };
      const step = new Step(options, draft, now);
      const effects = step.take(input);
      return [
        draft,
        step.dispatch.endpoint.steps.length === 0 ? effects : [...step.dispatch.endpoint.steps, ...effects],
      ];
    },
    deadline: processDeadline,
    name: ({ connections }) => nameOf(allEnds(connections)),
    input: ({ tag }) => tag,
    key: (state) => processKey(state, processDeadline(state)),
    facts,
  };
}

/** When the process wants a tick; null where no connection, thread or call waits for a time. */
function processDeadline({ timers, queue, parallel, transfers }: ProcessState): Nanos | null {
  const times = [timers, queue.timers, parallel.timers, transfers.timers].map(earliest);
  return times.reduce((first, time) => (first === null || (time !== null && time < first) ? time : first), null);
}

/** What the connections of the process do, taken together. */
function nameOf(ends: readonly End[]): string {
  const isCalling = ends.some(({ state }) => state.tag === "AWAITREPLY");
  const isServing = ends.some(({ state }) => state.tag === "PROCESS" || state.tag === "INSE");
  if (isCalling && isServing) return "calling and serving";
  return isCalling ? "calling" : isServing ? "serving" : "at rest";
}

function facts(state: ProcessState): readonly Fact[] {
  const { connections, lamport, queue } = state;
  const due = processDeadline(state);
  const all: readonly Fact[] = [
    { name: "connections", kind: "count", value: connections.ends.count, limit: MOST_CONNECTIONS },
    { name: "Lamport clock", kind: "number", value: lamport },
    { name: "threads in GETREQUEST", kind: "count", value: queue.listeners.length },
    { name: "requests that wait", kind: "count", value: queue.held.length },
  ];
  return due === null ? all : [...all, { name: "next timer at", kind: "moment", value: due }];
}

/** One step: the primitives on top of what happens between the connections. */
class Step {
  readonly dispatch: Dispatch;
  private readonly draft: Draft;
  private readonly now: Nanos;
  private readonly tableSites: number; // Infinity where tables grow

  constructor(options: ProcessOptions, draft: Draft, now: Nanos) {
    this.tableSites = options.tableSites ?? Infinity;
    this.dispatch = new Dispatch(options, draft, now);
    this.draft = draft;
    this.now = now;
  }

  take(input: ProcessInput): Effects {
    const { dispatch } = this;
    switch (input.tag) {
      case "datagram":
        return dispatch.receive(input.bytes, input.from);
      case "tick":
        return dispatch.tick();
      case "expire":
        dispatch.expire();
        return [];
      case "drawn":
        return dispatch.admit(input.handle, input.numbers);
      case "bind":
        return this.bind(input);
      case "unbind":
        return this.unbind(input.handle);
      case "export":
        return this.export(input.subsystem);
      case "deexport":
        return this.deexport(input.subsystem);
      case "getrequest":
        return this.getRequest(input);
      case "enable":
        return this.enable(input.handle);
      case "sendresponse":
        return this.sendResponse(input);
      case "makerpc":
        return this.makeRpc(input);
      case "initsideeffect":
        return this.initSideEffect(input);
      case "checksideeffect":
        return this.checkSideEffect(input.handle);
      case "group":
        return this.group(input);
      case "join":
        return this.join(input);
      case "multirpc":
        return this.multiRpc(input);
      default:
        return this.parallel(input);
    }
  }

  /** BIND. The handle counts once `bound` says so. Throws where the request is not one that can be made. */
  private bind({ request, numbers }: Input<"bind">): Effects {
    const bound = this.dispatch.bind(request, numbers);
    return bound === null ? refused(RPC2_RETURN.fail) : outcome(RPC2_RETURN.success, bound.effects, bound.handle);
  }

  /** UNBIND, at either end. Sends nothing: each end forgets a connection by itself. */
  private unbind(handle: Handle): Effects {
    const end = this.dispatch.endpoint.end(handle);
    if (end === null) return refused(RPC2_RETURN.noConnection);
    if (!UNBINDABLE.includes(end.state.tag)) return refused(RPC2_RETURN.connectionBusy);
    this.dispatch.forget(handle);
    return done();
  }

  /** EXPORT: calls for the subsystem are accepted. */
  private export(subsystem: number): Effects {
    const { queue } = this.draft;
    if (queue.exported.includes(subsystem)) return refused(RPC2_RETURN.duplicateServer);
    this.draft.queue = { ...queue, exported: [...queue.exported, subsystem] };
    return done();
  }

  /** DEEXPORT: no new connections for the subsystem, or for any with null. Those that there are live on. */
  private deexport(subsystem: number | null): Effects {
    const { queue } = this.draft;
    if (subsystem !== null && !queue.exported.includes(subsystem)) return refused(RPC2_RETURN.badServer);
    const exported = subsystem === null ? [] : queue.exported.filter((other) => other !== subsystem);
    this.draft.queue = { ...queue, exported };
    return done();
  }

  /** GETREQUEST: the thread waits for what its filter lets through, `limit` at most. */
  private getRequest({ thread, filter, limit }: Input<"getrequest">): Effects {
    if (isWaiting(this.draft.queue, thread)) throw new Error(`Thread ${thread} waits in GETREQUEST already.`);
    if (!this.isFilter(filter)) return refused(RPC2_RETURN.badFilter);
    return done(this.dispatch.ask({ thread, filter, limit: limit === null ? null : this.now + limit }));
  }

  private isFilter({ from }: RequestFilter): boolean {
    if (from.tag === "subsystem") return this.draft.queue.exported.includes(from.subsystem);
    if (from.tag === "anybody") return true;
    const end = this.dispatch.endpoint.end(from.handle);
    return end?.role === "server" && (end.state.tag === "AWAITREQUEST" || end.state.tag === "REQINQUEUE");
  }

  /** ENABLE: requests on a new connection are served from now on. */
  private enable(handle: Handle): Effects {
    const end = this.dispatch.endpoint.end(handle);
    if (end === null) return refused(RPC2_RETURN.noConnection);
    if (end.role !== "server" || end.state.tag !== "AWAITENABLE") return refused(RPC2_RETURN.fail);
    return done(this.dispatch.server(handle, { tag: "enable" }));
  }

  /** SENDRESPONSE. */
  private sendResponse({ handle, returnCode, body }: Input<"sendresponse">): Effects {
    const end = this.dispatch.endpoint.end(handle);
    if (end === null) return refused(RPC2_RETURN.noConnection);
    if (end.role !== "server" || end.state.tag !== "PROCESS") return refused(RPC2_RETURN.notWorker);
    return done(this.dispatch.server(handle, { tag: "respond", returnCode, body }));
  }

  /** MAKERPC. */
  private makeRpc({ handle, request: { sideEffect, ...call } }: Input<"makerpc">): Effects {
    const code = this.usable(handle, null);
    if (code !== RPC2_RETURN.success) return refused(code);
    const started = sideEffect === undefined ? [] : this.dispatch.startTransfer(handle, sideEffect);
    return done([...this.dispatch.client(handle, { tag: "call", call }), ...started]);
  }

  /** Why a client cannot call on the connection, for a group or none, or SUCCESS. */
  private usable(handle: Handle, group: GroupNumber | null): number {
    const end = this.dispatch.endpoint.end(handle);
    if (end === null) return RPC2_RETURN.noConnection;
    if (end.role !== "client") return RPC2_RETURN.notClient;
    if (end.state.tag === "HARDERROR") return RPC2_RETURN.fail;
    const { parallel, groups } = this.draft;
    if (group === null && isGrouped(groups, handle)) return RPC2_RETURN.connectionBusy;
    const isFree = end.state.tag === "THINK" && !isInCall(parallel, handle);
    return isFree ? RPC2_RETURN.success : RPC2_RETURN.connectionBusy;
  }

  /** A group to be joined, for calls over multicast (groups.ts). */
  private group({ numbers }: Input<"group">): Effects {
    const [groups, number] = withGroup(this.draft.groups, numbers);
    this.draft.groups = groups;
    return outcome(RPC2_RETURN.success, [], number);
  }

  /** A call on the connection tells its server of the group. */
  private join({ group: number, handle }: Input<"join">): Effects {
    const group = groupOf(this.draft.groups, number);
    if (group === null) return refused(RPC2_RETURN.fail);
    const code = this.usable(handle, number); // from another group, too
    if (code !== RPC2_RETURN.success) return refused(code);
    this.draft.groups = withMember(this.draft.groups, group, handle);
    const call = { opcode: RPC2_OPCODE.initMulticast, body: joinBody(group), limit: null };
    return done(this.dispatch.client(handle, { tag: "call", call }));
  }

  /** INITSIDEEFFECT names the file that the call under way will transfer. */
  private initSideEffect({ handle, sideEffect }: Input<"initsideeffect">): Effects {
    const end = this.dispatch.endpoint.end(handle);
    if (end === null) return refused(RPC2_RETURN.noConnection);
    const isServed = end.role === "server" && end.state.tag === "PROCESS";
    if (!isServed || end.state.sideEffectType === 0) return refused(RPC2_RETURN.fail);
    this.draft.sideEffects = mapSet(this.draft.sideEffects, handle, sideEffect);
    return done();
  }

  /** CHECKSIDEEFFECT: transfers it; "side effect over" says when the thread may go on. */
  private checkSideEffect(handle: Handle): Effects {
    const sideEffect = mapGet(this.draft.sideEffects, handle);
    const end = this.dispatch.endpoint.end(handle);
    if (end === null) return refused(RPC2_RETURN.noConnection);
    const isServed = end.role === "server" && end.state.tag === "PROCESS";
    if (!isServed || sideEffect === null) return refused(RPC2_RETURN.fail);
    this.draft.sideEffects = mapRemove(this.draft.sideEffects, handle);
    const effects = this.dispatch.server(handle, { tag: "side effect begins" });
    return done([...effects, ...this.dispatch.startTransfer(handle, sideEffect)]);
  }

  /**
   * MULTIRPC, as MAKEMULTI calls it with a body packed once. Connections that cannot be used are handed to the handler
   * first; simple and parallel calls may follow one another in any order on any connections. Rule 5.
   */
  private multiRpc({ handles, request }: Input<"multirpc">): Effects {
    if (handles.length > this.tableSites) return refused(RPC2_RETURN.fail);
    const { group: number = null } = request;
    const group = number === null ? null : groupOf(this.draft.groups, number);
    const isWhole = group !== null && group.members.length === handles.length;
    if (number !== null && !(isWhole && group.members.every((member) => handles.includes(member)))) {
      return refused(RPC2_RETURN.fail); // rule 3 of groups.ts
    }
    const firsts = new Map<Handle, number>();
    for (const [index, handle] of handles.entries()) if (!firsts.has(handle)) firsts.set(handle, index);
    const codes = handles.map((handle, index) =>
      firsts.get(handle) === index ? this.usable(handle, number) : RPC2_RETURN.connectionBusy,
    );
    if (group !== null && codes.includes(RPC2_RETURN.connectionBusy)) return refused(RPC2_RETURN.connectionBusy);
    return done(this.dispatch.startParallel(handles, codes, request));
  }

  private parallel(input: ParallelInput): Effects {
    const { dispatch } = this;
    switch (input.tag) {
      case "transmit": {
        const end = dispatch.endpoint.end(input.handle);
        // Its peer may have been found dead since.
        const isReady = end?.role === "client" && end.state.tag === "AWAITREPLY" && end.state.sending.sends === 0;
        const sent = isReady ? dispatch.client(input.handle, { tag: "transmit" }) : [];
        return [...sent, ...dispatch.parallel(input.call, GO_ON)];
      }
      case "multicast":
        return [...dispatch.multicast(input.group, input.handles), ...dispatch.parallel(input.call, GO_ON)];
      case "retransmit": {
        const end = dispatch.endpoint.end(input.handle);
        const isDue = end?.role === "client" && end.state.tag === "AWAITREPLY" && end.state.sending.expired;
        const sent = isDue ? dispatch.client(input.handle, { tag: "tick" }) : [];
        return [...sent, ...dispatch.parallel(input.call, GO_ON)];
      }
      case "go on":
      case "look":
        return dispatch.parallel(input.call, { tag: input.tag });
      case "handled":
        return dispatch.parallel(input.call, { tag: input.tag, result: input.result });
    }
  }
}

type Input<Tag extends ProcessInput["tag"]> = Extract<ProcessInput, { readonly tag: Tag }>;

const GO_ON = { tag: "go on" } as const;

/** The bytes of a packet that leaves, encrypted at the level of its connection. */
export function encodePacket(effect: Extract<ProcessEffect, { tag: "send" | "send data" }>): Uint8Array {
  const bytes = effect.tag === "send" ? encodeRpc2(effect.packet) : encodeSftp(effect.packet);
  if (effect.seal !== null) sealRpc2(bytes, effect.seal);
  return bytes;
}
