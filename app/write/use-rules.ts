/** The reader’s rules of a level: kept in this browser, with undo; a link may bring others. */
import { useCallback, useMemo, useState } from "react";
import { rulesAt, type Level } from "../../engine/explore/written/levels.ts";
import { readRules, rulesText, type CellName, type WrittenRules } from "../../engine/protocols/written/rules.ts";
import { FIRST_CODE } from "./example-code.ts";
import { keepLevel, NOTHING_KEPT, readKept, type KeptLevel } from "./kept.ts";

export interface Rules {
  readonly kept: KeptLevel;
  readonly rules: WrittenRules;
  readonly code: string;
  /** False where this browser keeps nothing. */
  readonly isKept: boolean;
  readonly set: (cell: CellName, value: string) => void;
  readonly setRules: (rules: WrittenRules) => void;
  readonly setCode: (code: string) => void;
  readonly setForm: (form: KeptLevel["form"]) => void;
  readonly undo: (() => void) | null;
  /** Back to what the level begins with; Undo brings the reader’s back. */
  readonly startAgain: () => void;
  readonly judged: (solved: boolean) => void;
}

const MOST_UNDO = 50;

/** The rules that a text says at a level; the level’s own where it makes no sense. */
export function rulesFrom(level: Level, text: string | null): WrittenRules {
  const read = text === null ? null : readRules(text);
  return read !== null && "rules" in read ? rulesAt(level, read.rules) : level.start;
}

/** What a link brings to a level. */
export interface Brought {
  readonly rules: string | null;
  readonly code: string | null;
}

/** The state as the level opens: what is kept, or what a link brings, with the reader’s own one Undo away. */
export function opened(level: Level, kept: KeptLevel, { rules, code }: Brought): KeptLevel {
  const own = kept.rules ?? rulesText(level.start);
  if (code !== null && code !== kept.code) {
    const before = kept.code === null ? kept.before : [...kept.before, asCode(kept.code)];
    return { ...kept, code, form: "code", before };
  }
  const text = rules === "book" ? "" : rules;
  if (text === null || "problem" in readRules(text)) return kept;
  const given = rulesText(rulesFrom(level, text));
  return given === own ? kept : { ...kept, rules: given, form: "table", before: [...kept.before, asRules(own)] };
}

const asRules = (text: string): string => `r${text}`;
const asCode = (text: string): string => `c${text}`;

export function useRules(level: Level, brought: Brought): Rules {
  const { number } = level;
  const [kept, setKept] = useState(() => opened(level, readKept()[number] ?? NOTHING_KEPT, brought));
  const [isKept, setIsKept] = useState(true);
  const change = useCallback(
    (how: (before: KeptLevel) => KeptLevel): void =>
      setKept((before) => {
        const after = how(before);
        queueMicrotask(() => setIsKept(keepLevel(number, after)));
        return after;
      }),
    [number],
  );
  const rules = useMemo(() => rulesFrom(level, kept.rules), [level, kept.rules]);
  const code = kept.code ?? FIRST_CODE;
  const put = (text: string): void =>
    change((now) => {
      const own = now.rules ?? rulesText(level.start);
      return text === own ? now : { ...now, rules: text, before: pushed(now.before, asRules(own)) };
    });
  const setCode = useCallback((text: string): void => change((now) => ({ ...now, code: text })), [change]);
  const last = kept.before.at(-1);
  const undo = (): void =>
    change((now) => {
      const before = now.before.slice(0, -1);
      const text = now.before.at(-1) ?? "r";
      return text.startsWith("c")
        ? { ...now, code: text.slice(1), form: "code", before }
        : { ...now, rules: text.slice(1), form: "table", before };
    });
  const startAgain = (): void => {
    if (kept.form === "table") put(rulesText(level.start));
    else change((now) => ({ ...now, code: null, before: pushed(now.before, asCode(now.code ?? FIRST_CODE)) }));
  };
  return {
    kept,
    rules,
    code,
    isKept,
    set: (cell, value) => put(rulesText({ ...rules, [cell]: value })),
    setRules: (all) => put(rulesText(rulesAt(level, all))),
    setCode,
    setForm: (form) => change((now) => ({ ...now, form })),
    undo: last === undefined ? null : undo,
    startAgain,
    judged: useCallback(
      (solved) =>
        change((now) =>
          now.tried && (now.solved || !solved) ? now : { ...now, tried: true, solved: now.solved || solved },
        ),
      [change],
    ),
  };
}

const pushed = (before: readonly string[], text: string): readonly string[] => [...before, text].slice(-MOST_UNDO);
