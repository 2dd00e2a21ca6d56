/**
 * Several machines that call one server. The ends are those of one client and the server; the further clients stand
 * behind the server, so that it stays the host that counts lives.
 *
 * The server keeps a part for each client, and knows the client by the address that a packet comes from. Each part is
 * the server's state of the ends that are given.
 */
import { CALLEE, CALLER, ofHost, type Ends, type Host, type HostEffect, type HostInput, type Moment } from "./ends.ts";
import { least } from "./least.ts";

/** The parts of a host: one of a client, and of the server one for each client. */
interface Parts<State> {
  readonly host: Host;
  readonly parts: readonly State[];
}

/**
 * Throws RangeError for other ends than those of one client and one server, and for ends that count how long a state
 * without a deadline lasts.
 * @param clients how many there are; for 1 the ends stay as they are
 */
export function clientsOf<State, Packet>(ends: Ends<State, Packet>, clients: number): Ends<unknown, Packet> {
  if (clients <= 1) return ends;
  if (ends.hosts.length !== 2) throw new RangeError(`clientsOf: ${ends.hosts.join(", ")}, want a client and a server.`);
  if (ends.since !== undefined) throw new RangeError("clientsOf: the ends have `since`, which the parts cannot keep.");
  const [client, server] = [ofHost(ends.hosts, CALLER), ofHost(ends.hosts, CALLEE)];
  const further = Array.from({ length: clients - 1 }, (_, i) => i + 2);
  const callers: readonly Host[] = [CALLER, ...further];
  const of = new Several(ends, callers);
  const several: Pick<Ends<Parts<State>, Packet>, Own> = {
    hosts: [client, server, ...further.map((host) => `${client}${host}`)],
    roles: ["client", "server", ...further.map(() => "client" as const)],
    crashable: ends.crashable.includes(CALLER) ? [...ends.crashable, ...further] : ends.crashable,
    start: () => [CALLER, CALLEE, ...further].map((host) => of.born(host, (at) => ofHost(ends.start(), at))),
    restart: (host, life, moment) => of.born(host, (at) => ends.restart(at, life, moment)),
    step: (state, input, moment) => of.step(state, input, moment),
    deadline: ({ parts }) => least(parts.map((part) => ends.deadline(part))),
    key: (state) => of.key(state),
    timerName: (state) => ends.timerName?.(of.due(state)) ?? "retransmission timer",
    machines: ({ host, parts }) =>
      parts.flatMap((part, at) =>
        (ends.machines?.(part) ?? []).map((one) => ({ ...one, instance: of.nameOf(host, at, one.instance) })),
      ),
  };
  return Object.assign(Object.create(ends) as Ends<Parts<State>, Packet>, several);
}

type Own =
  "hosts" | "roles" | "crashable" | "start" | "restart" | "step" | "deadline" | "key" | "timerName" | "machines";
type Step<State, Packet> = readonly [Parts<State>, readonly HostEffect<Packet>[]];

class Several<State, Packet> {
  private readonly ends: Ends<State, Packet>;
  private readonly callers: readonly Host[];

  constructor(ends: Ends<State, Packet>, callers: readonly Host[]) {
    this.ends = ends;
    this.callers = callers;
  }

  /** @param part is told which host of the given ends it is */
  born(host: Host, part: (at: Host) => State): Parts<State> {
    return { host, parts: host === CALLEE ? this.callers.map(() => part(CALLEE)) : [part(CALLER)] };
  }

  /** The part whose deadline comes first. */
  due({ parts }: Parts<State>): State {
    const deadlines = parts.map((part) => this.ends.deadline(part));
    return ofHost(parts, Math.max(0, deadlines.indexOf(least(deadlines))));
  }

  /** Moments count from the earliest deadline. */
  key({ parts }: Parts<State>): string {
    const deadlines = parts.map((part) => this.ends.deadline(part));
    const first = least(deadlines);
    return parts
      .map((part, at) => {
        const deadline = deadlines[at] ?? null;
        return `${this.ends.key(part)} ${deadline === null || first === null ? "" : deadline - first}`;
      })
      .join("\n");
  }

  /** The instance of a machine: the server has one for each client. */
  nameOf(host: Host, at: number, instance: string): string {
    return host === CALLEE ? `${instance} of client ${at + 1}` : instance;
  }

  step(state: Parts<State>, input: HostInput<Packet>, moment: Moment): Step<State, Packet> {
    switch (input.tag) {
      case "tick":
        return state.parts.reduce<Step<State, Packet>>(
          ([before, effects], part, at) => {
            const deadline = this.ends.deadline(part);
            if (deadline === null || deadline > moment.now) return [before, effects];
            const [after, more] = this.inPart(before, at, input, moment);
            return [after, [...effects, ...more]];
          },
          [state, []],
        );
      case "done": {
        const [at = "", ...work] = input.work.split(" ");
        return this.inPart(state, Number(at), { ...input, work: work.join(" ") }, moment);
      }
      case "packet": {
        if (state.host !== CALLEE) return this.inPart(state, 0, input, moment);
        return this.inPart(state, this.callers.indexOf(input.from), { ...input, from: CALLER }, moment);
      }
      case "call":
        return this.inPart(state, 0, input, moment);
    }
  }

  private inPart(
    { host, parts }: Parts<State>,
    at: number,
    input: HostInput<Packet>,
    moment: Moment,
  ): Step<State, Packet> {
    const { took } = moment;
    const told: Moment =
      took === undefined
        ? moment
        : { ...moment, took: (step) => took({ ...step, instance: this.nameOf(host, at, step.instance) }) };
    const [after, effects] = this.ends.step(ofHost(parts, at), input, told);
    return [{ host, parts: parts.with(at, after) }, effects.map((effect) => this.meant(host, at, effect))];
  }

  /** An effect of a part as one of its host. */
  private meant(host: Host, at: number, effect: HostEffect<Packet>): HostEffect<Packet> {
    if (effect.tag === "send") return { ...effect, to: host === CALLEE ? ofHost(this.callers, at) : CALLEE };
    return effect.tag === "execute" && host === CALLEE ? { ...effect, work: `${at} ${effect.work}` } : effect;
  }
}
