/** The reader’s rules of a level: kept in this browser, with undo; a link may bring others. */
import { useCallback, useEffect, useMemo, useState } from "react";
import { rulesAt, type Level } from "../../engine/explore/written/levels.ts";
import { programOf } from "../../engine/protocols/written/program-of.ts";
import { rulesText, type CellName, type WrittenRules } from "../../engine/protocols/written/rules.ts";
import { isTaken, NOTHING_BROUGHT, opened, rulesFrom, setTaken, type Brought } from "./brought.ts";
import { keepLevel, NOTHING_KEPT, readKept, type Earlier, type KeptLevel } from "./kept-levels.ts";

export interface Rules {
  readonly kept: KeptLevel;
  readonly rules: WrittenRules;
  /** The reader’s program; the table’s where they have written none. */
  readonly code: string;
  /** False where this browser keeps nothing. */
  readonly isKept: boolean;
  readonly set: (cell: CellName, value: string) => void;
  readonly setRules: (rules: WrittenRules) => void;
  /** Each letter that is typed: the editor has an undo of its own. */
  readonly setCode: (code: string) => void;
  /** Puts a whole program in the place of the reader’s; Undo brings theirs back. */
  readonly putCode: (code: string) => void;
  readonly setForm: (form: KeptLevel["form"]) => void;
  readonly undo: (() => void) | null;
  /** Back to what the level begins with; Undo brings the reader’s back. */
  readonly startAgain: () => void;
  readonly judged: (solved: boolean) => void;
}

const MOST_UNDO = 50;

export function useRules(level: Level, brought: Brought): Rules {
  const { number } = level;
  const [kept, setKept] = useState(() =>
    opened(level, readKept()[number] ?? NOTHING_KEPT, isTaken() ? NOTHING_BROUGHT : brought),
  );
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
  const isBrought = brought.rules !== null || brought.code !== null;
  useEffect(() => {
    if (!isBrought) return;
    change((now) => ({ ...now })); // keeps what the link has brought
    setTaken();
  }, [isBrought, change]);
  const rules = useMemo(() => rulesFrom(level, kept.rules), [level, kept.rules]);
  const code = useMemo(() => kept.code ?? programOf(rules), [kept.code, rules]);
  const put = (text: string): void =>
    change((now) => {
      const own = now.rules ?? rulesText(level.start);
      return text === own ? now : { ...now, rules: text, before: pushed(now.before, { rules: own }) };
    });
  const setCode = useCallback((text: string): void => change((now) => ({ ...now, code: text })), [change]);
  const putCode = (text: string): void =>
    change((now) => (text === code ? now : { ...now, code: text, before: pushed(now.before, { code }) }));
  return {
    kept,
    rules,
    code,
    isKept,
    set: (cell, value) => put(rulesText({ ...rules, [cell]: value })),
    setRules: (all) => put(rulesText(rulesAt(level, all))),
    setCode,
    putCode,
    setForm: (form) => change((now) => ({ ...now, form })),
    undo: kept.before.length === 0 ? null : () => change(undone),
    startAgain: () => {
      if (kept.form === "table") put(rulesText(level.start));
      else putCode(programOf(level.start));
    },
    judged: useCallback(
      (solved) =>
        change((now) =>
          now.tried && (now.solved || !solved) ? now : { ...now, tried: true, solved: now.solved || solved },
        ),
      [change],
    ),
  };
}

/** What stood there before the last change, in the form that it had. */
export function undone(now: KeptLevel): KeptLevel {
  const last = now.before.at(-1);
  if (last === undefined) return now;
  const form = "code" in last ? "code" : "table";
  return { ...now, ...last, form, before: now.before.slice(0, -1) };
}

const pushed = (before: readonly Earlier[], one: Earlier): readonly Earlier[] => [...before, one].slice(-MOST_UNDO);
