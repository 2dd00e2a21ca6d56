/**
 * The report of this lesson’s answers: printed, or saved as a page for people that carries its data, or as data alone.
 * A finished lesson gives a receipt.
 */
import { useRef, useState } from "react";
import { findLesson } from "../../../lessons/course.ts";
import { readAssignment } from "../../../lessons/hand-in/assignment.ts";
import { dataText } from "../../../lessons/hand-in/report-data.ts";
import type { ReportData } from "../../../lessons/hand-in/report-data.ts";
import { receiptOf } from "../../../lessons/hand-in/receipt.ts";
import { download } from "../../controls/download.ts";
import { addressOf, currentPlace } from "../../setup/location.ts";
import { placeAt } from "../../setup/link-table.ts";
import { asksForOwn, ownStudent, usePresentation } from "../../setup/presentation.ts";
import { usePlainText } from "../text/Numbers.tsx";
import { useLesson, useRecord } from "../context.ts";
import { handedIn, headNow } from "./handed-in.ts";
import { reportHtml } from "./report.ts";
import { withEngine } from "./report-engine.ts";
import { keepStudent, LONGEST_STUDENT, useStudent } from "../../record/student.ts";

const UNFINISHED = "A receipt comes when the lesson is finished: some answers are missing.";

type Made = "page" | "data" | "print" | "receipt";

export function Report() {
  const { lesson } = useLesson();
  const [record] = useRecord();
  const plain = usePlainText();
  const frame = useRef<HTMLIFrameElement>(null);
  const [typed, presentation] = [useStudent(), usePresentation()];
  const own = ownStudent(presentation, typed);
  const student = own ?? typed;
  const [said, setSaid] = useState("");
  const [receipt, setReceipt] = useState("");
  const html = (data: ReportData): string =>
    reportHtml({
      lesson,
      title: findLesson(lesson.slug)?.lesson.title ?? lesson.slug,
      record,
      plain,
      data,
      date: new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" }),
      addressOf: (step) => addressOf(placeAt("lesson", [lesson.slug], { step: String(step) })),
    });
  const make = async (what: Made): Promise<void> => {
    const { assignment } = readAssignment(currentPlace().query);
    const head = headNow(lesson, assignment, student.trim(), own !== null);
    const data = await withEngine((engine) => handedIn(lesson, record, head, engine));
    const made = what === "receipt" ? receiptOf(lesson, data) : null;
    const name = `roundtrip-report-${lesson.slug}`;
    if (what === "page") download(new Blob([html(data)], { type: "text/html" }), `${name}.html`);
    else if (what === "data") download(new Blob([dataText(data)], { type: "application/json" }), `${name}.json`);
    else if (what === "receipt") setReceipt(made ?? "");
    else if (frame.current !== null) {
      frame.current.onload = () => frame.current?.contentWindow?.print();
      frame.current.srcdoc = html(data);
    }
    setSaid(what === "receipt" && made === null ? UNFINISHED : "");
  };
  const press = (what: Made) => (): void => {
    setSaid("Your checkpoints are run again for the report.");
    make(what).catch((error: unknown) => {
      setSaid(`The report cannot be made: ${error instanceof Error ? error.message : String(error)}`);
    });
  };
  const button = (what: Made, label: string) => (
    <button type="button" className="btn small" onClick={press(what)}>
      {label}
    </button>
  );
  return (
    <>
      <p>
        <label>
          Your name or code, for the report:{" "}
          <input
            value={student}
            maxLength={LONGEST_STUDENT}
            readOnly={own !== null || asksForOwn(presentation)} // the checkpoint asks for it
            onChange={({ target }) => keepStudent(target.value)}
          />
        </label>
      </p>
      <div className="row asked-row">
        {button("print", "Print a report")}
        {button("page", "Save the report")}
        {button("data", "Save it as data")}
        {button("receipt", "Make a receipt")}
      </div>
      <p className="note" role="status">
        {said}
      </p>
      {receipt !== "" && (
        <label className="stack">
          The receipt: whoever has it can run your answers again.
          <textarea readOnly rows={4} value={receipt} onFocus={({ target }) => target.select()} />
        </label>
      )}
      <iframe ref={frame} title="Report to print" className="vh" aria-hidden="true" tabIndex={-1} />
    </>
  );
}
