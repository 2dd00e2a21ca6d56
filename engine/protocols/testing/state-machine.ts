/** Holds a state machine as data to the step function: which ways lead from state to state, and what they give. */
import { keyText, type Machine } from "../machine.ts";
import type { StateMachine } from "../state-machine.ts";

/** "calling results idle" -> what steps of that way gave, in any of them. */
export type Ways = Map<string, Set<string>>;

const wayOf = (ways: Ways, from: string, on: string, to: string): Set<string> => {
  const way = `${from} | ${on} | ${to}`;
  const gives = ways.get(way) ?? new Set();
  ways.set(way, gives);
  return gives;
};

/**
 * Every line that a table stands for, one for each of its states and inputs: "calling tick calling send call". Where
 * something is given besides if the packet asks for it, there is a line with it and one without.
 */
export const linesOf = ({ transitions }: StateMachine): readonly string[] =>
  transitions.flatMap(({ from, to, on, gives, asked }) =>
    from.flatMap((tag) =>
      on.flatMap((input) => {
        const line = [tag, input, to === "same" ? tag : to, ...gives].join(" ");
        return asked === undefined ? [line] : [line, `${line} ${asked}`];
      }),
    ),
  );

/** Every way that a table lists. */
export function listedWays({ transitions }: StateMachine): Ways {
  const ways: Ways = new Map();
  for (const { from, to, on, gives, asked } of transitions) {
    for (const tag of from) {
      for (const input of on) {
        const given = wayOf(ways, tag, input, to === "same" ? tag : to);
        for (const effect of [...gives, ...(asked === undefined ? [] : [asked])]) given.add(effect);
      }
    }
  }
  return ways;
}

/** Takes a step and notes the way, where it did anything at all. Gives the state after it. */
export function stepNoted<State, Input, Effect, Identity>(
  ways: Ways,
  machine: Machine<State, Input, Effect, Identity>,
  { state, input, now, wordOf }: { state: State; input: Input; now: number; wordOf: (effect: Effect) => string },
): State {
  const [after, effects] = machine.step(state, input, now);
  if (effects.length === 0 && keyText(after) === keyText(state)) return after;
  const given = wayOf(ways, machine.name(state), machine.input(input), machine.name(after));
  for (const effect of effects) given.add(wordOf(effect));
  return after;
}

/** Ways in a fixed order, to be compared. */
export const inLines = (ways: Ways): readonly string[] =>
  [...ways].map(([way, gives]) => `${way}: ${[...gives].sort().join(", ")}`).sort();
