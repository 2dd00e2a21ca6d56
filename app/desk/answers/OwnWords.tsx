/** What students wrote to the teacher’s own question: a line each, for a teacher to read. */
import { ownWords } from "../../../lessons/hand-in/class-table.ts";
import type { CheckedReport } from "../../../lessons/hand-in/check-report.ts";

export function OwnWords({ reports }: { readonly reports: readonly CheckedReport[] }) {
  return [...ownWords(reports)].map(([question, written]) => (
    <section key={question} aria-label="Your own question">
      <h3>{question}</h3>
      <dl>
        {[...written].map(([student, answer]) => (
          <div key={student}>
            <dt>
              <b>{student}</b>
            </dt>
            <dd>{answer === "" ? "no answer yet" : answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
