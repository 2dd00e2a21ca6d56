/** The ends of V: a process that sends and one that serves, or one that sends to a group with a member on each host. */
import type { Nanos } from "../../kernel/time.ts";
import { V_KINDS, V_MESSAGE_BYTES, V_PACKET_BYTES, type VPacket } from "../../wire/v.ts";
import { CALLER, take, type Ends, type Host, type HostEffect, type HostInput, type Moment } from "../ends.ts";
import { keyText } from "../machine.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import type { TraceSettings } from "../testing/ends-script.ts";
import { least } from "../least.ts";
import { vAlien, type AlienInput, type AlienState, type VAlien } from "./alien.ts";
import { vGroupSender, type GroupState, type VGroupSender } from "./group-sender.ts";
import { GROUP, hostOf, packetTo, processOf, SERVER_PROCESS, workNamed, type VOptions } from "./message.ts";
import { vSender, type SenderState, type VSender } from "./sender.ts";

const V_HOSTS = ["client", "server"] as const;
/** The step of the procedure in a trace. */
const V_PROCEDURE = "Run the procedure";

/** A host with processes that send: one, or more where several messages are outstanding. */
interface SenderHost {
  readonly host: "sender";
  readonly life: number;
  /** The life of the server as far as this host knows it. */
  readonly serverLife: number;
  readonly senders: readonly SenderState[];
}

interface GroupHost {
  readonly host: "group sender";
  readonly sender: GroupState;
}

/** A host with a process that serves, and what its kernel keeps of the processes that have sent to it. */
interface ServerHost {
  readonly host: "server";
  readonly process: number;
  readonly aliens: readonly AlienState[];
}

export type VHost = SenderHost | GroupHost | ServerHost;
type Input = HostInput<VPacket>;
type Step = readonly [VHost, readonly HostEffect<VPacket>[]];

const WHOLE: VOptions = { messageBytes: V_MESSAGE_BYTES, packetBytes: V_PACKET_BYTES };
/** A message to a group has no segment to fetch: what it carries fits its packet. */
const IN_ONE: VOptions = { messageBytes: V_PACKET_BYTES, packetBytes: V_PACKET_BYTES };

/** One process calls another. @param options left out: V’s sizes */
export function vEnds(options: VOptions = WHOLE): Ends<VHost, VPacket> {
  const hosts = new Hosts(vSender(options), vAlien(options), null);
  return {
    ...common(hosts, V_HOSTS),
    crashable: [0, 1],
    promises: EXACTLY_ONCE,
    steps: {
      ...SERVING,
      starts: { protocol: "V sender", input: "call" },
      returns: { protocol: "V sender", input: "reply" },
    },
    // A sender that starts learns the server’s process, as by the broadcast of GetPid, which is not simulated.
    restart: (host, life, { calleeLife }) =>
      host === CALLER ? hosts.sender(life, calleeLife) : hosts.server(host, life),
    start: () => [hosts.sender(1, 1), hosts.server(1, 1)],
  };
}

interface VGroup {
  /** Each host with a member, by its name. */
  readonly members: readonly string[];
  /** How long the program waits for a further reply, and how many it wants. */
  readonly replyWait: Nanos;
  readonly wanted: number;
}

/** One process calls a group. The group promises little: it misses nobody. */
export function vGroupEnds({ members, replyWait, wanted }: VGroup): Ends<VHost, VPacket> {
  const places = members.map((_, i) => i + 1);
  const group = vGroupSender({ members: places, replyWait, wanted });
  const hosts = new Hosts(vSender(IN_ONE), vAlien(IN_ONE), group);
  return {
    ...common(hosts, ["client", ...members]),
    crashable: places, // the client runs the program that is measured
    promises: ["onceWhileUp", "ownResult", "ends", "timers"],
    steps: {
      ...SERVING,
      starts: { protocol: group.protocol, input: "call" },
      returns: { protocol: group.protocol, input: "reply" },
    },
    restart: (host, life) => (host === CALLER ? hosts.groupSender(life) : hosts.server(host, life)),
    start: () => [hosts.groupSender(1), ...places.map((host) => hosts.server(host, 1))],
  };
}

const SERVING = {
  executes: { protocol: "V alien", input: "message" },
  answers: { protocol: "V alien", input: "done" },
} as const;

const common = (hosts: Hosts, names: readonly string[]) => ({
  hosts: names,
  kinds: V_KINDS,
  procedure: { span: V_PROCEDURE },
  deadline: (state: VHost) => least(hosts.deadlines(state)),
  timerName: (state: VHost) => hosts.timerName(state),
  key: (state: VHost) => hosts.key(state),
  packetKey: keyText,
  step: (state: VHost, input: Input, moment: Moment): Step => hosts.step(state, input, moment),
});

class Hosts {
  private readonly senders: VSender;
  private readonly aliens: VAlien;
  private readonly groups: VGroupSender | null;

  constructor(senders: VSender, aliens: VAlien, groups: VGroupSender | null) {
    this.senders = senders;
    this.aliens = aliens;
    this.groups = groups;
  }

  sender(life: number, serverLife: number): SenderHost {
    return { host: "sender", life, serverLife, senders: [] };
  }

  groupSender(life: number): GroupHost {
    return { host: "group sender", sender: this.group.start(processOf(CALLER, life, 1)) };
  }

  server(host: Host, life: number): ServerHost {
    return { host: "server", process: processOf(host, life, SERVER_PROCESS), aliens: [] };
  }

  private get group(): VGroupSender {
    if (this.groups === null) throw new Error("V: this program sends to no group.");
    return this.groups;
  }

