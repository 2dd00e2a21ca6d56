/** Settings in words: for captions, for the names of runs, for the head of a stage. */
import { translated } from "../language/text.ts";
import { changedParameters } from "../../engine/experiments/settings.ts";
import type { Param, ParamValue } from "../../engine/experiments/types.ts";
import { exactText } from "../words/numbers.ts";
import { inSentence } from "../language/in-sentence.ts";
import { isCounted, ofCount } from "../words/sentences.ts";
import { millisText } from "../words/times.ts";
import { unitText } from "../words/units.ts";
import { experimentOf } from "./setup.ts";
import type { Setup } from "./setup.ts";

/**
 * A count is translated whole where it can be: "400 calls", and "calls" by itself may be a verb. A language that lacks
 * the singular says the plural.
 */
function countText(number: number, label: string): string {
  const names = [ofCount(label, number), label];
  const known = (english: string): string | undefined => {
    const text = translated(english);
    return text === english ? undefined : text;
  };
  const count = exactText(number);
  const whole = names.map((name) => known(`${count} ${name}`)).find((text) => text !== undefined);
  return whole ?? `${count} ${names.map(known).find((text) => text !== undefined) ?? names[0]}`;
}

/** "400 calls", "slow callee 3", "network speed 100 Mbit/s", "1 % dead among them", "ethernet segment shared". */
export function settingText(param: Param, value: ParamValue | undefined): string {
  const label = inSentence(param.label);
  if (param.kind === "choice") {
    const option = param.options.find((one) => one.value === value) ?? param.own;
    return `${translated(label)} ${translated(inSentence(option?.label ?? String(value)))}`;
  }
  const number = Number(value);
  if (param.share === true) return `${exactText(100 * number)} % ${translated(label)}`;
  if (label.startsWith(`${param.unit} `)) return countText(number, label);
  if (param.unit === "ms") return `${translated(label)} ${millisText(number)}`;
  if (param.unit !== "") {
    const unit = number === 1 && /^[a-z]{3,}s$/.test(param.unit) ? param.unit.slice(0, -1) : param.unit;
    return `${translated(label)} ${exactText(number)} ${translated(unitText(unit))}`;
  }
  return isCounted(label) ? countText(number, label) : `${translated(label)} ${exactText(number)}`;
}

/** Every parameter that is not at its default. */
export function changedTexts(setup: Setup): readonly string[] {
  const experiment = experimentOf(setup);
  return Object.entries(changedParameters(experiment, setup.parameters)).flatMap(([key, value]) => {
    const param = experiment.params[key];
    return param === undefined ? [] : [settingText(param, value)];
  });
}

/** The settings that differ from the defaults, in words: "8 caller threads, drop result#1, seed 1". */
export const setText = (setup: Setup): string =>
  [...changedTexts(setup), ...setup.faults, translated(`seed ${setup.seed}`)].join(", ");
