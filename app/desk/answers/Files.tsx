/** Where the files of a class are dropped or chosen, how far they are read, and which were refused. */
import { useCallback, useRef } from "react";
import type { Assignment } from "../../../lessons/hand-in/assignment.ts";
import type { CheckedReport } from "../../../lessons/hand-in/check-report.ts";
import { classCsv, copiesNamed } from "../../../lessons/hand-in/class-table.ts";
import { download } from "../../controls/download.ts";
import { Drop, useDropsAnywhere } from "../../controls/Drop.tsx";
import { takeChosen } from "../../controls/take-drops.ts";
import { counted } from "../../words/numbers.ts";
import { addFiles, classFiles, forget, showInvented, stop } from "../class/class-files.ts";
import type { Wanted } from "../class/class-files.ts";
import { MOST_FILES } from "../class/opened-files.ts";
import type { ClassTable } from "../class/rows.ts";

const FILE_KINDS = ".html,.htm,.json,.txt,.zip,text/html,application/json,application/zip";

type Asked = Assignment["lessons"]; // empty where the assignment is not known
type OnFiles = (files: readonly File[]) => void;

interface ChooseProps {
  readonly className: string;
  readonly label: string;
  readonly onFiles: OnFiles;
}

function Choose({ className, label, onFiles }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        className="vh"
        type="file"
        multiple
        accept={FILE_KINDS}
        tabIndex={-1}
        aria-label="Files of the class"
        onChange={({ currentTarget }) => {
          const files = takeChosen(currentTarget);
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

/** Takes files of the class, those that are dropped beside the box, too. */
function useAdding(wanted: Wanted): OnFiles {
  const add = useCallback((files: readonly File[]): void => void addFiles(files, wanted), [wanted]);
  useDropsAnywhere(add);
  return add;
}

export function NoFiles({ wanted }: { readonly wanted: Wanted }) {
  const said = classFiles((state) => state.said);
  const add = useAdding(wanted);
  return (
    <Drop className="ans-none" onFiles={add}>
      <p className="ans-first">Drop the files of your class here.</p>
      <p>
        Up to {MOST_FILES} reports, as your platform or your mail saved them; zip files, too. This page runs each
        checkpoint again. It sends nothing, and it executes nothing that is in a file.
      </p>
      <div className="row">
        <Choose className="btn primary" label="Choose files" onFiles={add} />
        <button type="button" className="btn" onClick={() => void showInvented()}>
          Show an invented class
        </button>
      </div>
      <p className="error" role="alert">
        {said}
      </p>
    </Drop>
  );
}

/** Without it Excel reads the names of a class by an old table of letters. */
const BYTE_ORDER_MARK = "\ufeff";

const saveCsv = (reports: readonly CheckedReport[], asked: Asked): void =>
  download(
    new Blob([BYTE_ORDER_MARK, classCsv(copiesNamed(reports), asked)], { type: "text/csv" }),
    "roundtrip-class.csv",
  );

interface BarProps {
  readonly table: ClassTable;
  readonly wanted: Wanted;
  readonly asked: Asked;
}

function Progress({ done, left }: { readonly done: number; readonly left: number }) {
  return (
    <>
      <span>
        {done} of {counted(done + left, "file")} checked.
      </span>
      <progress value={done} max={done + left} aria-label="Files checked" />
      <button type="button" className="link" onClick={stop}>
        Stop
      </button>
    </>
  );
}

export function FilesBar({ table, wanted, asked }: BarProps) {
  const { reports, taken, left, said, invented } = classFiles();
  const { refused, older } = table;
  const add = useAdding(wanted);
  return (
    <>
      <Drop className="row ans-drop" onFiles={add}>
        {left > 0 ? (
          <Progress done={taken - left} left={left} />
        ) : (
          <span role="status">
            <b>
              {invented && "An invented class: nobody gave these answers. "}
              {reports.length - refused.length} of {counted(reports.length, "report")} read.
            </b>{" "}
            {refused.length > 0 && `${refused.length} refused: see below the table. `}
            {older.length > 0 && `${older.length} replaced by a newer file of the same student.`}
          </span>
        )}
        {left === 0 && (
          <span className="row ans-doors">
            <Choose className="link" label={invented ? "Choose files" : "Add files"} onFiles={add} />
            <button type="button" className="link" onClick={() => saveCsv(reports, asked)}>
              Save as CSV
            </button>
            <button type="button" className="link" onClick={forget}>
              Forget them
            </button>
          </span>
        )}
      </Drop>
      <p className="error" role="alert">
        {said}
      </p>
    </>
  );
}

const KINDS = {
  good: "does not count",
  old: "old",
  forged: "forged",
  foreign: "not of this class",
  damaged: "damaged",
} as const;

export function Refused({ table: { refused, older } }: { readonly table: ClassTable }) {
  if (refused.length + older.length === 0) return null;
  return (
    <details className="ans-refused">
      <summary>
        {counted(refused.length, "file")} refused
        {older.length > 0 && `, ${older.length} replaced`}
      </summary>
      <ul>
        {refused.map(({ file, kind, reasons }, i) => (
          <li key={`${i} ${file}`}>
            <b>{file}</b> ({KINDS[kind]}): {reasons.join(" ")}
          </li>
        ))}
        {older.map(({ file }, i) => (
          <li key={`older ${i} ${file}`}>
            <b>{file}</b> (older): the same student handed in a newer one.
          </li>
        ))}
      </ul>
    </details>
  );
}
