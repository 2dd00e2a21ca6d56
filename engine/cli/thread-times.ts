/** Processor times of a page's threads, from a browser's trace: other work of the machine does not count in them. */

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

/** For each stretch between two marks of the page (performance.mark): the times of its thread and of its workers. */
export function tasksOf(
  trace: Buffer,
  begin: string,
  end: string,
): readonly { readonly page: number; readonly workers: number }[] {
  const events = eventsOf(trace);
  const page = tasksIn(events, (name) => name === "CrRendererMain");
  const workers = tasksIn(events, (name) => WORKER.test(name));
  const at = (mark: string): readonly number[] =>
    events
      .filter(({ name }) => name === mark)
      .map(({ ts }) => ts)
      .toSorted((a, b) => a - b);
  const ends = at(end);
  return at(begin).map((from, i) => {
    const to = ends[i] ?? from;
    return { page: timeWithin(page, from, to), workers: timeWithin(workers, from, to) };
  });
}
