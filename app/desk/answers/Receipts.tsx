/** Receipts, pasted one or many: each is verified by running what it says. */
import { useState } from "react";
import { findLesson } from "../../../lessons/course.ts";
import { countsOf } from "../../../lessons/hand-in/class-table.ts";
import type { CheckedReport } from "../../../lessons/hand-in/check-report.ts";
import { verify } from "../class/class-files.ts";

const MOST = 100;
const BEGINS = "RT1.";

/** The receipts of a text, each from its beginning: mail breaks their lines, and people write between them. */
const receiptsIn = (text: string): readonly string[] => {
  const parts = text.split(/(?=RT1\.)/).map((part) => part.trim());
  const some = parts.filter((part) => part.startsWith(BEGINS));
  return some.length === 0 && text.trim() !== "" ? [text.trim()] : some;
};

function wordsOf(checked: CheckedReport): string {
  const { data, kind, reasons } = checked;
  if (data === null) return `Not verified (${kind}). ${reasons.join(" ")}`;
  const { right, predictions, passed, parts } = countsOf(checked);
  const who = data.student === "" ? "somebody without a name" : data.student;
  const title = findLesson(data.lesson)?.lesson.title ?? data.lesson;
  const of = data.assignment === "" ? "" : `, for the assignment “${data.assignment}”`;
  const day = new Date(data.saved * 1000).toLocaleDateString("en-GB", { dateStyle: "long" });
  const counts = `${right} of ${predictions} predictions right, ${passed} of ${parts} parts of the checkpoints passed`;
  const old = reasons.length === 0 ? "" : ` ${reasons.join(" ")}`;
  return `Verified: ${who} finished “${title}”${of}, on ${day}. ${counts}.${old}`;
}

export function Receipts() {
  const [text, setText] = useState("");
  const [said, setSaid] = useState<readonly string[]>([]);
  const [isRunning, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    const all = receiptsIn(text);
    setRunning(true);
    setSaid([]);
    for (const one of all.slice(0, MOST)) {
      const words = wordsOf(await verify(one));
      setSaid((before) => [...before, words]);
    }
    const left = all.length - MOST;
    if (left > 0) setSaid((before) => [...before, `${left} receipts more than ${MOST} were not run.`]);
    setRunning(false);
  };
  return (
    <details className="ans-receipts">
      <summary>Verify receipts</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning) void run();
        }}
      >
        <label className="stack">
          Paste one receipt, or many. Each is run again on this page.
          <textarea rows={4} value={text} spellCheck={false} onChange={({ target }) => setText(target.value)} />
        </label>
        <button type="submit" className="btn small" disabled={text.trim() === "" || isRunning}>
          {isRunning ? "The runs are being made" : "Verify"}
        </button>
      </form>
      <div role="status">
        {said.map((words, i) => (
          <p key={i}>{words}</p>
        ))}
      </div>
    </details>
  );
}
