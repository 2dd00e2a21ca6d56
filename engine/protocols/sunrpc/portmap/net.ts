/** For tests: a client that broadcasts, and the machines of its network. Each has a portmapper, some have a program. */
import type { Nanos } from "../../../kernel/time.ts";
import type { Indirect } from "../../../wire/portmap.ts";
import { LossyNet, NetEnd, type Fate, type Step } from "../../testing/net.ts";
import type { Asked } from "../client.ts";
import type { Ending, Reply } from "../message.ts";
import { broadcaster } from "./broadcaster.ts";
import type { BroadcasterEffect, BroadcasterInput, BroadcasterState } from "./broadcaster.ts";
import { portmapperMachine } from "./portmapper.ts";
import type { PortmapperEffect, PortmapperInput, PortmapperState } from "./portmapper.ts";

type Sent = Extract<BroadcasterEffect, { readonly tag: "send" }> | Extract<PortmapperEffect, { readonly tag: "reply" }>;

interface PortmapNetOptions {
  readonly machines: readonly string[];
  /** Asked once for each datagram that crosses the network: one to each machine where a call is broadcast. */
  readonly fateOf: (from: string, sent: Sent) => Fate;
  /** What a program answers on a machine, and after how long: Infinity for never. */
  readonly answers: (machine: string, call: Indirect) => { readonly ending: Ending; readonly after: Nanos };
  /** Whether the program that broadcasts wants more after so many replies. */
  readonly wantsMore: (replies: number) => boolean;
}

export type PortmapStep =
  | ({ readonly who: "client" } & Step<BroadcasterState, BroadcasterInput, BroadcasterEffect>)
  | ({ readonly who: "portmapper"; readonly machine: string } & Step<
      PortmapperState,
      PortmapperInput,
      PortmapperEffect
    >);

const FIRST_XID = 0;
/** Requests that a test makes by hand are from here, and their replies are in the steps alone. */
const BY_HAND = "by hand";

export class PortmapNet extends LossyNet<PortmapStep> {
  private readonly options: PortmapNetOptions;
  private readonly client: NetEnd<BroadcasterState, BroadcasterInput, BroadcasterEffect>;
  private readonly portmappers: ReadonlyMap<string, NetEnd<PortmapperState, PortmapperInput, PortmapperEffect>>;
  private replies = 0;

  constructor(options: PortmapNetOptions) {
    super();
    this.options = options;
    const client = broadcaster();
    this.client = new NetEnd(this, client.start({ xid: FIRST_XID }), {
      machine: client,
      tick: { tag: "tick" },
      keep: (step) => this.steps.push({ who: "client", ...step }),
      act: (effect) => this.clientActs(effect),
    });
    const machine = portmapperMachine();
    this.portmappers = new Map(
      options.machines.map((name) => [
        name,
        new NetEnd<PortmapperState, PortmapperInput, PortmapperEffect>(this, machine.start(), {
          machine,
          tick: { tag: "tick" },
          keep: (step) => this.steps.push({ who: "portmapper", machine: name, ...step }),
          act: (effect) => this.portmapperActs(name, effect),
        }),
      ]),
    );
  }

  get isIdle(): boolean {
    return this.client.state?.tag === "idle";
  }

  broadcast(call: Indirect): void {
    this.replies = 0;
    this.client.step({ tag: "start", call });
  }

  /** A request comes to a machine's portmapper. Throws where there is no such machine. */
  request(machine: string, call: Asked, from = BY_HAND, xid = 0): void {
    this.portmapper(machine).hear({ tag: "request", request: { from, call: { xid, ...call } } });
  }

  private portmapper(machine: string): NetEnd<PortmapperState, PortmapperInput, PortmapperEffect> {
    const end = this.portmappers.get(machine);
    if (end === undefined) throw new Error(`There is no machine ${machine}.`);
    return end;
  }

  private clientActs(effect: BroadcasterEffect): void {
    if (effect.tag === "each" && !this.options.wantsMore(++this.replies)) this.client.step({ tag: "stop" });
    if (effect.tag !== "send") return;
    for (const machine of this.options.machines) {
      const { xid, ...call } = effect.call;
      this.send(this.options.fateOf("client", effect), () => this.request(machine, call, "client", xid));
    }
  }

  private portmapperActs(machine: string, effect: PortmapperEffect): void {
    if (effect.tag === "reply") {
      if (effect.to === BY_HAND) return;
      this.send(this.options.fateOf(machine, effect), () => this.reply(machine, effect.reply));
      return;
    }
    const { ending, after } = this.options.answers(machine, effect.call);
    this.after(after, () => this.portmapper(machine).hear({ tag: "answer", number: effect.number, ending }));
  }

  private reply(from: string, reply: Reply): void {
    this.client.step({ tag: "reply", from, reply });
  }
}
