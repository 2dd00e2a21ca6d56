/**
 * The ends of Olympus: a backend that interprets a token graph, and servers that run its nodes by Sun RPC over UDP
 * (systems/sunrpc/graph/backend.ts has its rules). The backend begins its first call when it is told to, and its others
 * by itself. It begins all calls that its tokens allow at once, and reads at once whatever comes.
 */
import type { Nanos } from "../../../kernel/time.ts";
import { CALLEE, take, type Ends, type Garbled, type Host, type HostEffect } from "../../../protocols/ends.ts";
import type { HostInput, Moment } from "../../../protocols/ends.ts";
import { keyText } from "../../../protocols/machine.ts";
import { sunClient, type SunClientInput, type SunClientState } from "../../../protocols/sunrpc/client.ts";
import { CLIENT_ADDRESS, SunEnds, type SunHost, type SunPacket } from "../../../protocols/sunrpc/ends.ts";
import { Marking, type TokenGraph } from "../../../systems/sunrpc/graph/token-graph.ts";
import { NAMED } from "../../../systems/sunrpc/handles.ts";
import { CLIENT_NAME, serverName } from "../../../systems/sunrpc/options.ts";
import { least } from "../../../protocols/least.ts";

/** A handle on a server, and the call of a node that is under way by it. */
interface Handle {
  readonly place: number; // among the handles
  readonly server: Host;
  readonly machine: SunClientState;
  readonly flight: { readonly node: number; readonly call: number } | null;
}

interface Backend {
  readonly at: "backend";
  readonly handles: readonly Handle[];
  readonly ended: readonly number[]; // nodes whose calls have returned, in their order
  readonly calls: number; // that were begun
}

type OlympusHost = Backend | SunHost;
type Effects = readonly HostEffect<SunPacket>[];
type Stepped = readonly [OlympusHost, Effects];

interface OlympusEndsOptions {
  readonly graph: TokenGraph;
  readonly servers: number;
  readonly retryAfter: Nanos;
  readonly total: Nanos | null;
}

/** Between the first identifiers of two handles. */
const XIDS_OF_A_HANDLE = 2 ** 16;

export class OlympusEnds implements Ends<OlympusHost, SunPacket> {
  readonly hosts: readonly string[];
  readonly kinds: SunEnds["kinds"];
  readonly crashable: readonly Host[]; // the backend runs the graph that is measured
  readonly promises: SunEnds["promises"];
  readonly steps: SunEnds["steps"];
  readonly procedure: SunEnds["procedure"];
  readonly isToOne = true;
  readonly makesCalls = true;
  private readonly graph: TokenGraph;
  private readonly client: ReturnType<typeof sunClient>;
  private readonly sun: SunEnds; // whose servers these are

  constructor({ graph, servers, retryAfter, total }: OlympusEndsOptions) {
    const client = { retryAfter, total, canRefresh: false, without: [] };
    const procedures = graph.nodes.map((_, node) => node + 1);
    this.graph = graph;
    this.client = sunClient(client);
    this.sun = new SunEnds({
      client,
      server: { registered: [{ ...NAMED, procedures }], cache: 0, without: [] },
      called: { ...NAMED, procedure: 1 },
      udpChecksums: false,
    });
    this.kinds = this.sun.kinds;
    this.promises = this.sun.promises;
    this.steps = this.sun.steps;
    this.procedure = this.sun.procedure;
    this.crashable = Array.from({ length: servers }, (_, i) => i + 1);
    this.hosts = [CLIENT_NAME, ...this.crashable.map(serverName)];
  }

  start(): readonly OlympusHost[] {
    const backend: Backend = { at: "backend", handles: [], ended: [], calls: 0 };
    return [backend, ...this.crashable.map(() => this.restart())];
  }

  restart(): OlympusHost {
    return this.sun.restart(CALLEE);
  }

  deadline(state: OlympusHost): Nanos | null {
    if (state.at !== "backend") return this.sun.deadline(state);
    return least(state.handles.map(({ machine }) => this.client.deadline(machine)));
  }

  key(state: OlympusHost): string {
    if (state.at !== "backend") return this.sun.key(state);
    const first = this.deadline(state) ?? 0;
    const handles = state.handles.map(({ server, machine, flight }) => {
      const due = this.client.deadline(machine);
      return `${server} ${due === null ? "" : due - first} ${this.client.key(machine)} ${keyText(flight)}`;
    });
    return `${state.calls} ${state.ended.join()} ${handles.join("; ")}`;
  }

