import { expect, it } from "vitest";
import { staysEnglish } from "./stays-english.ts";

it.each([
  ["drop call#1", "app/concept/again-items.ts"],
  ["crash server at {0}ns", "engine/experiments/tcp/answers.ts"],
  ["crowd-handle is-{0}", "app/crowd/CrowdHandles.tsx"],
  ["There is no host {0} on the medium.", "engine/systems/world/host.ts"],
  ["the sweep over {0}", "engine/experiments/check-description.ts"],
])("%s stays English in %s", (text, file) => {
  expect(staysEnglish(text, file)).toBe(true);
});

it.each([
  ["Lose the reply", "app/lesson/text/Tries.tsx"],
  ["too many collisions", "engine/hardware/campus-segment.ts"],
  ["drop the packet here", "app/timeline/handle/handles.ts"],
  ["There is no such lesson.", "app/lesson/NotHere.tsx"],
])("%s is translated in %s", (text, file) => {
  expect(staysEnglish(text, file)).toBe(false);
});
