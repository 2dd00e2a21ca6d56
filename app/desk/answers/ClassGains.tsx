/** The files of a class: what was gained by item and by belief, and what each item needs. Nothing leaves the page. */
import { itemAt } from "../../../engine/kernel/reads.ts";
import { useCallback, useRef, useState } from "react";
import { useDropsAnywhere } from "../../controls/Drop.tsx";
import { takeChosen } from "../../controls/take-drops.ts";
import { PlainTable } from "../../controls/PlainTable.tsx";
import { gainOf } from "../../concept/gain.ts";
import type { BeliefGain, ClassGain, ItemGain } from "../../concept/gain.ts";
import { ITEMS } from "../../concept/items.ts";
import { LARGEST, readFile } from "../../concept/sitting.ts";
import type { Sittings } from "../../concept/sitting.ts";
import { NEEDS } from "../../concept/types.ts";
import { MOST_FILES } from "../class/opened-files.ts";
import "../../styles/board.css";

interface Read {
  readonly records: readonly Sittings[];
  readonly refused: readonly string[];
}

const textOf = (file: File): Promise<string> =>
  file.size > 4 * LARGEST ? Promise.resolve(" ".repeat(LARGEST + 1)) : file.text();

/** Reads files, each once: of a person who is there twice the later file counts. */
async function readAll(files: readonly File[]): Promise<Read> {
  const byCode = new Map<string, Sittings>();
  const refused: string[] = [];
  for (const [i, file] of files.slice(0, MOST_FILES).entries()) {
    const read = readFile(await textOf(file).catch(() => ""));
    if (typeof read === "string") refused.push(`${file.name}: ${read}`);
    else byCode.set(read.code === "" ? `file ${i}` : read.code, read);
  }
  const more = files.length - MOST_FILES;
  if (more > 0) refused.push(`${more} files more than ${MOST_FILES} were not read.`);
  return { records: [...byCode.values()], refused };
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const gainText = (gain: number | null): string => (gain === null ? "all were right" : percent(gain));

const itemRow = ({ about, before, after, gain, answered }: ItemGain): readonly string[] => [
  about,
  percent(before),
  percent(after),
  gainText(gain),
  String(answered),
];
const beliefRow = ({ says, before, after, answered }: BeliefGain): readonly string[] => [
  says,
  percent(before),
  percent(after),
  String(answered),
];

interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Words in the first column, numbers or words in the others. */
function Table({ caption, head, rows, words = false }: TableProps & { readonly words?: boolean }) {
  const [name = "", ...others] = head;
  return (
    <PlainTable
      label={caption}
      caption={caption}
      columns={[
        { head: name, cells: "left words" },
        ...others.map((title) => ({ head: title, cells: words ? "left words" : "", label: title })),
      ]}
      rows={rows.map((cells) => ({ key: itemAt(cells, 0, "cell"), cells }))}
    />
  );
}

function Gains({ gain }: { readonly gain: ClassGain }) {
  if (gain.people === 0) return <p>Nobody has handed in both sittings yet.</p>;
  return (
    <>
      <Table
        caption={`Right answers of ${gain.people} ${gain.people === 1 ? "person" : "people"}`}
        head={["item", "before", "after", "gained of what could be", "answered"]}
        rows={[...gain.items, gain.all].map(itemRow)}
      />
      <Table
        caption="Beliefs: how often each was chosen where it could be"
        head={["belief", "before", "after", "could show it twice"]}
        rows={gain.beliefs.map(beliefRow)}
      />
    </>
  );
}

export function ClassGains() {
  const input = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState<Read | null>(null);
  const gain = read === null ? null : gainOf(read.records);
  const take = useCallback((files: readonly File[]): void => void readAll(files).then(setRead), []);
  useDropsAnywhere(take);
  return (
    <div className="ans-gains">
      <p>
        Each student saves the answers as a file after the second sitting. Choose all files together, up to {MOST_FILES}
        . They stay on this page.
      </p>
      <p>
        <button type="button" className="btn" onClick={() => input.current?.click()}>
          Choose files
        </button>
        <input
          ref={input}
          type="file"
          multiple
          className="vh"
          tabIndex={-1}
          accept=".json,application/json"
          aria-label="Files of the concept test"
          onChange={({ currentTarget }) => {
            const files = takeChosen(currentTarget);
            if (files.length > 0) take(files);
          }}
        />
      </p>
      <div role="status">
        {gain !== null && <Gains gain={gain} />}
        {gain !== null && gain.unfinished > 0 && <p>{gain.unfinished} handed in the first sitting alone, or none.</p>}
        {read !== null && read.refused.length > 0 && (
          <ul className="error">
            {read.refused.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
        )}
      </div>
      <Table
        words
        caption="What each item needs: the same in both forms"
        head={["item", "one must"]}
        rows={ITEMS.map(({ about, forms }) => [about, forms.a.needs.map((need) => NEEDS[need]).join("; ")])}
      />
    </div>
  );
}
