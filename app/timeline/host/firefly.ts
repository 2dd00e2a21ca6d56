/** The two Fireflies: the caller's outstanding calls, the server's call table with the results that it keeps. */
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import type { CallerState } from "../../../engine/protocols/firefly/caller.ts";
import type { ActivityState } from "../../../engine/protocols/firefly/server.ts";
import { CALLER_MACHINE, SERVER_MACHINE } from "../../../engine/protocols/firefly/states.ts";
import { CALLER_OPTIONS, serverOptions } from "../../../engine/systems/firefly/options.ts";
import { replayFirefly } from "../../../engine/systems/firefly/replay.ts";
import type { Change, FireflyStory, History, HostStory } from "../../../engine/systems/firefly/replay.ts";
import { counted, durationText } from "../numbers.ts";
import { conditionAt } from "./condition.ts";
import type { Condition } from "./condition.ts";
import type { Entry, Field, HostView } from "./view.ts";

const known = new WeakMap<TraceData, FireflyStory>();

function storyOf(trace: TraceData): FireflyStory {
  const before = known.get(trace);
  if (before !== undefined) return before;
  const story = replayFirefly(trace);
  known.set(trace, story);
  return story;
}

type State = CallerState | ActivityState;

export function fireflyView(trace: TraceData, machine: string, time: number): HostView | null {
  const story = storyOf(trace);
  const condition = conditionAt(trace, machine, time);
  if (machine === "caller") {
    return viewOf(story.caller, { machine, time, condition, title: "Outstanding calls", incarnation: "address space" });
  }
  if (machine !== "server") return null;
  return viewOf(story.server, { machine, time, condition, title: "Call table", incarnation: "binding exported" });
}

interface Asked {
  readonly machine: string;
  readonly time: number;
  readonly condition: Condition;
  readonly title: string;
  readonly incarnation: string;
}

function viewOf({ power, activities }: HostStory<State>, asked: Asked): HostView {
  const { machine, time, condition, title } = asked;
  const { up } = condition;
  const incarnation = power.findLast(({ at }) => at <= time + 0.5)?.incarnation ?? 1;
  const own: Field = { name: asked.incarnation, value: up ? String(incarnation) : "none" };
  const entries = activities.flatMap((history) => entryOf(history, machine, time, up));
  return { machine, title, ...condition, fields: [own], entries };
}

function entryOf(history: History<State>, machine: string, time: number, up: boolean): readonly Entry[] {
  const { activity, changes } = history;
  const at = changes.findLastIndex((change) => change.at <= time + 0.5);
  const change = changes[at];
  // What a crash took away is told as long as the machine is down; after that it is another machine.
  if (change === undefined || (change.state === null && up)) return [];
  const { machine: number, space, thread } = activity;
  const key = `${number}.${space}.${thread}`;
  const before = changes[at - 1]?.state?.tag ?? "";
  const what = machine === "caller" ? callerWords(change.state) : serverWords(change.state);
  return [
    {
      key,
      name: `caller thread ${thread}`,
      state: change.state?.tag ?? "lost",
      what,
      call: change.state === null || change.state.tag === "idle" ? 0 : change.call,
      fields: [{ name: "activity", value: key }, ...fieldsOf(change, time)],
      became: { at: change.at, from: before, on: change.on, cause: change.cause },
    },
  ];
}

const LOST = "the crash took it away";

const callerWords = (state: State | null): string =>
  CALLER_MACHINE.states.find(({ tag }) => tag === state?.tag)?.what ?? LOST;
const serverWords = (state: State | null): string =>
  SERVER_MACHINE.states.find(({ tag }) => tag === state?.tag)?.what ?? LOST;

const hint = (thread: number): Field => ({
  name: "server thread, a hint",
  value: thread === 0 ? "none yet" : String(thread),
});

function fieldsOf({ state }: Change<State>, time: number): readonly Field[] {
  if (state === null || state.tag === "new") return [];
  const sequence: Field = { name: "sequence number", value: String(state.sequence) };
  const due = (name: string, at: number): Field => ({ name, value: `in ${durationText(at - time)}`, at });
  switch (state.tag) {
    case "idle":
      return [sequence, hint(state.serverThread)];
    case "calling":
      return [
        sequence,
        hint(state.serverThread),
        { name: "binding", value: String(state.call.binding) },
        { name: "sent", value: `${counted(state.sends, "time")} of ${CALLER_OPTIONS.sendLimit} at most` },
        due("sent again at", state.deadline),
      ];
    case "waiting":
      return [
        sequence,
        hint(state.serverThread),
        { name: "probes unanswered", value: `${state.unanswered} of ${CALLER_OPTIONS.sendLimit} at most` },
        { name: "between probes", value: durationText(state.interval) },
        due("next probe at", state.deadline),
      ];
    case "executing":
      return [sequence, { name: "arguments", value: counted(state.call.data.length, "byte") }];
    case "retaining":
      return [
        sequence,
        { name: "result kept", value: counted(state.result.data.length, "byte") },
        { name: "sent", value: `${counted(state.sends, "time")} of ${serverOptions(1).sendLimit} at most` },
        due("sent again at", state.deadline),
      ];
    case "settled":
      return [sequence, { name: "result kept", value: "none" }];
  }
}
