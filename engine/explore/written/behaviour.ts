/**
 * Which table a machine behaves like: it gets the same inputs as the machine of each table, and those count that answer
 * as it does. Numbers count by their order, and durations as short or long: a program may count and wait in other ways
 * than a table, and do the same.
 */
import { millis } from "../../kernel/time.ts";
import { CALLEE, CALLER } from "../../protocols/ends.ts";
import { LATER, RETRY_AFTER, type WrittenEffects, type WrittenPacket } from "../../protocols/written/message.ts";
import { writtenClient } from "../../protocols/written/client.ts";
import type { WrittenMachine } from "../../protocols/written/ends.ts";
import { CELL_NAMES, cellOf, valuesOf, withRules, type WrittenRules } from "../../protocols/written/rules.ts";
import { writtenServer } from "../../protocols/written/server.ts";

export type Side = "client" | "server";
type AnyMachine = WrittenMachine<unknown>;

/** The machine of a side by a table. */
export const machineBy = (side: Side, rules: WrittenRules): AnyMachine =>
  (side === "client" ? writtenClient : writtenServer)({ rules, retryAfter: RETRY_AFTER });

/** A word of a probe: "call", "tick", "result mine", "call 5 of 1", "done", "starts anew". */
type Probe = readonly string[];

const LIFE = 2; // of a server, whose life before was 1

const PROBES: Readonly<Record<Side, readonly Probe[]>> = {
  client: [
    ["call", "result mine", "call", "result before", "result mine"],
    ["call", "ticks"],
    ["call", "tick", "tick", "acknowledgement mine", "ticks"],
    ["call", "acknowledgement mine", "tick", "result mine", "call", "tick"],
    ["call", "result mine", "call", "acknowledgement before", "reject before", "tick", "result mine"],
    ["call", "reject mine", "tick", "reject mine", "tick"],
    ["call", "tick", "result mine", "call", "starts anew", "call", "result mine", "call"],
  ],
  server: [
    ["call 5 of 2", "call 5 of 2", "done", "call 5 of 2", "call 4 of 2", "call 6 of 2", "done", "call 6 of 2"],
    ["call 5 of 2", "call 4 of 2", "call 6 of 2", "done", "done", "call 6 of 2", "call 5 of 2"],
    ["call 5 of 1", "call 5 of 2", "call 5 of 1", "done", "call 5 of 1"],
    ["call 5 of 2", "done", "call 6 of 2", "call 5 of 2", "done", "call 5 of 2"],
  ],
};

/** From one packet to the next: a timer that starts anew is another than before. */
const BETWEEN = millis(1);

/** How often a client's timer ends at "ticks", and how many sendings are told apart. */
const TICKS = 30;
const SENDINGS = 3;

/** A side under a probe. */
class Probed {
  private readonly machine: AnyMachine;
  private readonly side: Side;
  private state: unknown;
  private life: number;
  private call = 0;
  private now = 0;
  private readonly numbers: number[] = []; // of calls, as the client has sent them
  private readonly works: Extract<WrittenEffects[number], { tag: "execute" }>[] = [];
  private readonly said: (string | number)[] = [];

  constructor(side: Side, machine: AnyMachine) {
    this.side = side;
    this.machine = machine;
    this.life = side === "server" ? LIFE : 1;
    this.state = machine.start({ life: this.life, server: 1 });
  }

  /** The side’s behaviour, as a text. Calls are numbered in it by their order. */
  answers(probe: Probe): string {
    for (const word of probe) this.hear(word);
    const ranks = [...new Set(this.said.filter((one) => typeof one === "number"))].toSorted((a, b) => a - b);
    return this.said.map((one) => (typeof one === "number" ? `#${ranks.indexOf(one)}` : one)).join(" ");
  }

  private hear(word: string): void {
    const [what = "", which = "", , meant = ""] = word.split(" ");
    this.said.push(`| ${word}:`);
    switch (what) {
      case "starts":
        this.life++;
        this.state = this.machine.start({ life: this.life, server: 1 });
        return;
      case "tick":
        return this.tick();
      case "ticks":
        return this.ticks();
      case "done":
        return this.done();
      case "call":
        if (this.side === "server") return this.packet("call", Number(which), Number(meant));
        // A client that has a call makes no other.
        if (this.machine.name(this.state) !== "idle") return void this.said.push("busy");
        this.call++;
        return this.step({ tag: "call", call: this.call, data: Uint8Array.of(this.call) });
      default: {
        const mine = this.numbers.at(-1);
        if (mine === undefined) return void this.said.push("nothing was sent");
        const number = which === "mine" ? mine : mine - 1;
        // A reject of another call tells nothing new: a program may learn the server’s life from any packet.
        return this.packet(what as WrittenPacket["kind"], number, word === "reject mine" ? LIFE : 1);
      }
    }
  }

