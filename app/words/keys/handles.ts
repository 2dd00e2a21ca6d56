/** The keys that a thing answers to which one can take hold of in the timeline: for the help of the page. */
interface HandleKey {
  readonly id: string;
  readonly keys: readonly string[];
  readonly what: string;
  readonly where: "handles";
}

export const handleKeys = [
  {
    id: "handle-along",
    keys: ["←"],
    what: "earlier or shorter; → later or longer; with Shift finer",
    where: "handles",
  },
  { id: "handle-lose", keys: ["↓"], what: "lose the packet; ↑ or D copies it", where: "handles" },
  {
    id: "handle-snap",
    keys: ["Page Down"],
    what: "on to the next moment that matters; Page Up back",
    where: "handles",
  },
  { id: "handle-list", keys: ["Enter"], what: "list what can befall it, or crash the machine", where: "handles" },
  { id: "handle-reset", keys: ["Delete"], what: "take the change back, or set the default", where: "handles" },
] as const satisfies readonly HandleKey[];
