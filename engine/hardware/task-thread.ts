/** A thread that does one task behind the other: it is woken for each, and blocks when the task is done. */
import type { Task } from "./machine.ts";
import type { Processors, Worker } from "./processors.ts";

export class TaskThread {
  private readonly processors: Processors;
  private readonly owner: () => number;
  private readonly isSystem: boolean;
  private worker: Worker | null = null;
  private readonly tasks: Task[] = []; // the first is under way

  /**
   * @param owner of its work in the trace; asked when there is some
   * @param isSystem whether it goes before other threads on a machine with one processor
   */
  constructor(processors: Processors, owner: () => number, isSystem = false) {
    this.isSystem = isSystem;
    this.processors = processors;
    this.owner = owner;
  }

  add(task: Task): void {
    if (this.tasks.push(task) === 1) this.start();
  }

  private start(): void {
    const [first] = this.tasks;
    if (first === undefined) return;
    this.worker ??= this.processors.worker(this.owner(), (worker) => this.done(worker), this.isSystem);
    this.processors.wake(this.worker, first.segment, first.call, first.cause);
  }

  private done(worker: Worker): void {
    const { processors, tasks } = this;
    const task = tasks.shift();
    if (task === undefined) throw new Error("A thread has ended a task that it did not have.");
    processors.block(worker);
    task.done(worker.cause);
    if (tasks.length > 0 && worker.segment === null && worker.cpu < 0) this.start();
  }
}
