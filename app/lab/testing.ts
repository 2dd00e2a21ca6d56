/** Workers for tests: they run nothing. */
import { afterEach, beforeEach, vi } from "vitest";
import type { ParamValues } from "../../engine/experiments/types.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";

export interface WorkerMessage {
  readonly id: number;
  readonly name: string;
  readonly args: readonly {
    readonly id?: string;
    readonly parameters?: ParamValues;
    readonly faults?: readonly string[];
    readonly openingCalls?: number;
  }[];
}

/** A worker that writes down what it is asked, and answers when the test says so. */
export class TestWorker extends EventTarget {
  static readonly all: TestWorker[] = [];
  readonly asked: WorkerMessage[] = [];

  constructor() {
    super();
    TestWorker.all.push(this);
  }

  postMessage(message: WorkerMessage): void {
    this.asked.push(message);
  }

  answer(value: unknown): void {
    this.say({ tag: "done", value });
  }

  fail(message: string): void {
    this.say({ tag: "failed", error: { name: "Error", message } });
  }

  /** The run that it goes on with has come so far. */
  opens(trace: TraceData): void {
    this.tells(3, [trace]);
  }

  /** Calls the function that is this argument of the question. */
  tells(place: number, args: readonly unknown[]): void {
    this.say({ tag: "told", place, args });
  }

  private say(message: object): void {
    const { id } = this.asked.at(-1) ?? { id: -1 };
    this.dispatchEvent(new MessageEvent("message", { data: { id, ...message } }));
  }

  terminate(): void {
    this.asked.length = 0;
  }
}

/** What all workers were asked by this name. */
export const askedFor = (name: string): readonly WorkerMessage[] =>
  TestWorker.all.flatMap(({ asked }) => asked.filter((message) => message.name === name));

/** Each test that follows has two processors, and workers of its own. */
export function withTestWorkers(): void {
  beforeEach(() => {
    vi.stubGlobal("Worker", TestWorker);
    vi.stubGlobal("navigator", { hardwareConcurrency: 2 });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    TestWorker.all.length = 0;
  });
}
