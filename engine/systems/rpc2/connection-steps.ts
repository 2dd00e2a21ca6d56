/** Records the steps of a process's connections in the trace, each end under the handle of its connection. */
import { ENDED_STATE, type Ref } from "../../kernel/trace-data.ts";
import { clientDeadline } from "../../protocols/rpc2/client.ts";
import type { Handle } from "../../protocols/rpc2/connection.ts";
import type { End } from "../../protocols/rpc2/connection-table.ts";
import type { ConnectionStep } from "../../protocols/rpc2/process-types.ts";
import { serverDeadline } from "../../protocols/rpc2/server-state.ts";
import { endFacts, RPC2_CLIENT, RPC2_SERVER } from "../../protocols/rpc2/words.ts";
import { InstanceRecord } from "../world/instance.ts";
import type { PoweredHost } from "../world/powered-host.ts";
import { workstationOf } from "./packet.ts";

export class ConnectionSteps {
  private readonly host: PoweredHost;
  private readonly records = new Map<Handle, InstanceRecord>();
  private waiting: ConnectionStep[] = []; // not recorded yet

  constructor(host: PoweredHost) {
    this.host = host;
  }

  add(step: ConnectionStep): void {
    this.waiting.push(step);
  }

  /** Records the steps that were added, all with the same cause. */
  record(cause: Ref, callOf: (handle: Handle) => number): void {
    if (this.waiting.length === 0) return;
    const steps = this.waiting;
    this.waiting = [];
    for (const { handle, input, before, after } of steps) {
      const end = after ?? before;
      if (end === null) throw new Error(`A connection took a step, "${input}", without being there.`);
      const record = this.recordOf(handle, end);
      record.reached({
        state: after === null ? ENDED_STATE : after.state.tag,
        input,
        cause,
        call: callOf(handle),
        due: after === null ? null : deadlineOf(after),
        facts: () => (after === null ? [] : endFacts(after)),
      });
      if (after !== null) continue;
      this.records.delete(handle);
      this.host.instances.delete(record);
    }
  }

  /** The power has gone, and the connections with it. */
  clear(): void {
    this.records.clear();
    this.waiting = [];
  }

  private recordOf(handle: Handle, { role, state }: End): InstanceRecord {
    const known = this.records.get(handle);
    if (known !== undefined) return known;
    const name = `connection ${handle} to ${this.host.world.nameOf(workstationOf(state.peer))}`;
    const made = new InstanceRecord(this.host, role === "client" ? RPC2_CLIENT : RPC2_SERVER, name);
    this.records.set(handle, made);
    this.host.instances.add(made);
    return made;
  }
}

/** Whether a server has taken a new request in this step. */
export const isAccepted = ({ before, after }: ConnectionStep): boolean =>
  before?.state.tag === "AWAITREQUEST" && after?.state.tag === "REQINQUEUE";

const deadlineOf = (end: End) => (end.role === "client" ? clientDeadline(end.state) : serverDeadline(end.state));
