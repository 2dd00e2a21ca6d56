/** The ends of Sprite RPC: a client and a server, with eight channels between them. */
import { SPRITE_CHANNELS, SPRITE_KINDS, type SpritePacket } from "../../wire/sprite.ts";
import { CALLER, take, type Ends, type Host, type HostEffect, type HostInput, type Moment } from "../ends.ts";
import { least } from "../least.ts";
import { keyText } from "../machine.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import type { TraceSettings } from "../testing/ends-script.ts";
import { spriteClient, type ClientInput, type ClientState, type SpriteClient } from "./client.ts";
import type { SpriteOptions } from "./message.ts";
import { spriteServer, workNamed, type ServerInput, type ServerState, type SpriteServer } from "./server.ts";

const SPRITE_HOSTS = ["client", "server"] as const;
/** The step of the procedure in a trace. */
export const SPRITE_PROCEDURE = "Run the procedure";

interface ClientHost {
  readonly host: "client";
  readonly boot: number; // its life
  /** The server’s life as far as the client knows it, and the gap that the server asked for last. */
  readonly peer: number;
  readonly gapUs: number;
  readonly channels: readonly ClientState[];
}

interface ServerHost {
  readonly host: "server";
  readonly boot: number;
  readonly channels: readonly ServerState[];
}

export type SpriteHost = ClientHost | ServerHost;
type Input = HostInput<SpritePacket>;
type Step = readonly [SpriteHost, readonly HostEffect<SpritePacket>[]];

const RETRANSMISSION = "retransmission timer";

const channelsOf = <State>(start: (channel: number) => State): readonly State[] =>
  Array.from({ length: SPRITE_CHANNELS }, (_, i) => start(i + 1));

export function spriteEnds(options: SpriteOptions): Ends<SpriteHost, SpritePacket> {
  const hosts = new Hosts(options);
  return {
    hosts: SPRITE_HOSTS,
    kinds: SPRITE_KINDS,
    crashable: [0, 1],
    promises: EXACTLY_ONCE,
    procedure: { span: SPRITE_PROCEDURE },
    steps: {
      starts: { protocol: "Sprite client", input: "call" },
      executes: { protocol: "Sprite server", input: "request" },
      answers: { protocol: "Sprite server", input: "done" },
      returns: { protocol: "Sprite client", input: "reply" },
    },
    start: () => [hosts.client(1, 1), hosts.server(1)],
    // A client that starts learns the server’s boot id, as by the broadcast of a start, which is not simulated.
    restart: (host: Host, life, { calleeLife }) =>
      host === CALLER ? hosts.client(life, calleeLife) : hosts.server(life),
    deadline: (state) => least(hosts.deadlines(state)),
    timerName: (state) => hosts.timerName(state),
    key: (state) => hosts.key(state),
    packetKey: keyText,
    step: (state, input, moment) =>
      state.host === "client" ? hosts.clientStep(state, input, moment) : hosts.serverStep(state, input, moment),
  };
}

class Hosts {
  private readonly clients: SpriteClient;
  private readonly servers: SpriteServer;

  constructor(options: SpriteOptions) {
    this.clients = spriteClient(options);
    this.servers = spriteServer(options);
  }

  client(boot: number, peer: number): ClientHost {
    const channels = channelsOf((channel) => this.clients.start({ channel, boot }));
    return { host: "client", boot, peer, gapUs: 0, channels };
  }

  server(boot: number): ServerHost {
    return { host: "server", boot, channels: channelsOf((channel) => this.servers.start({ channel, boot })) };
  }

  deadlines(state: SpriteHost): readonly (number | null)[] {
    return state.host === "client"
      ? state.channels.map((one) => this.clients.deadline(one))
      : state.channels.map((one) => this.servers.deadline(one));
  }

  timerName(state: SpriteHost): string {
    if (state.host === "server") return "gap is over";
    const first = least(this.deadlines(state));
    const due = state.channels.find((one) => this.clients.deadline(one) === first);
    if (due === undefined || due.tag === "idle") return RETRANSMISSION;
    if (due.message.waiting.length > 0) return "gap is over";
    return due.tag === "acknowledged" || due.tag === "overdue" ? "probe is due" : RETRANSMISSION;
  }

  /** Moments count from the earliest deadline. */
  key(state: SpriteHost): string {
    const deadlines = this.deadlines(state);
    const first = least(deadlines);
    const channels =
      state.host === "client"
        ? state.channels.map((one) => this.clients.key(one))
        : state.channels.map((one) => this.servers.key(one));
    return keyText({
      ...state,
      channels,
      after: deadlines.map((at) => (at === null || first === null ? null : at - first)),
    });
  }

  clientStep(state: ClientHost, input: Input, moment: Moment): Step {
    if (input.tag === "packet") {
      const { packet } = input;
      const peer = Math.max(state.peer, packet.boot);
      return this.inClient({ ...state, peer, gapUs: packet.gap }, packet.channel - 1, input, moment);
    }
    if (input.tag === "call") {
      const free = state.channels.findIndex(({ tag }) => tag === "idle");
      if (free < 0) throw new Error(`Sprite: all ${SPRITE_CHANNELS} channels have a call.`);
      const { peer, gapUs } = state;
      return this.inClient(state, free, { tag: "call", call: input.call, data: input.data, peer, gapUs }, moment);
    }
    if (input.tag !== "tick") return [state, []];
    return this.ticked(state, moment, (at, host) => this.inClient(host, at, input, moment));
  }

  serverStep(state: ServerHost, input: Input, moment: Moment): Step {
    if (input.tag === "packet") return this.inServer(state, input.packet.channel - 1, input, moment);
    if (input.tag === "done") {
      const { channel, client, call } = workNamed(input.work);
      return this.inServer(state, channel - 1, { tag: "done", client, call, data: input.data }, moment);
    }
    if (input.tag !== "tick") return [state, []];
    return this.ticked(state, moment, (at, host) => this.inServer(host, at, input, moment));
  }

  /** Each channel whose time has come takes its step. */
  private ticked<Of extends SpriteHost>(
    state: Of,
    { now }: Moment,
    step: (channel: number, host: Of) => readonly [Of, Step[1]],
  ): readonly [Of, Step[1]] {
    return this.deadlines(state).reduce<readonly [Of, Step[1]]>(
      ([host, effects], at, channel) => {
        if (at === null || at > now) return [host, effects];
        const [after, more] = step(channel, host);
        return [after, [...effects, ...more]];
      },
      [state, []],
    );
  }

  private inClient(host: ClientHost, at: number, input: ClientInput, moment: Moment): readonly [ClientHost, Step[1]] {
    const before = host.channels[at];
    if (before === undefined) return [host, []];
    const [after, effects] = take(this.clients, `client channel ${at + 1}`, before, input, moment);
    return [{ ...host, channels: host.channels.with(at, after) }, effects];
  }

  private inServer(host: ServerHost, at: number, input: ServerInput, moment: Moment): readonly [ServerHost, Step[1]] {
    const before = host.channels[at];
    if (before === undefined) return [host, []];
    const [after, effects] = take(this.servers, `server channel ${at + 1}`, before, input, moment);
    return [{ ...host, channels: host.channels.with(at, after) }, effects];
  }
}

/** For the scripts in traces/: a fragment holds one byte unless a script says more. */
export const tracedEnds = ({ options, without }: TraceSettings): Ends<SpriteHost, SpritePacket> =>
  spriteEnds({ fragmentBytes: Number(options["fragment"] ?? 1), gapUs: Number(options["gapUs"] ?? 0), without });
