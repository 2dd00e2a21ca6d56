/** The keys that timeline, event list and waterfall answer to while they have the focus: for the help of the page. */
interface TimelineKey {
  readonly id: string;
  readonly keys: readonly string[];
  readonly what: string;
  readonly where: "timeline" | "search" | "events" | "waterfall";
}

export const timelineKeys = [
  { id: "play", keys: ["Space"], what: "play or pause", where: "timeline" },
  { id: "reverse", keys: ["R"], what: "play backwards or pause", where: "timeline" },
  { id: "run-to", keys: ["G"], what: "run to the chosen event; Shift G back to the one before", where: "timeline" },
  { id: "back", keys: [","], what: "back to the event before", where: "timeline" },
  { id: "forward", keys: ["."], what: "on to the next event", where: "timeline" },
  { id: "start", keys: ["Home"], what: "to the start of the call; End to its end", where: "timeline" },
  { id: "zoom-in", keys: ["W"], what: "zoom in; S out; 0 fits the call", where: "timeline" },
  { id: "pan", keys: ["A"], what: "pan to the left; D to the right", where: "timeline" },
  { id: "cause", keys: ["Ctrl", "←"], what: "select the cause of what is selected", where: "timeline" },
  { id: "effect", keys: ["Ctrl", "→"], what: "select its effect", where: "timeline" },
  { id: "fault-1", keys: ["1"], what: "drop the selected packet, or crash the machine looked at", where: "timeline" },
  { id: "fault-2", keys: ["2"], what: "duplicate it, or restart the machine", where: "timeline" },
  { id: "fault-3", keys: ["3"], what: "delay it, or slow the machine", where: "timeline" },
  { id: "fault-4", keys: ["4"], what: "reorder it: let the next packet overtake it", where: "timeline" },
  { id: "host", keys: ["H"], what: "look at a machine; again at the next, then at none", where: "timeline" },
  { id: "search", keys: ["/"], what: "search the trace", where: "timeline" },
  { id: "clear", keys: ["Esc"], what: "select nothing", where: "timeline" },
  { id: "found-next", keys: ["Enter"], what: "the next that was found; Shift Enter the one before", where: "search" },
  { id: "found-leave", keys: ["Esc"], what: "find nothing; again, back to the timeline", where: "search" },
  { id: "row", keys: ["↓"], what: "next event; ↑ the one before", where: "events" },
  { id: "select", keys: ["Enter"], what: "select the event", where: "events" },
  { id: "tree-open", keys: ["→"], what: "open an item of the tree; ← close it", where: "events" },
  { id: "event-ends", keys: ["Home"], what: "the first event of all; End the last", where: "events" },
  { id: "event-cause", keys: ["Ctrl", "←"], what: "go to its cause; Ctrl → to its effect", where: "events" },
  { id: "step-row", keys: ["↓"], what: "next row; ↑ the one before; Page Down ten on", where: "waterfall" },
  { id: "step-choose", keys: ["Enter"], what: "choose the row and open its sources", where: "waterfall" },
  { id: "step-ends", keys: ["Home"], what: "the first row; End the last", where: "waterfall" },
] as const satisfies readonly TimelineKey[];
