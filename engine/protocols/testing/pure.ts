/** For tests: what holds for each step of any machine. */
import { keyText } from "../machine.ts";
import type { HostStep } from "./ends-net.ts";
import { freeze, numbered } from "./plain-data.ts";

/** Steps that do not give the same again for the same input, change their input, or lead to what is no plain data. */
export const impure = <Took extends HostStep>(steps: readonly Took[]): readonly Took[] =>
  steps.filter(({ machine, before, input, after, effects, at }) => {
    const given = keyText([before, input]);
    const again = machine.step(freeze(before), freeze(input), at);
    const isSame = keyText(again) === keyText([after, effects]) && keyText([before, input]) === given;
    return !isSame || !isPlain(after);
  });

/** `undefined` and functions do not come through JSON. */
const isPlain = (data: unknown): boolean =>
  keyText(JSON.parse(JSON.stringify(numbered(data)))) === keyText(numbered(data));
