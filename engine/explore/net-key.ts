/** Keys of the net's states. */
import { itemAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import type { Ends, Host } from "../protocols/ends.ts";
import { REBOOT, type Due, type Held, type NetState } from "./net-state.ts";

/** A packet that has not left its sender yet is lost with it. */
const insideOf = ({ from, leaves }: { readonly from: Host; readonly leaves: Nanos }, now: Nanos): string =>
  leaves > now ? `${from}-${leaves - now}-` : "";

/** Makes keys for the states of one search: a short number stands for each text of a host or a packet. */
export class NetKeys<State, Packet> {
  private readonly ends: Ends<State, Packet>;
  private readonly known = new Map<string, number>();
  private readonly stateNumbers = new Map<State, number>();
  private readonly packetNumbers = new Map<Packet, number>();

  constructor(ends: Ends<State, Packet>) {
    this.ends = ends;
  }

  /**
   * Equal keys, equal futures. All moments count from now. The names that a script has for packets do not count: what
   * may happen does not depend on them.
   */
  of(state: NetState<State, Packet>): string {
    const { now, hosts, lives, due, held, calls } = state;
    const parts = hosts.map((host, i) => {
      if (host === null) return `-${Math.min(now - itemAt(state.crashedAt, i, "crash"), REBOOT)}`;
      const deadline = this.ends.deadline(host);
      return `${this.stateNumber(host)}@${deadline === null ? "" : deadline - now}`;
    });
    const [ahead, kept] = [due.map((one) => this.dueKey(one, now)), held.map((one) => this.heldKey(one, now)).sort()];
    const facts = calls.map(
      ({ outcome, executions, resultOf }) => `${outcome[0]}${executions.join("+")}${resultOf ?? ""}`,
    );
    const flags = `${state.isCrash ? "x" : ""}${state.isOver ? "." : ""}`;
    return `${parts.join(" ")} ${lives.join()} ${ahead.join()}|${kept.join()}|${facts.join()}${flags}`;
  }

  private stateNumber(state: State): number {
    return this.once(this.stateNumbers, state, () => this.ends.key(state));
  }

  private packetNumber(packet: Packet): number {
    return this.once(this.packetNumbers, packet, () => this.ends.packetKey(packet));
  }

  /** The number of a text that is made once for each object: to make it takes most of the search's time. */
  private once<Of>(numbers: Map<Of, number>, one: Of, textOf: () => string): number {
    const known = numbers.get(one);
    if (known !== undefined) return known;
    const number = this.numberOf(textOf());
    numbers.set(one, number);
    return number;
  }

  private dueKey(due: Due<Packet>, now: Nanos): string {
    const at = due.at - now;
    switch (due.tag) {
      case "packet":
        return `${at}p${insideOf(due, now)}${due.to}${due.call}:${this.packetNumber(due.packet)}`;
      case "run":
        return `${at}r${due.host}${due.call}`;
      case "done":
        return `${at}d${due.host}${due.work}:${due.data.join()}`;
      case "begin":
        return `${at}b`;
      case "finish":
        return `${at}f${due.call}${due.outcome[0]}${due.goesOn ? "+" : ""}`;
    }
  }

  private heldKey({ since, to, call, packet }: Held<Packet>, now: Nanos): string {
    return `${Math.max(0, since - now)}h${to.join("+")}${call}:${this.packetNumber(packet)}`;
  }

  private numberOf(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.known.set(text, this.known.size);
    return this.known.size - 1;
  }
}
