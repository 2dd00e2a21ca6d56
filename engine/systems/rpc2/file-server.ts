/**
 * A file server that tells workstations of a change, in one of the ways that the MultiRPC paper weighs (Section II). It
 * makes calls, as a client does; or it sends a notice to each subnet, which nobody confirms. Calls may follow a notice.
 *
 * Where files have multicast groups, it keeps of each group which workstations are in it, by what they tell. It sends a
 * notice to the subnets that have members.
 */
import { durationOf } from "../../hardware/cost.ts";
import { addressOfSubnet, subnetOf, type CampusPlan, type Subnet } from "../../hardware/campus-plan.ts";
import { segment } from "../../hardware/processors.ts";
import { REJECTED_WAYS } from "../../hardware/rt-pc-costs.ts";
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import type { Frame } from "../world/frame.ts";
import type { ServingParty } from "./bind.ts";
import type { BindAgain } from "./calling.ts";
import { Client } from "./client.ts";
import type { Setting } from "./host.ts";
import { noticeIn } from "./notices.ts";
import { CLIENT_NAME } from "./options.ts";
import { THE_FILE } from "./workstation.ts";

export type CallbackWay = "multi" | "iterative" | "threads" | "broadcast" | "multicast";

interface Telling {
  readonly way: CallbackWay;
  /** Whether calls follow a notice. */
  readonly confirms: boolean;
  readonly plan: CampusPlan;
  /** When the file changes. */
  readonly changesAt: Nanos;
  /** Called when it does. */
  readonly changed: () => void;
}

export class FileServer extends Client {
  /** Packets about groups that it has taken in. */
  joins = 0;
  /** Workstations that it takes for members of the file’s group. */
  readonly members: Set<number>;
  private readonly telling: Telling;
  private readonly change: number; // tag of an event

  constructor(setting: Setting, telling: Telling, members: readonly number[]) {
    super(setting);
    this.telling = telling;
    this.members = new Set(members);
    this.change = this.world.sim.register(() => this.tell());
  }

  /** Whether a workstation has said that it was told: nobody answers a notice. */
  hasHeard(workstation: number): boolean {
    return this.trials.some(({ heard }) => heard.has(workstation));
  }

  override start(parties: readonly ServingParty[], bindAgain: (server: number) => BindAgain): void {
    this.prepare(parties, bindAgain);
    this.world.sim.at(this.telling.changesAt, this.change, 0);
  }

  /** The file has changed. */
  private tell(): void {
    const { way, plan, changed } = this.telling;
    changed();
    if (way === "broadcast") this.notify(plan.subnets);
    else if (way === "multicast") this.notify(this.subnetsWithMembers());
    else if (way === "threads") this.run(this.makingThreads(), 0, NO_REF, () => this.begin());
    else this.begin();
  }

  private subnetsWithMembers(): readonly Subnet[] {
    const { plan } = this.telling;
    const numbers = new Set([...this.members].map((member) => subnetOf(plan, member).number));
    return plan.subnets.filter(({ number }) => numbers.has(number));
  }

  private makingThreads() {
    const { thread } = REJECTED_WAYS;
    const duration = this.setting.options.servers * durationOf(thread);
    return segment(this.world.recorder, [
      { step: { name: "Make and end a thread for each call", layer: "rpc", source: thread.source }, duration },
    ]);
  }

  /** Sends a notice to each of these subnets, one after another. Nobody answers. */
  private notify(subnets: readonly Subnet[]): void {
    const { recorder, sim } = this.world;
    const { multiRequest } = this.setting.segments;
    const { plan } = this.telling;
    const call = recorder.beginCall(recorder.owner(`${CLIENT_NAME} notices`), sim.now);
    const left = [...subnets];
    const next = (cause: Ref): void => {
      const subnet = left.shift();
      if (subnet === undefined) {
        recorder.endCall(call, sim.now, "returned", cause);
        this.notified();
        return;
      }
      this.run(multiRequest, call, cause, (last) => {
        if (left.length === subnets.length - 1) recorder.firstSpan(call, last);
        this.sendNotice(addressOfSubnet(plan, subnet), { what: "changed", file: THE_FILE }, call, last);
        next(last);
      });
    };
    next(NO_REF);
  }

  private notified(): void {
    if (this.telling.confirms) this.begin();
    else this.world.answered();
  }

  protected override takesNotice({ from }: Frame, bytes: Uint8Array): boolean {
    const notice = noticeIn(bytes);
    if (notice === null) return false;
    this.joins++;
    if (notice.file === THE_FILE) {
      if (notice.what === "join") this.members.add(from);
      else this.members.delete(from);
    }
    return true;
  }
}
