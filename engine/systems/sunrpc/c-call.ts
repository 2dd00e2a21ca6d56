/** The program that calls a C function in a loop: the paper's base line. It needs no server and no network. */
import type { Process } from "../../hardware/sun3.ts";
import { NO_REF } from "../../kernel/trace-data.ts";
import type { Clocks, SunHost } from "./host.ts";
import { loopSegment } from "./steps.ts";

const PROCESS = "client process";

export class LoopProgram {
  began: Clocks | null = null;
  ended: Clocks | null = null;
  private readonly host: SunHost;
  private readonly process: Process;
  private call = 0;

  constructor(host: SunHost, over: () => void) {
    this.host = host;
    this.process = host.machine.process(PROCESS, () => {
      this.ended = host.readClocks(this.process);
      host.world.recorder.endCall(this.call, host.now, "returned", this.process.worker.cause);
      host.markClock(this.process);
      over();
      host.machine.sleep(this.process);
    });
  }

  /** Runs the loop. The run has one call in its trace: all turns of the loop. */
  start(bytes: number, turns: number): void {
    const { host } = this;
    const { recorder } = host.world;
    this.call = recorder.beginCall(this.process.worker.owner, host.now);
    const segment = loopSegment(recorder, bytes, turns);
    host.machine.wake(this.process, segment, this.call, NO_REF);
    this.began = host.readClocks(this.process);
  }

  /** The power has gone. */
  crashed(): void {
    if (this.call === 0 || this.ended !== null) return;
    this.host.world.recorder.endCall(this.call, this.host.now, "failed", this.process.worker.cause);
    this.call = 0;
  }
}
