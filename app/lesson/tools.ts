/** The one door of a lesson: behind it stands what no step needs, until a reader opens it. It stays as it was left. */
import { keptSwitch } from "../controls/kept-switch.ts";

export const { use: useTools, toggle: toggleTools } = keptSwitch("roundtrip-tools");

/** Whether the call of a step waits for *Play*; without it, it flies once by itself when the step opens. */
export const { use: useStands, toggle: toggleStands } = keptSwitch("roundtrip-stands");
