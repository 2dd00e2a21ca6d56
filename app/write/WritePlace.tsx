/** Write the rule: the reader’s own client and server, which the search attacks; five levels. */
import { useEffect, useState } from "react";
import { LEVELS, type Level } from "../../engine/explore/written/levels.ts";
import { hrefOf } from "../setup/link-table.ts";
import { broughtBy } from "./brought.ts";
import { readKept, type KeptLevels } from "./kept-levels.ts";
import { LevelForm } from "./LevelForm.tsx";
import "./write.css";

interface Props {
  /** The number of the level; null, or one that is not there, for the first. */
  readonly level: string | null;
  readonly query: string;
}

const FIRST = 1;

export function WritePlace({ level: asked, query }: Props) {
  const level = LEVELS.find(({ number }) => String(number) === asked) ?? LEVELS[0];
  const [kept, setKept] = useState<KeptLevels>(readKept);
  const number = level?.number ?? FIRST;
  useEffect(() => setKept(readKept()), [number]);
  if (level === undefined) return null;
  const brought = broughtBy(query, level);
  return (
    <main className="write" id="write" tabIndex={-1}>
      <div className="write-head">
        <h1>Write the rule</h1>
        <p className="lede">
          You write what a client and a server do. A search attacks your rules with every fault that there can be, and
          shows you the shortest run that breaks them.
        </p>
      </div>
      <Levels at={level} kept={kept} />
      {asked !== null && String(level.number) !== asked && (
        <p className="error" role="status">
          There is no level {asked.slice(0, 20)}; there are 1 to {LEVELS.length}. This is level {level.number}.
        </p>
      )}
      {brought.problems.map((problem) => (
        <p key={problem} className="error" role="status">
          {problem}
        </p>
      ))}
      <h2>
        Level {level.number}: {level.title}
      </h2>
      <LevelForm
        key={`${level.number} ${query}`}
        level={level}
        brought={brought}
        onJudged={() => queueMicrotask(() => setKept(readKept()))}
      />
    </main>
  );
}

const stateOf = (kept: KeptLevels, { number }: Level): string => {
  const level = kept[number];
  return level?.solved === true ? "solved" : level?.tried === true ? "begun" : "";
};

/** The levels with the reader’s progress. */
function Levels({ at, kept }: { readonly at: Level; readonly kept: KeptLevels }) {
  return (
    <nav aria-label="Levels" className="write-levels">
      <ol className="row">
        {LEVELS.map((level) => {
          const state = stateOf(kept, level);
          return (
            <li key={level.number}>
              <a
                href={hrefOf("write", [String(level.number)])}
                aria-current={level.number === at.number ? "page" : undefined}
              >
                {level.title}
              </a>
              {state !== "" && <span className="note"> {state}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
