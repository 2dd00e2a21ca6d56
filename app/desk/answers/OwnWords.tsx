/** What students wrote to the teacher’s own question: a line each, for a teacher to read. */
import { isCounted } from "../../../lessons/hand-in/class-table.ts";
import type { CheckedReport } from "../../../lessons/hand-in/check-report.ts";

export function OwnWords({ reports }: { readonly reports: readonly CheckedReport[] }) {
  const questions = new Map<string, Map<string, string>>();
  for (const report of reports) {
    if (report.own === undefined || report.data === null || !isCounted(report)) continue;
    const { question, answer } = report.own;
    const of = questions.get(question) ?? new Map<string, string>();
    questions.set(question, of.set(report.data.student, answer));
  }
  return [...questions].map(([question, written]) => (
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