  packetKey(packet: SunPacket): string {
    return this.sun.packetKey(packet);
  }

  garbled(packet: SunPacket): readonly Garbled<SunPacket>[] {
    return this.sun.garbled?.(packet) ?? [];
  }

  step(state: OlympusHost, input: HostInput<SunPacket>, moment: Moment): Stepped {
    if (state.at !== "backend") return this.sun.step(state, input, moment);
    switch (input.tag) {
      case "call":
        return this.fire(state, new Marking(this.graph).begin(), moment, input.call);
      case "packet": {
        const { packet } = input;
        if (packet.tag !== "reply") throw new Error("The backend of Olympus is called.");
        const handle = state.handles.find((one) => one.flight !== null && one.machine.xid === packet.reply.xid);
        return handle === undefined
          ? [state, []]
          : this.tell(state, handle, { tag: "reply", reply: packet.reply }, moment);
      }
      case "tick": {
        const handle = state.handles.find(({ machine }) => (this.client.deadline(machine) ?? Infinity) <= moment.now);
        return handle === undefined ? [state, []] : this.tell(state, handle, input, moment);
      }
      case "done":
        throw new Error("The procedure does not run at the backend.");
    }
  }

  /** Calls the nodes. The driver has begun the call `known` already. */
  private fire(state: Backend, nodes: readonly number[], moment: Moment, known = 0): readonly [Backend, Effects] {
    return nodes.reduce<readonly [Backend, Effects]>(
      ([at, before], node) => {
        const call = at.calls + 1;
        const [idle, ready] = this.handleIn({ ...at, calls: call });
        const asked = { ...NAMED, procedure: node + 1, data: Uint8Array.of(call) };
        const begun: Handle = { ...idle, flight: { node, call } };
        const [after, sent] = this.tell(ready, begun, { tag: "start", call: asked }, moment);
        return [after, [...before, ...(call === known ? [] : [{ tag: "begins", call } as const]), ...sent]];
      },
      [state, []],
    );
  }

  /** A free handle on the server with the fewest calls under way, the first of equals. */
  private handleIn(state: Backend): readonly [Handle, Backend] {
    const { handles } = state;
    const underWay = (host: Host): number =>
      handles.filter(({ server, flight }) => server === host && flight !== null).length;
    const server = this.crashable.reduce((best, host) => (underWay(host) < underWay(best) ? host : best), CALLEE);
    const free = handles.find((one) => one.server === server && one.flight === null);
    if (free !== undefined) return [free, state];
    const machine = this.client.start({ xid: handles.length * XIDS_OF_A_HANDLE });
    const made: Handle = { place: handles.length, server, machine, flight: null };
    return [made, { ...state, handles: [...handles, made] }];
  }

  private tell(state: Backend, handle: Handle, input: SunClientInput, moment: Moment): readonly [Backend, Effects] {
    const { place, server, flight } = handle;
    if (flight === null) throw new Error("A handle of the backend has no call.");
    const [machine, [effect]] = take(this.client, `handle ${place + 1}`, handle.machine, input, moment);
    const { node, call } = flight;
    const after = (ended: Handle["flight"]): Backend => ({
      ...state,
      handles: state.handles.with(place, { ...handle, machine, flight: ended }),
    });
    switch (effect?.tag) {
      case undefined:
        return [after(flight), []];
      case "send": {
        const packet = { tag: "call", from: CLIENT_ADDRESS, call: effect.call } as const;
        return [after(flight), [{ tag: "send", packet, kind: "call", call, send: effect.send, to: server }]];
      }
      case "returned": {
        const fired = this.firedBy([...state.ended, node]);
        const [next, effects] = this.fire({ ...after(null), ended: [...state.ended, node] }, fired, moment);
        return [next, [{ tag: "returned", data: effect.data, call }, ...effects]];
      }
      case "refused":
      case "failed":
        return [after(null), [{ tag: "failed", goesOn: true, call }]];
    }
  }

  /** The nodes that fire when the last of these has ended. */
  private firedBy(ended: readonly number[]): readonly number[] {
    const marking = new Marking(this.graph);
    marking.begin();
    return ended.map((node) => marking.ended(node)).at(-1) ?? [];
  }
}
