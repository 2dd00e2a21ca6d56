/** The verdict on the rules that stand there: found again after each change, a moment later. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Verdict } from "../../engine/explore/written/judge.ts";
import { Attacker, LONGEST_MS, Superseded, TooLong } from "./attack.ts";
import type { Text } from "./judge.worker.ts";

export type State =
  | { readonly tag: "rest" }
  | { readonly tag: "attacking" }
  | { readonly tag: "failed"; readonly message: string }
  | { readonly tag: "judged"; readonly verdict: Verdict; readonly text: Text };

/** After the last change; a program is typed letter by letter. */
const REST_MS = { table: 120, code: 700 } as const;

const messageOf = (error: unknown): string =>
  error instanceof TooLong
    ? `The attack was stopped: these rules keep it busy for more than ${LONGEST_MS / 1000} s. Look at loops, and at a state that grows.`
    : `The attack stopped: ${error instanceof Error ? error.message : String(error)}`;

interface Attacked {
  readonly state: State;
  readonly attack: (faults?: number) => void;
  readonly attacker: Attacker;
}

export function useVerdict(level: number, text: Text, onJudged: (verdict: Verdict) => void): Attacked {
  const [state, setState] = useState<State>({ tag: "rest" });
  const attacker = useMemo(() => new Attacker(), []);
  useEffect(() => () => attacker.end(), [attacker]);
  const turn = useRef(0);
  const told = useRef(onJudged);
  useEffect(() => void (told.current = onJudged));
  const words = "rules" in text ? text.rules : text.code;
  const isCode = "code" in text;
  const attack = useCallback(
    (faults?: number): void => {
      const mine = ++turn.current;
      const asked: Text = isCode ? { code: words } : { rules: words };
      setState({ tag: "attacking" });
      attacker.judge(level, asked, faults ?? null).then(
        (verdict) => {
          if (mine !== turn.current) return;
          setState({ tag: "judged", verdict, text: asked });
          told.current(verdict);
        },
        (error: unknown) => {
          if (mine !== turn.current || error instanceof Superseded) return;
          setState({ tag: "failed", message: messageOf(error) });
        },
      );
    },
    [attacker, level, words, isCode],
  );
  useEffect(() => {
    const timer = setTimeout(() => attack(), isCode ? REST_MS.code : REST_MS.table);
    return () => clearTimeout(timer);
  }, [attack, isCode]);
  return { state, attack, attacker };
}
