/** What a link brings to a level, and what is wrong with it. It is taken once: a reload finds the reader’s own work. */
import { LIMITS } from "../../engine/protocols/written/program-limits.ts";
import { rulesAt, type Level } from "../../engine/explore/written/levels.ts";
import { cellOf, readRules, rulesText, type WrittenRules } from "../../engine/protocols/written/rules.ts";
import { lastOf } from "../setup/link-table.ts";
import { exactText } from "../words/numbers.ts";
import type { Earlier, KeptLevel } from "./kept-levels.ts";

/** What a link brings to a level, as far as it can be read. */
export interface Brought {
  readonly rules: string | null;
  readonly code: string | null;
  /** What is wrong with it: sentences. */
  readonly problems: readonly string[];
}

export const NOTHING_BROUGHT: Brought = { rules: null, code: null, problems: [] };

export function broughtBy(query: string, level: Level): Brought {
  const given = new URLSearchParams(query);
  const [rules, code] = [lastOf(given, "rules"), lastOf(given, "code")];
  const ofRules = rules === null ? NOTHING_BROUGHT : rulesBrought(rules === "book" ? "" : rules, level);
  const ofCode = code === null ? NOTHING_BROUGHT : codeBrought(code);
  return { rules: ofRules.rules, code: ofCode.code, problems: [...ofRules.problems, ...ofCode.problems] };
}

function rulesBrought(text: string, level: Level): Brought {
  const read = readRules(text);
  if ("problem" in read) {
    return { ...NOTHING_BROUGHT, problems: [`The link’s rules cannot be read, so yours stand here. ${read.problem}`] };
  }
  const given = read.said.filter((name) => !level.cells.includes(name) && read.rules[name] !== level.start[name]);
  const problems = given.map(
    (name) => `The link sets “${cellOf(name).label}”. Level ${level.number} gives this cell, so it stays as it is.`,
  );
  return { ...NOTHING_BROUGHT, rules: text, problems };
}

function codeBrought(code: string): Brought {
  if (code.length <= LIMITS.text) return { ...NOTHING_BROUGHT, code };
  const [length, most] = [exactText(code.length), exactText(LIMITS.text)];
  const problem = `The link’s program has ${length} characters, so yours stands here. It can have ${most} at most.`;
  return { ...NOTHING_BROUGHT, problems: [problem] };
}

/** The rules that a text says at a level; the level’s own where there is none, or it makes no sense. */
export function rulesFrom(level: Level, text: string | null): WrittenRules {
  const read = text === null ? null : readRules(text);
  return read !== null && "rules" in read ? rulesAt(level, read.rules) : level.start;
}

/** The state as the level opens: what is kept, or what a link brings, with the reader’s own one Undo away. */
export function opened(level: Level, kept: KeptLevel, { rules, code }: Brought): KeptLevel {
  const own = kept.rules ?? rulesText(level.start);
  if (code !== null && code !== kept.code) {
    const before: readonly Earlier[] = kept.code === null ? kept.before : [...kept.before, { code: kept.code }];
    return { ...kept, code, form: "code", before };
  }
  if (rules === null) return kept;
  const given = rulesText(rulesFrom(level, rules));
  return given === own ? kept : { ...kept, rules: given, form: "table", before: [...kept.before, { rules: own }] };
}

const TAKEN = "rulesTaken";

/** Whether this entry of the browser’s history has given its rules already. */
export function isTaken(): boolean {
  const state = window.history.state as unknown;
  return typeof state === "object" && state !== null && TAKEN in state;
}

/** Says so of this entry: a reload, or Back, finds what the reader has made of them. */
export function setTaken(): void {
  const state = window.history.state as unknown;
  const before = typeof state === "object" ? state : {};
  window.history.replaceState({ ...before, [TAKEN]: true }, "");
}
