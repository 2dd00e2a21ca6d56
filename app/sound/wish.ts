/** Whether the reader wants to hear runs. */
import { keptSwitch } from "../controls/kept-switch.ts";

export const { use: useSoundWish, toggle: toggleSound } = keptSwitch("roundtrip-sound");
