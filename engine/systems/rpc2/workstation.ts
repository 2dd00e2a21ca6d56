/**
 * A workstation that may have a copy of the file that will change. It serves callbacks as any server does. It also
 * takes in notices of changes that go to all workstations of a subnet, or to those among them that are in the file’s
 * multicast group. While caches change it tells the file server which groups it joins and leaves.
 */
import { segment, type Worker } from "../../hardware/processors.ts";
import type { Reception } from "../../hardware/machine.ts";
import type { RandomStream } from "../../kernel/random.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import { NO_REF, type Step } from "../../kernel/trace-data.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import type { Frame } from "../world/frame.ts";
import type { Setting } from "./host.ts";
import { noticeIn } from "./notices.ts";
import { Server } from "./server.ts";

/** The number of the file that changes; others have higher ones. */
export const THE_FILE = 1;
const OTHER_FILES = 10_000;

/** How caches change, and how interfaces choose among multicast packets. */
export interface CacheOptions {
  /** Software takes in every packet to a group and then looks for its own; hardware lets only these through. */
  readonly filter: "none" | "software" | "hardware";
  readonly files: number; // in a cache
  /** Mean time between two replacements in a cache; Infinity for none. */
  readonly between: Nanos;
  /** Chance that a file which is fetched anew is the one that will change, at a workstation that does not have it. */
  readonly chance: number;
  /** When the file changes: caches are as they are from then on. */
  readonly changesAt: Nanos;
}

const INVALIDATE: Step = {
  name: "Note that the copy is no longer valid",
  layer: "other",
  source: { kind: "assumed", text: "As long as the computation of a callback: as the run’s parameters say" },
};

export class Workstation extends Server {
  hasFile: boolean;
  /** When it learnt of the change; null as long as it has not. */
  toldAt: Nanos | null = null;
  /** Packets that it took in, at least as far as its filter, about a file that it does not have. */
  vain = 0;
  private readonly cache: CacheOptions;
  private readonly fileServer: number;
  private readonly cacheRandom: RandomStream;
  private readonly replaces: number; // tag of an event
  private readonly joins: (packets: number) => void;

  /**
   * @param at its number on the campus, and that of the file server
   * @param joins is told how many packets about groups it is to send
   */
  constructor(
    setting: Setting,
    server: number,
    at: { readonly station: number; readonly fileServer: number },
    hasFile: boolean,
    cache: CacheOptions,
    joins: (packets: number) => void,
  ) {
    super(setting, server, at.station);
    const { world } = setting;
    this.fileServer = at.fileServer;
    this.hasFile = hasFile;
    this.cache = cache;
    this.joins = joins;
    this.cacheRandom = world.streams.stream(`cache of ${this.name}`);
    this.replaces = world.sim.register(() => this.replace());
    if (cache.between < Infinity) this.waitForReplacement();
  }

  private waitForReplacement(): void {
    const { sim } = this.world;
    const at = sim.now + this.cacheRandom.exponential(this.cache.between);
    if (at < this.cache.changesAt) sim.at(at, this.replaces, 0);
  }

  /** One file of the cache gives way to another: the workstation leaves a group and joins one. */
  private replace(): void {
    const { cacheRandom: random, cache } = this;
    const other = (): number => THE_FILE + 1 + random.integer(OTHER_FILES);
    const old = this.hasFile && random.integer(cache.files) === 0 ? THE_FILE : other();
    if (old === THE_FILE) this.hasFile = false;
    const isTheFile = !this.hasFile && old !== THE_FILE && random.float() < cache.chance;
    if (isTheFile) this.hasFile = true;
    if (!this.isDown) {
      this.joins(2);
      this.tell({ what: "leave", file: old });
      this.tell({ what: "join", file: isTheFile ? THE_FILE : other() });
    }
    this.waitForReplacement();
  }

  private tell(notice: { readonly what: "join" | "leave"; readonly file: number }): void {
    const { request } = this.setting.segments;
    this.run(request, 0, NO_REF, (last) => this.sendNotice(this.fileServer, notice, 0, last));
  }

  private isToMany({ to }: Frame): boolean {
    return to !== this.number;
  }

  override arrive(frame: Frame): Reception {
    const passes = !this.isToMany(frame) || this.cache.filter !== "hardware" || this.hasFile;
    return passes ? super.arrive(frame) : "copied";
  }

  override inspect(frame: Frame): boolean {
    if (this.isToMany(frame) && !this.hasFile) {
      this.vain++;
      if (this.cache.filter === "software") return false;
    }
    return super.inspect(frame);
  }

  protected override takesNotice({ call, ref }: Frame, bytes: Uint8Array): boolean {
    if (noticeIn(bytes) === null) return false;
    if (!this.hasFile) return true;
    const { recorder } = this.world;
    const duration = millis(this.setting.options.computeMs);
    this.run(segment(recorder, [{ step: INVALIDATE, duration }]), call, ref, () => this.learns());
    return true;
  }

  protected override heard(effect: ProcessEffect, by: Worker): void {
    if (effect.tag === "request") this.learns();
    super.heard(effect, by);
  }

  private learns(): void {
    this.toldAt ??= this.world.sim.now;
  }
}
