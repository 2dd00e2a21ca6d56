/**
 * Interrupts on the first processor of a machine, one at a time. They stand in classes, the most urgent first; within a
 * class the first that came is served first. One that is being served is finished before a more urgent one begins.
 */
import type { Task } from "./machine.ts";
import type { Processors, Worker } from "./processors.ts";

export class Interrupts {
  private readonly processors: Processors;
  private readonly worker: Worker;
  private readonly lines: readonly Task[][];
  private serving: Task | null = null;
  private halted = false;

  /** @param classes how many; the class 0 is the most urgent */
  constructor(processors: Processors, classes: number) {
    this.processors = processors;
    this.worker = processors.worker(-1, () => this.served());
    this.lines = Array.from({ length: classes }, () => []);
  }

  /** Raises an interrupt. Throws where there is no such class. */
  raise(urgency: number, task: Task): void {
    const line = this.lines[urgency];
    if (line === undefined) throw new RangeError(`There is no class ${urgency} of interrupts.`);
    line.push(task);
    this.serve();
  }

  /** No further interrupt is served. */
  halt(): void {
    this.halted = true;
  }

  private serve(): void {
    if (this.serving !== null || this.halted) return;
    for (const line of this.lines) {
      const next = line.shift();
      if (next === undefined) continue;
      this.serving = next;
      this.processors.interrupt(this.worker, next.segment, next.call, next.cause);
      return;
    }
  }

  private served(): void {
    const { serving } = this;
    if (serving === null) throw new Error("An interrupt has ended that had not begun.");
    this.serving = null;
    serving.done(this.worker.cause);
    this.serve();
  }
}
