/**
 * The ends of a protocol with several channels between a caller and the hosts that execute: one machine at each end of
 * a channel, and one call at a time in each. A call takes the first channel that is free. The machines hear what comes
 * to their hosts and say what these do: their inputs and effects are those of ends.ts.
 */
import {
  CALLER,
  take,
  type Ends,
  type Host,
  type HostEffect,
  type HostInput,
  type Moment,
  type ProcedureWords,
} from "./ends.ts";
import { keyText, type Machine } from "./machine.ts";
import { least } from "./least.ts";
import type { Property } from "./promises.ts";

/** The host of a channel’s end, its life, and the channel. */
export interface ChannelEnd {
  readonly host: Host;
  readonly life: number; // from 1
  readonly channel: number; // from 1
  /** Which life of the callee runs as this one begins: who is bound by then knows it. */
  readonly peer: number;
}

/** One end of a channel. */
export type ChannelMachine<State, Packet> = Machine<State, HostInput<Packet>, HostEffect<Packet>, ChannelEnd>;

interface Channels<Caller, Callee, Packet, Shared> {
  /** The names of the hosts in a fault script, the caller first. */
  readonly hosts: readonly string[];
  readonly channels: number;
  readonly caller: ChannelMachine<Caller, Packet>;
  readonly callee: ChannelMachine<Callee, Packet>;
  /** Whether the caller’s end of a channel is free for a call. */
  isFree(state: Caller): boolean;
  /** The channel of a packet, from 1. */
  channelOf(packet: Packet): number;
  /** What the caller’s ends know together: taken from the one that has moved last, and given to the next that moves. */
  readonly shared?: { of(state: Caller): Shared; with(state: Caller, shared: Shared): Caller };
  /** What a timer is called that falls due in a state of the caller’s end or the callee’s; null: a retransmission. */
  readonly timers?: { caller(state: Caller): string | null; callee(state: Callee): string | null };
  readonly kinds: readonly string[];
  /** The machines’ words for the input that brings a call, and for the one that brings its result. */
  readonly asks: string;
  readonly answers: string;
  readonly promises: readonly Property[];
  readonly procedure: ProcedureWords;
}

export interface ChannelsHost {
  readonly host: Host;
  readonly ends: readonly unknown[];
}

type Step<Packet> = readonly [ChannelsHost, readonly HostEffect<Packet>[]];

export function channelsOfEnds<Caller, Callee, Packet, Shared>(
  protocol: Channels<Caller, Callee, Packet, Shared>,
): Ends<ChannelsHost, Packet> {
  const { hosts, caller, callee, kinds, asks, answers, promises, procedure } = protocol;
  const all = new AllChannels(protocol);
  return {
    hosts,
    kinds,
    promises,
    procedure,
    crashable: hosts.map((_, host) => host),
    ...(hosts.length > 2 ? { isToOne: true } : {}),
    steps: {
      starts: { protocol: caller.protocol, input: "call" },
      executes: { protocol: callee.protocol, input: asks },
      answers: { protocol: callee.protocol, input: "done" },
      returns: { protocol: caller.protocol, input: answers },
    },
    start: () => hosts.map((_, host) => all.born(host, 1, 1)),
    restart: (host, life, { calleeLife }) => all.born(host, life, calleeLife),
    deadline: (state) => least(all.deadlines(state)),
    timerName: (state) => all.timerName(state) ?? "retransmission timer",
    key: (state) => all.key(state),
    packetKey: keyText,
    step: (state, input, moment) => all.step(state, input, moment),
  };
}

class AllChannels<Caller, Callee, Packet, Shared> {
  private readonly protocol: Channels<Caller, Callee, Packet, Shared>;
  private readonly caller: ChannelMachine<unknown, Packet>;
  private readonly callee: ChannelMachine<unknown, Packet>;

  constructor(protocol: Channels<Caller, Callee, Packet, Shared>) {
    this.protocol = protocol;
    // Each host gets states of its own machine alone.
    this.caller = protocol.caller;
    this.callee = protocol.callee;
  }

  private machineOf(host: Host): ChannelMachine<unknown, Packet> {
    return host === CALLER ? this.caller : this.callee;
  }

  born(host: Host, life: number, peer: number): ChannelsHost {
    const { channels } = this.protocol;
    const ends = Array.from({ length: channels }, (_, at) =>
      this.machineOf(host).start({ host, life, channel: at + 1, peer }),
    );
    return { host, ends };
  }

  deadlines({ host, ends }: ChannelsHost): readonly (number | null)[] {
    return ends.map((one) => this.machineOf(host).deadline(one));
  }

  timerName(state: ChannelsHost): string | null {
    const { timers } = this.protocol;
    const deadlines = this.deadlines(state);
    const due = state.ends[deadlines.indexOf(least(deadlines))];
    if (timers === undefined || due === undefined) return null;
    return state.host === CALLER ? timers.caller(due as Caller) : timers.callee(due as Callee);
  }

  /** Moments count from the earliest deadline. */
  key(state: ChannelsHost): string {
    const deadlines = this.deadlines(state);
    const first = least(deadlines);
    return keyText({
      host: state.host,
      ends: state.ends.map((one) => this.machineOf(state.host).key(one)),
      after: deadlines.map((at) => (at === null || first === null ? null : at - first)),
    });
  }

  step(state: ChannelsHost, input: HostInput<Packet>, moment: Moment): Step<Packet> {
    switch (input.tag) {
      case "packet":
        return this.inChannel(state, this.protocol.channelOf(input.packet) - 1, input, moment);
      case "call": {
        const free = state.ends.findIndex((one) => this.protocol.isFree(one as Caller));
        if (free < 0) throw new Error(`${this.caller.protocol}: all ${state.ends.length} channels have a call.`);
        return this.inChannel(state, free, input, moment);
      }
      case "done": {
        const [channel = "", ...work] = input.work.split(" ");
        return this.inChannel(state, Number(channel) - 1, { ...input, work: work.join(" ") }, moment);
      }
      case "tick":
        return this.deadlines(state).reduce<Step<Packet>>(
          ([host, effects], at, channel) => {
            if (at === null || at > moment.now) return [host, effects];
            const [after, more] = this.inChannel(host, channel, input, moment);
            return [after, [...effects, ...more]];
          },
          [state, []],
        );
    }
  }

  private inChannel(state: ChannelsHost, at: number, input: HostInput<Packet>, moment: Moment): Step<Packet> {
    const { host, ends } = state;
    const before = ends[at];
    if (before === undefined) return [state, []];
    const instance = `${host === CALLER ? "caller" : "callee"} ${at + 1}`;
    const [after, effects] = take(this.machineOf(host), instance, before, input, moment);
    const work = (effect: HostEffect<Packet>): HostEffect<Packet> =>
      effect.tag === "execute" ? { ...effect, work: `${at + 1} ${effect.work}` } : effect;
    return [{ host, ends: this.told(host, ends.with(at, after), after) }, effects.map(work)];
  }

  /** All ends of the caller with what one of them knows. */
  private told(host: Host, ends: readonly unknown[], moved: unknown): readonly unknown[] {
    const { shared } = this.protocol;
    if (host !== CALLER || shared === undefined) return ends;
    const known = shared.of(moved as Caller);
    return ends.map((one) => (shared.of(one as Caller) === known ? one : shared.with(one as Caller, known)));
  }
}
