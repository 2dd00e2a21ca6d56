/** For tests: a client of Sun RPC and its server, joined by a wire. The protocol by itself: no bytes, no machines. */
import type { Nanos } from "../../kernel/time.ts";
import { LossyNet, NetEnd, type Fate, type Step } from "../testing/net.ts";
import { sunClient } from "./client.ts";
import type { Asked, SunClientEffect, SunClientInput, SunClientOptions, SunClientState } from "./client.ts";
import type { Call, Ending, ReadReply } from "./message.ts";
import { sunServer } from "./server.ts";
import type { Request, SunServerEffect, SunServerInput, SunServerOptions, SunServerState } from "./server.ts";

export type Party = "client" | "server";
type Sent = Extract<SunClientEffect, { readonly tag: "send" }> | Extract<SunServerEffect, { readonly tag: "reply" }>;

interface SunNetOptions {
  readonly client: SunClientOptions;
  readonly server: SunServerOptions;
  /** Asked once for each packet that is sent. */
  readonly fateOf: (to: Party, sent: Sent) => Fate;
  /** How long a procedure runs for a call; Infinity where only `done` ends it. */
  readonly runsFor: (call: Call) => Nanos;
  readonly procedure: (call: Call) => Ending;
}

export type SunStep =
  | ({ readonly party: "client" } & Step<SunClientState, SunClientInput, SunClientEffect>)
  | ({ readonly party: "server" } & Step<SunServerState, SunServerInput, SunServerEffect>);

const HERE = "client:1000";
const FIRST_XID = 0;

export class SunNet extends LossyNet<SunStep> {
  private readonly options: SunNetOptions;
  private readonly socket: Request[] = []; // of the server: requests that it has not read
  private readonly replies: ReadReply[] = []; // in the client's socket: nobody reads there between two calls
  private lives = 0;
  private readonly ends: {
    readonly client: NetEnd<SunClientState, SunClientInput, SunClientEffect>;
    readonly server: NetEnd<SunServerState, SunServerInput, SunServerEffect>;
  };

  constructor(options: SunNetOptions) {
    super();
    this.options = options;
    const client = sunClient(options.client);
    const server = sunServer(options.server);
    this.ends = {
      client: new NetEnd(this, client.start({ xid: FIRST_XID }), {
        machine: client,
        tick: { tag: "tick" },
        keep: (step) => this.steps.push({ party: "client", ...step }),
        act: (effect) => this.clientActs(effect),
      }),
      server: new NetEnd(this, server.start(), {
        machine: server,
        keep: (step) => this.steps.push({ party: "server", ...step }),
        act: (effect) => this.serverActs(effect),
      }),
    };
  }

  get client(): SunClientState {
    const { state } = this.ends.client;
    if (state === null) throw new Error("The client is never down.");
    return state;
  }

  /** null while the server is down. */
  get server(): SunServerState | null {
    return this.ends.server.state;
  }

  /** The client's stub starts a call. Throws where one is outstanding. */
  start(call: Asked): void {
    this.ends.client.step({ tag: "start", call });
    this.readReplies();
  }

  /** A reply comes to the client's socket. */
  reply(reply: ReadReply): void {
    this.replies.push(reply);
    this.readReplies();
  }

  private readReplies(): void {
    while (this.client.tag !== "idle") {
      const reply = this.replies.shift();
      if (reply === undefined) return;
      this.ends.client.hear({ tag: "reply", reply });
    }
  }

  /** A request comes to the server's socket. */
  request(request: Request): void {
    if (this.server === null) return;
    this.socket.push(request);
    this.readSocket();
  }

  /** The procedure that runs has ended. */
  done(ending: Ending): void {
    this.ends.server.step({ tag: "done", ending });
    this.readSocket();
  }

  crashServer(): void {
    this.lives++;
    this.socket.length = 0;
    this.ends.server.begin(null);
  }

  restartServer(): void {
    this.ends.server.begin(sunServer(this.options.server).start());
  }

  private readSocket(): void {
    while (this.server?.tag === "listening") {
      const request = this.socket.shift();
      if (request === undefined) return;
      this.ends.server.step({ tag: "request", request });
    }
  }

  private clientActs(effect: SunClientEffect): void {
    if (effect.tag !== "send") return; // what the program learns
    this.send(this.options.fateOf("server", effect), () => this.request({ from: HERE, call: effect.call }));
  }

  private serverActs(effect: SunServerEffect): void {
    if (effect.tag === "reply") {
      this.send(this.options.fateOf("client", effect), () => this.reply(effect.reply));
      return;
    }
    const { lives } = this;
    const ending = this.options.procedure(effect.call);
    this.after(this.options.runsFor(effect.call), () => (lives === this.lives ? this.done(ending) : undefined));
  }
}
