/** A lesson on paper: a handout with room for answers, or slides; both from the lesson’s own text and runs. */
import { useEffect, useState } from "react";
import { quote } from "../../engine/faults/quote.ts";
import { aboutLesson } from "../../lessons/about.ts";
import { findLesson } from "../../lessons/course.ts";
import { loadPapersOfLesson, openLesson } from "../../lessons/index.ts";
import type { OpenLesson } from "../../lessons/index.ts";
import { QrCode } from "../draw/QrCode.tsx";
import { addressOf } from "../setup/location.ts";
import { hrefOf, placeAt } from "../setup/link-table.ts";
import { messageOf } from "../words/message-of.ts";
import { Papers } from "./context.ts";
import type { PaperKind } from "./context.ts";
import { PAPER } from "./paper-text.tsx";
import { useStepData } from "./use-step-data.ts";
import "./handout.css";

function useOpened(slug: string): { readonly open: OpenLesson | null; readonly problem: string | null } {
  const [open, setOpen] = useState<OpenLesson | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    setOpen(null);
    Promise.all([openLesson(slug), loadPapersOfLesson(slug)]).then(
      ([found]) => {
        if (isWanted) setOpen(found);
      },
      (error: unknown) => {
        if (isWanted) setProblem(messageOf(error));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [slug]);
  return { open, problem };
}

function Head({ slug, kind }: { readonly slug: string; readonly kind: PaperKind }) {
  const { number, question } = aboutLesson(slug);
  const link = addressOf(placeAt("lesson", [slug], {}));
  return (
    <header className="paper-head">
      <div>
        <p className="eyebrow">Lesson {number}</p>
        <h1>{findLesson(slug)?.lesson.title}</h1>
        <p className="lede">{question}</p>
        <p className="note">{link}</p>
        {kind === "handout" && (
          <p className="paper-name">
            Name <i aria-hidden="true" />
          </p>
        )}
      </div>
      <QrCode text={link} />
    </header>
  );
}

interface Props {
  readonly slug: string | null;
  readonly kind: PaperKind;
}

function Tools({ slug, kind, isDone }: Props & { readonly slug: string; readonly isDone: boolean }) {
  const other = kind === "handout" ? "slides" : "handout";
  return (
    <div className="row paper-tools">
      <button type="button" className="btn primary" disabled={!isDone} onClick={() => window.print()}>
        {isDone ? "Print, or save as PDF" : "The figures are on their way"}
      </button>
      <a className="btn" href={hrefOf("desk", [other, slug])}>
        {other === "slides" ? "As slides" : "As a handout"}
      </a>
      <a href={hrefOf("desk", ["guide", slug])}>The answers: the teacher’s guide</a>
    </div>
  );
}

const NO_LESSON = "This address names no lesson.";

export function Handout({ slug, kind }: Props) {
  const known = slug !== null && findLesson(slug) !== undefined ? slug : null;
  return known === null ? (
    <main className="paper" id="desk" tabIndex={-1}>
      <h1>Lessons on paper</h1>
      <p className="lede">
        {slug === null ? NO_LESSON : `The course has no lesson ${quote(slug)}.`} Choose one in{" "}
        <a href={hrefOf("desk", ["guide"])}>the teacher’s guide</a>.
      </p>
    </main>
  ) : (
    <Sheets slug={known} kind={kind} />
  );
}

function Sheets({ slug, kind }: Props & { readonly slug: string }) {
  const { open, problem } = useOpened(slug);
  const { data, isDone, problem: failed } = useStepData(open?.lesson ?? null);
  return (
    <main className={`paper ${kind}`} id="desk" tabIndex={-1}>
      <Tools slug={slug} kind={kind} isDone={isDone} />
      <Head slug={slug} kind={kind} />
      {(problem ?? failed) !== null && (
        <p className="error" role="alert">
          {problem ?? failed}
        </p>
      )}
      {open === null ? (
        <p aria-busy="true">The lesson is on its way.</p>
      ) : (
        <Papers value={{ lesson: open.lesson, kind, data, step: null }}>
          <open.Text components={PAPER} />
        </Papers>
      )}
    </main>
  );
}
