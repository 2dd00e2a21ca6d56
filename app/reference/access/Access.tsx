import { PlainTable } from "../../controls/PlainTable.tsx";
import { countsOf, type Chapter, type Check, type Criterion, type Level, type AccessReport } from "./report.ts";
import report from "./report.yaml";

const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  supports: "Supports",
  "partially-supports": "Partially supports",
  "does-not-support": "Does not support",
  "not-applicable": "Not applicable",
};

const COLUMNS = [
  { head: "Criterion", cells: "left words" },
  { head: "Verdict", cells: "left" },
  { head: "Remark and evidence", cells: "left words" },
] as const;

/** The form asks for a report in English: its sentences stay so on a translated page. */
const IN_ENGLISH = { lang: "en", translate: "no" } as const;

function Evidence({ of, checks }: { readonly of: Criterion; readonly checks: AccessReport["checks"] }) {
  return (
    <>
      <span {...IN_ENGLISH}>{of.remark}</span>
      {of.follows.length > 0 && <span className="second">Follows from {of.follows.join(", ")}</span>}
      {of.tests.map((test) => (
        <span key={test} className="second">
          Test: <span translate="no">{test}</span>
        </span>
      ))}
      {of.checks.map((name) => (
        <span key={name} className="second">
          Checked by hand: <span {...IN_ENGLISH}>{checks[name]?.title}</span>, {checks[name]?.date}
        </span>
      ))}
    </>
  );
}

function ChapterTable({ chapter, checks }: { readonly chapter: Chapter; readonly checks: AccessReport["checks"] }) {
  const { label, leftOut, criteria } = chapter;
  return (
    <div className="group">
      <h2 {...IN_ENGLISH}>{label}</h2>
      {leftOut !== undefined ? (
        <p className="conditions">
          Not applicable as a whole. <span {...IN_ENGLISH}>{leftOut}</span>
        </p>
      ) : (
        <PlainTable
          label={label}
          className="access"
          columns={COLUMNS}
          rows={criteria.map((one) => ({
            key: one.num,
            cells: [
              <span key="name" {...IN_ENGLISH}>
                {one.num} {one.name}
              </span>,
              <span key="level" className={`level ${one.level}`}>
                {LEVEL_WORDS[one.level]}
              </span>,
              <Evidence key="evidence" of={one} checks={checks} />,
            ],
          }))}
        />
      )}
    </div>
  );
}

const CheckMade = ({ check }: { readonly check: Check }) => (
  <>
    <h3 {...IN_ENGLISH}>{check.title}</h3>
    <p className="conditions">
      {check.date}. <span {...IN_ENGLISH}>{check.done}</span>
    </p>
    <p className="conditions" {...IN_ENGLISH}>
      {check.found}
    </p>
  </>
);

/** The access report: what the site claims of each criterion, and what holds the claim. */
export function Access() {
  const wcag = report.chapters.slice(0, 2).flatMap(({ criteria }) => criteria.filter(({ num }) => num !== "4.1.1"));
  const { supports, "partially-supports": partly, "does-not-support": not, "not-applicable": none } = countsOf(wcag);
  return (
    <>
      <div className="group">
        <p className="conditions">
          This is the accessibility conformance report of Roundtrip {__ROUNDTRIP_VERSION__}, for offices that buy or
          admit software. It is written in English, as the form asks.
        </p>
        <p className="conditions">
          WCAG 2.2 has {wcag.length} criteria at levels A and AA. The site supports {supports} of them, supports{" "}
          {partly} in part, does not support {not}; {none} do not apply.
        </p>
        <p className="save">
          <a className="btn" href="./accessibility.yaml" download>
            Save as YAML (OpenACR)
          </a>
        </p>
        <p className="conditions">
          {report.edition}. {report.date}.
        </p>
        <ul className="said">
          {report.standards.map((standard) => (
            <li key={standard} {...IN_ENGLISH}>
              {standard}
            </li>
          ))}
        </ul>
        <p className="conditions" {...IN_ENGLISH}>
          {report.methods}
        </p>
      </div>
      {report.chapters.map((chapter) => (
        <ChapterTable key={chapter.id} chapter={chapter} checks={report.checks} />
      ))}
      <div className="group">
        <h2>Checks by hand</h2>
        {Object.entries(report.checks).map(([name, check]) => (
          <CheckMade key={name} check={check} />
        ))}
      </div>
    </>
  );
}
