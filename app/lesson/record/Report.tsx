/** The report of this lesson's answers: printed, or saved as a file that needs no other. */
import { useRef } from "react";
import { findLesson } from "../../../lessons/course.ts";
import { download } from "../../controls/download.ts";
import { addressOf } from "../../setup/location.ts";
import { placeAt } from "../../setup/link-table.ts";
import { usePlainText } from "../text/Numbers.tsx";
import { useLesson, useRecord } from "../context.ts";
import { reportHtml } from "./report.ts";

export function Report() {
  const { lesson } = useLesson();
  const [record] = useRecord();
  const plain = usePlainText();
  const frame = useRef<HTMLIFrameElement>(null);
  const html = (): string =>
    reportHtml({
      lesson,
      title: findLesson(lesson.slug)?.lesson.title ?? lesson.slug,
      record,
      plain,
      version: __ROUNDTRIP_VERSION__,
      date: new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" }),
      addressOf: (step) => addressOf(placeAt("lesson", [lesson.slug], { step: String(step) })),
    });
  const print = (): void => {
    if (frame.current === null) return;
    frame.current.onload = () => frame.current?.contentWindow?.print();
    frame.current.srcdoc = html();
  };
  return (
    <>
      <div className="row asked-row">
        <button type="button" className="btn small" onClick={print}>
          Print a report
        </button>
        <button
          type="button"
          className="btn small"
          onClick={() => download(new Blob([html()], { type: "text/html" }), `roundtrip-report-${lesson.slug}.html`)}
        >
          Save the report
        </button>
      </div>
      <iframe ref={frame} title="Report to print" className="vh" aria-hidden="true" tabIndex={-1} />
    </>
  );
}