  private packet(kind: WrittenPacket["kind"], number: number, life: number): void {
    // A call's argument is its number here, so that a server may know calls by either.
    this.now += BETWEEN;
    const data = kind === "call" || kind === "result" ? Uint8Array.of(kind === "call" ? number : 7) : new Uint8Array();
    const from = this.side === "server" ? CALLER : CALLEE;
    const packet = { kind, number, life, data };
    this.step({ tag: "packet", packet, call: kind === "call" ? number : this.call, from });
  }

  private tick(): void {
    const deadline = this.machine.deadline(this.state);
    if (deadline === null) return void this.said.push("no timer");
    this.now = Math.max(this.now, deadline);
    this.step({ tag: "tick" });
  }

  /** Many ticks, told by how often the call is sent, and how it ends. */
  private ticks(): void {
    let sent = 0;
    for (let i = 0; i < TICKS; i++) {
      const deadline = this.machine.deadline(this.state);
      if (deadline === null) break;
      this.now = Math.max(this.now, deadline);
      const [after, effects] = this.machine.step(this.state, { tag: "tick" }, this.now);
      this.state = after;
      sent += effects.filter(({ tag }) => tag === "send").length;
    }
    this.said.push(`sent ${Math.min(sent, SENDINGS)}`, this.machine.name(this.state));
  }

  private done(): void {
    const work = this.works.shift();
    if (work === undefined) return void this.said.push("nothing runs");
    this.step({ tag: "done", work: work.work, data: work.data });
  }

  private step(input: Parameters<AnyMachine["step"]>[1]): void {
    const before = this.machine.deadline(this.state);
    const [after, effects] = this.machine.step(this.state, input, this.now);
    this.state = after;
    for (const effect of effects) this.tell(effect);
    const deadline = this.machine.deadline(after);
    if (this.side === "server" || deadline === null) return;
    if (deadline === before) return void this.said.push("the timer as before");
    this.said.push(deadline - this.now < (LATER / 2) * RETRY_AFTER ? "short timer" : "long timer");
  }

  private tell(effect: WrittenEffects[number]): void {
    this.said.push(effect.tag);
    if (effect.tag === "send") {
      const { kind, number, life, data } = effect.packet;
      if (kind === "call") this.numbers.push(number);
      this.said.push(kind, number, `of ${life}`, ...(kind === "call" ? [] : [`data ${[...data].join()}`]));
    }
    if (effect.tag === "execute") {
      this.works.push(effect);
      this.said.push(`data ${[...effect.data].join()}`);
    }
    if (effect.tag === "returned") this.said.push(`data ${[...effect.data].join()}`);
  }
}

const answersOf = (side: Side, machine: AnyMachine, probe: Probe): string => new Probed(side, machine).answers(probe);

/** A table of a side’s cells, with what its machine has answered to probes so far. */
interface Table {
  readonly rules: WrittenRules;
  readonly answers: Map<Probe, string>;
}

/** All tables of a side’s cells. */
function tablesOf(side: Side): readonly Table[] {
  const names = CELL_NAMES.filter((name) => cellOf(name).of === side);
  return names
    .reduce<readonly Partial<WrittenRules>[]>(
      (tables, name) => tables.flatMap((table) => valuesOf(name).map((value) => ({ ...table, [name]: value }))),
      [{}],
    )
    .map((cells) => ({ rules: withRules(cells), answers: new Map() }));
}

/** Made where they are first asked for: tables and their answers are always the same. */
const known = new Map<Side, readonly Table[]>();

function knownTables(side: Side): readonly Table[] {
  const tables = known.get(side) ?? tablesOf(side);
  known.set(side, tables);
  return tables;
}

function answerOf({ rules, answers }: Table, side: Side, probe: Probe): string {
  const answer = answers.get(probe) ?? answersOf(side, machineBy(side, rules), probe);
  answers.set(probe, answer);
  return answer;
}

/** The tables whose machine answers all probes as this one does. What the machine throws is thrown. */
export function tablesLike(side: Side, machine: AnyMachine): readonly WrittenRules[] {
  const found = PROBES[side].reduce((tables, probe) => {
    const answers = answersOf(side, machine, probe);
    return tables.filter((table) => answerOf(table, side, probe) === answers);
  }, knownTables(side));
  return found.map(({ rules }) => rules);
}
