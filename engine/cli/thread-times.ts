/** Processor times of a page's threads, from a browser's trace: other work of the machine does not count in them. */
import { itemAt } from "../kernel/reads.ts";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number; // microseconds of the clock
  readonly dur?: number;
  readonly tdur?: number; // microseconds of the thread
  readonly args: { readonly name?: string };
}

const WORKER = /^DedicatedWorker/;
const DRAWS = /^(Compositor|CrGpuMain|VizCompositor|ThreadPoolForegroundWorker)/;
const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;

const eventsOf = (trace: Buffer): readonly TraceEvent[] =>
  (JSON.parse(trace.toString("utf8")) as { readonly traceEvents: readonly TraceEvent[] }).traceEvents;

/** Tasks of the threads whose name passes. Throws where there are none. */
function tasksIn(events: readonly TraceEvent[], isOne: (name: string) => boolean): readonly TraceEvent[] {
  const named = events.filter(({ name, args }) => name === "thread_name" && isOne(args.name ?? ""));
  const threads = new Set(named.map(threadOf));
  return events.filter((event) => event.name === "RunTask" && event.ph === "X" && threads.has(threadOf(event)));
}

/** The longest task of each page's main thread, in milliseconds of its own. */
export function longestTask(trace: Buffer): number {
  const tasks = tasksIn(eventsOf(trace), (name) => name === "CrRendererMain");
  if (tasks.length === 0) throw new Error("the browser’s trace names no task of the page’s thread");
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** Milliseconds of the threads between two moments: of a task that lies half within, its half. */
function timeWithin(tasks: readonly TraceEvent[], from: number, to: number): number {
  const times = tasks.map(({ ts, dur = 0, tdur = 0 }) => {
    const within = Math.min(to, ts + dur) - Math.max(from, ts);
    return within <= 0 || dur === 0 ? 0 : (tdur * within) / dur;
  });
  return times.reduce((sum, time) => sum + time, 0) / 1000;
}

/** Processor times of a stretch, in milliseconds. */
interface Stretch {
  readonly page: number; // of the page's own thread
  readonly workers: number;
  readonly drawing: number; // of the browser's threads that put pictures together
}

const timesOf = (events: readonly TraceEvent[]): ((from: number, to: number) => Stretch) => {
  const page = tasksIn(events, (name) => name === "CrRendererMain");
  const workers = tasksIn(events, (name) => WORKER.test(name));
  const drawing = tasksIn(events, (name) => DRAWS.test(name));
  return (from, to) => ({
    page: timeWithin(page, from, to),
    workers: timeWithin(workers, from, to),
    drawing: timeWithin(drawing, from, to),
  });
};

const momentsOf = (events: readonly TraceEvent[], mark: string): readonly number[] =>
  events
    .filter(({ name }) => name === mark)
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b);

/** For each stretch between two marks of the page (performance.mark). */
export function tasksOf(trace: Buffer, begin: string, end: string): readonly Stretch[] {
  const events = eventsOf(trace);
  const times = timesOf(events);
  const ends = momentsOf(events, end);
  return momentsOf(events, begin).map((from, i) => times(from, itemAt(ends, i, `mark of ${end}`)));
}

/** For each stretch from a mark to the next of the same name. */
export function tasksBetween(trace: Buffer, mark: string): readonly Stretch[] {
  const events = eventsOf(trace);
  const times = timesOf(events);
  const moments = momentsOf(events, mark);
  return moments.slice(1).map((to, i) => times(itemAt(moments, i, "mark"), to));
}
