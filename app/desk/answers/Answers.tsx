/** The answers of a class: files, what needs a person, the table, and why a cell shows what it shows. */
import { useCallback, useMemo, useState } from "react";
import { aboutLesson } from "../../../lessons/about.ts";
import type { Assignment } from "../../../lessons/hand-in/assignment.ts";
import { AnswerTable } from "./AnswerTable.tsx";
import type { ChosenCell } from "./AnswerTable.tsx";
import { classFiles } from "../class/class-files.ts";
import type { Wanted } from "../class/class-files.ts";
import { Details } from "./Details.tsx";
import { FilesBar, NoFiles, Refused } from "./Files.tsx";
import { Legend } from "./Pictured.tsx";
import { OwnWords } from "./OwnWords.tsx";
import { Receipts } from "./Receipts.tsx";
import { classTable } from "../class/rows.ts";
import type { ClassTable } from "../class/rows.ts";
import { SummaryLines } from "./SummaryLines.tsx";

const NOTHING: Assignment["lessons"] = [];

/** More columns than a screen has room for are chosen by lesson. */
const MOST_COLUMNS = 12;

/** The lessons that are shown at first: as many as there is room for, one at least. */
function firstShown({ lessons, columns }: ClassTable): readonly string[] {
  const shown: string[] = [];
  let count = 0;
  for (const { slug } of lessons) {
    count += columns.filter(({ lesson }) => lesson.slug === slug).length;
    if (count > MOST_COLUMNS && shown.length > 0) break;
    shown.push(slug);
  }
  return shown;
}

interface LessonsProps {
  readonly table: ClassTable;
  readonly shown: readonly string[];
  readonly onShown: (shown: readonly string[]) => void;
}

function Lessons({ table: { lessons }, shown, onShown }: LessonsProps) {
  if (lessons.length < 2) return null;
  const all = lessons.map(({ slug }) => slug);
  const press = (slug: string): void =>
    onShown(shown.includes(slug) ? shown.filter((one) => one !== slug) : [...shown, slug]);
  return (
    <div className="row ans-lessons" role="group" aria-label="Lessons in the table">
      {lessons.map(({ slug, title }) => (
        <button
          key={slug}
          type="button"
          className="toggle"
          aria-pressed={shown.includes(slug)}
          aria-label={`Lesson ${aboutLesson(slug).number}, ${title}`}
          title={title}
          onClick={() => press(slug)}
        >
          {aboutLesson(slug).number}
        </button>
      ))}
      {shown.length < all.length && (
        <button type="button" className="link" onClick={() => onShown(all)}>
          all {all.length} lessons
        </button>
      )}
    </div>
  );
}

function OfClass({ table }: { readonly table: ClassTable }) {
  const [wish, setWish] = useState<readonly string[] | null>(null);
  const [chosen, setChosen] = useState<ChosenCell | null>(null);
  const choose = useCallback((one: ChosenCell) => setChosen(one), []);
  const first = useMemo(() => firstShown(table), [table]);
  const shown = wish ?? first;
  const columns = useMemo(
    () => table.columns.filter(({ lesson }) => shown.includes(lesson.slug)),
    [table.columns, shown],
  );
  const row = table.rows.find(({ key }) => key === chosen?.row);
  const column = columns.find(({ key }) => key === chosen?.column);
  return (
    <>
      <SummaryLines table={table} />
      <Lessons table={table} shown={shown} onShown={setWish} />
      <AnswerTable rows={table.rows} columns={columns} chosen={chosen} onChoose={choose} />
      <Legend />
      {row !== undefined && column !== undefined ? (
        <Details row={row} column={column} />
      ) : (
        <p className="ans-details note">Choose a cell: here stands why it shows what it shows.</p>
      )}
    </>
  );
}

interface Props {
  /** The assignment that is on the desk; any where it has no name. */
  readonly wanted: Wanted;
  /** Its lessons; none where it has no name. */
  readonly asked: Assignment["lessons"];
}

export function Answers({ wanted, asked }: Props) {
  const { reports, lessons, left, invented } = classFiles();
  const ofDesk = invented ? NOTHING : asked;
  const table = useMemo(() => classTable(reports, lessons, ofDesk), [reports, lessons, ofDesk]);
  return (
    <>
      {reports.length === 0 && left === 0 ? (
        <NoFiles wanted={wanted} />
      ) : (
        <>
          <FilesBar table={table} wanted={wanted} asked={ofDesk} />
          {table.rows.length > 0 && <OfClass table={table} />}
          <OwnWords reports={reports} />
          <Refused table={table} />
        </>
      )}
      <Receipts />
    </>
  );
}