  deadlines(state: VHost): readonly (Nanos | null)[] {
    switch (state.host) {
      case "sender":
        return state.senders.map((one) => this.senders.deadline(one));
      case "group sender":
        return [this.group.deadline(state.sender)];
      case "server":
        return state.aliens.map((one) => this.aliens.deadline(one));
    }
  }

  timerName(state: VHost): string {
    const isGetting = state.host === "group sender" && state.sender.tag === "getting replies";
    return isGetting ? "GetReply has waited" : "retransmission timer";
  }

  /** Moments count from the earliest deadline. */
  key(state: VHost): string {
    const deadlines = this.deadlines(state);
    const first = least(deadlines);
    const after = deadlines.map((at) => (at === null || first === null ? null : at - first));
    switch (state.host) {
      case "sender":
        return keyText({ ...state, after, senders: state.senders.map((one) => this.senders.key(one)) });
      case "group sender":
        return this.group.key(state.sender);
      case "server":
        return keyText({ ...state, after, aliens: state.aliens.map((one) => this.aliens.key(one)) });
    }
  }

  step(state: VHost, input: Input, moment: Moment): Step {
    switch (state.host) {
      case "sender":
        return this.sends(state, input, moment);
      case "group sender": {
        if (input.tag === "done") return [state, []];
        const [sender, effects] = take(this.group, "sender", state.sender, input, moment);
        return [{ ...state, sender }, effects];
      }
      case "server":
        return this.serves(state, input, moment);
    }
  }

  // A host that sends.

  private sends(state: SenderHost, input: Input, moment: Moment): Step {
    switch (input.tag) {
      case "call": {
        const free = state.senders.findIndex(({ tag }) => tag === "ready");
        const at = free < 0 ? state.senders.length : free;
        const to = processOf(1, state.serverLife, SERVER_PROCESS);
        return this.inSender(state, at, { tag: "call", call: input.call, data: input.data, to }, moment);
      }
      case "packet": {
        const { packet } = input;
        // A server of another life has told its new process by its answer.
        const serverLife = packet.kind === "nak" ? Math.max(state.serverLife, packet.place) : state.serverLife;
        const at = state.senders.findIndex(({ from }) => from === packet.to);
        return at < 0 ? [state, []] : this.inSender({ ...state, serverLife }, at, input, moment);
      }
      case "tick":
        return this.ticked(state, moment, (at, host) => this.inSender(host, at, input, moment));
      case "done":
        return [state, []];
    }
  }

  private inSender(host: SenderHost, at: number, input: Parameters<VSender["step"]>[1], moment: Moment) {
    const before = host.senders[at] ?? this.senders.start(processOf(CALLER, host.life, at + 1));
    const [after, effects] = take(this.senders, `process ${at + 1}`, before, input, moment);
    const senders = at < host.senders.length ? host.senders.with(at, after) : [...host.senders, after];
    return [{ ...host, senders }, effects] as const;
  }

  // A host that serves.

  private serves(state: ServerHost, input: Input, moment: Moment): Step {
    switch (input.tag) {
      case "packet": {
        const { packet } = input;
        if (packet.to === state.process || packet.to === GROUP) return this.inAlien(state, packet.from, input, moment);
        return [state, packet.kind === "message" ? [unknown(state, packet)] : []];
      }
      case "done": {
        const { from, call } = workNamed(input.work);
        return this.inAlien(state, from, { tag: "done", call, data: input.data }, moment);
      }
      case "tick":
        return this.ticked(state, moment, (at, host) => {
          const alien = host.aliens[at];
          return alien === undefined ? [host, []] : this.inAlien(host, alien.to, input, moment);
        });
      case "call":
        throw new Error("V: a process that serves makes no calls.");
    }
  }

  private inAlien(host: ServerHost, process: number, input: AlienInput, moment: Moment) {
    const found = host.aliens.findIndex(({ to }) => to === process);
    const before = host.aliens[found] ?? this.aliens.start({ from: host.process, to: process });
    const [after, effects] = take(
      this.aliens,
      `alien of ${hostOf(process)}.${process % 2 ** 16}`,
      before,
      input,
      moment,
    );
    const aliens = found < 0 ? [...host.aliens, after] : host.aliens.with(found, after);
    return [{ ...host, aliens }, effects] as const;
  }

  /** Each machine whose time has come takes its step. */
  private ticked<Of extends SenderHost | ServerHost>(
    state: Of,
    { now }: Moment,
    step: (at: number, host: Of) => readonly [Of, Step[1]],
  ): readonly [Of, Step[1]] {
    return this.deadlines(state).reduce<readonly [Of, Step[1]]>(
      ([host, effects], at, place) => {
        if (at === null || at > now) return [host, effects];
        const [after, more] = step(place, host);
        return [after, [...effects, ...more]];
      },
      [state, []],
    );
  }
}

/** Says that there is no such process; with the life of the host, from which the sender knows the new one. */
function unknown({ process }: ServerHost, { from, to, call }: VPacket): HostEffect<VPacket> {
  const life = Math.floor(process / 2 ** 24);
  return packetTo("nak", { from: to, to: from, call }, { place: life });
}

/** For the scripts in traces/: a message holds one byte unless a script says more; `with members 3` makes a group. */
export function tracedEnds({ options }: TraceSettings): Ends<VHost, VPacket> {
  const { members: said = 0 } = options;
  const members = Number(said);
  const names = Array.from({ length: members }, (_, i) => `member${i + 1}`);
  const replyWait = options["replyWait"] ?? null;
  if (members > 0 && replyWait === null) return vGroupEnds({ members: names, replyWait: 0, wanted: 1 });
  if (members > 0) return vGroupEnds({ members: names, replyWait: Number(replyWait), wanted: Infinity });
  return vEnds({ messageBytes: Number(options["message"] ?? 1), packetBytes: Number(options["packet"] ?? 1) });
}
