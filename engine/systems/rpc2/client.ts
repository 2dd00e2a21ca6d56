/** A calling RT-PC, with the programs that are measured: each thread runs one. */
import { CLIENT } from "../../hardware/campus-plan.ts";
import type { Worker } from "../../hardware/processors.ts";
import { PROTOTYPE } from "../../hardware/rt-pc-costs.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import type { ServingParty } from "./bind.ts";
import { Calling, type BindAgain, type Trial } from "./calling.ts";
import { Host, type Setting } from "./host.ts";
import { clientName } from "./options.ts";
import type { BySeal } from "./steps.ts";

export class Client extends Host {
  private readonly programs: readonly Calling[];

  /** @param client its number among the clients, from 0; left out: the first */
  constructor(setting: Setting, client = 0) {
    super(setting, clientName(client), CLIENT + client);
    const { threads = 1 } = setting.options;
    this.programs = Array.from({ length: threads }, (_, thread) => {
      const name = threads === 1 ? this.name : `${this.name} thread ${thread + 1}`;
      return new Calling(this, name, client + thread === 0 ? "pauses between trials" : `pauses of ${name}`);
    });
  }

  /** Binds to all servers, `parties` in their order, and makes the first trials. */
  start(parties: readonly ServingParty[], bindAgain: (server: number) => BindAgain): void {
    this.prepare(parties, bindAgain);
    this.begin();
  }

  /** Binds to all servers, without a call. */
  protected prepare(parties: readonly ServingParty[], bindAgain: (server: number) => BindAgain): void {
    for (const program of this.programs) program.prepare(parties, bindAgain);
  }

  protected begin(): void {
    for (const program of this.programs) program.begin();
  }

  /** By program. */
  get trials(): readonly Trial[] {
    return this.programs.flatMap(({ trials }) => trials);
  }

  /** Those but the first of each program. */
  get furtherTrials(): readonly Trial[] {
    return this.programs.flatMap(({ trials }) => trials.slice(1));
  }

  /** Memory of MultiRPC's tables. Those of a fixed size have room for the same number of sites from the start. */
  get tableBytes(): number {
    const { tables = "growing" } = this.setting.options;
    const sites = tables === "static" ? PROTOTYPE.tableSites.value : this.up.process.tableRoom;
    return sites * PROTOTYPE.tableEntryBytes.value;
  }

  protected programStarts(): void {
    throw new Error("The client does not restart: a fault script cannot ask for it.");
  }

  protected override get events(): number {
    return this.up.process.outstanding;
  }

  protected override get sending(): BySeal {
    const { segments, options } = this.setting;
    return options.mode === "multi" ? segments.multiSend : segments.send;
  }

  protected heard(effect: ProcessEffect, by: Worker): void {
    for (const program of this.programs) program.heard(effect, by);
  }

  protected drained(listener: Worker): void {
    for (const program of this.programs) program.drained(listener);
  }
}
