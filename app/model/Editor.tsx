/** The paper's model in an editor: its text, what Python says of it, and the way back to the paper's. */
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import { paperOf } from "../../engine/experiments/answering.ts";
import { download } from "../controls/download.ts";
import { PYTHON_BYTES } from "../workers/python-client.ts";
import { inMegabytes } from "../words/numbers.ts";
import { lineOfFunction, modelAnswers, valueText } from "./answers.ts";
import type { ModelAnswer } from "./answers.ts";
import { openEditor, PYTHON } from "./codemirror.ts";
import type { OpenEditor } from "./codemirror.ts";
import { diffText, lineDiff } from "./diff.ts";
import type { ModelProblem } from "../workers/evaluate.ts";
import type { ModelEditorProps } from "./props.ts";
import { OtherTab } from "./OtherTab.tsx";
import { isBehind, isModified, shownValues } from "./model-session.ts";
import type { ModelStatus } from "./model-session.ts";
import "./model.css";

export function Editor(props: ModelEditorProps) {
  const {
    experiment,
    parameters,
    session,
    paperValues,
    at,
    onReset,
    onRun,
    onCancel,
    kept,
    conflict,
    unasked = false,
  } = props;
  const { original, source, status } = session;
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  const hintId = useId();
  const diff = useMemo(() => lineDiff(original, source), [original, source]);
  const modified = isModified(session);
  const problem = status.tag === "error" ? status.problem : null;
  const { holder, editor, tabLeaves } = useCodeMirror(props, diff.lines, problem, hintId);
  useWake(section, props.onWake);
  const answers = modelAnswers(experiment, parameters, shownValues(session), paperValues);
  const goTo = (line: number, column?: number): void => editor.current?.goTo(line, column);
  useEffect(() => {
    const line = at === null ? null : lineOfFunction(original, at);
    if (line === null) return;
    if (unasked) editor.current?.show(line);
    else editor.current?.goTo(line);
  }, [editor, at, original, unasked]);
  return (
    <section ref={section} className="model" aria-labelledby={titleId}>
      <Head
        id={titleId}
        modified={modified}
        onSave={() => save(paperOf(experiment), source, modified)}
        onReset={onReset}
      />
      <p className="model-whose" role="status">
        {modified ? (
          <>
            <i className="dot model-dot" aria-hidden="true" />
            <b>Yours, modified from the paper:</b> {diffText(diff)}.{" "}
            {conflict !== null
              ? "Another tab has a different text."
              : kept
                ? "It is kept in this browser."
                : "This browser keeps nothing, so your text is lost when you close the page."}
          </>
        ) : (
          "This is the paper’s text."
        )}
      </p>
      {conflict !== null && <OtherTab conflict={conflict} of="model" first="the paper’s text" />}
      <nav className="row model-jumps" aria-label="Functions that the page calls">
        {answers.map((answer) => {
          const line = lineOfFunction(source, answer.function);
          return line === null ? null : (
            <button key={answer.function} type="button" className="link mono" onClick={() => goTo(line)}>
              {answer.function}, line {line}
            </button>
          );
        })}
      </nav>
      <div ref={holder} className={problem === null ? "model-text" : "model-text wrong"} />
      <p id={hintId} className="note">
        {tabLeaves ? <b>Tab now leaves the editor.</b> : "Escape, then Tab leaves the editor."} Ctrl+Enter runs the text
        at once.
      </p>
      <p className="note">
        This text runs in a closed room. It reaches no network, nothing that this browser keeps, and no other part of
        the page.
      </p>
      <Said status={status} behind={isBehind(session)} onGoTo={goTo} onRun={onRun} onCancel={onCancel} />
      <Answers answers={answers} modified={modified} />
    </section>
  );
}

interface HeadProps {
  readonly id: string;
  readonly modified: boolean;
  readonly onSave: () => void;
  readonly onReset: () => void;
}

function Head({ id, modified, onSave, onReset }: HeadProps) {
  return (
    <div className="row model-head">
      <h2 id={id}>
        Model <span>the paper’s, in Python: change it, and the page computes its answers again</span>
      </h2>
      <div className="row model-tools">
        <button type="button" className="btn small bare" onClick={onSave}>
          Download .py
        </button>
        <button type="button" className="btn small" disabled={!modified} onClick={onReset}>
          Reset to the paper’s
        </button>
      </div>
    </div>
  );
}

interface Mirror {
  readonly holder: RefObject<HTMLDivElement | null>;
  readonly editor: RefObject<OpenEditor | null>;
  readonly tabLeaves: boolean;
}

/** Opens the editor once; afterwards text and marks follow the session. */
function useCodeMirror(
  props: ModelEditorProps,
  changed: readonly number[],
  problem: ModelProblem | null,
  hintId: string,
): Mirror {
  const holder = useRef<HTMLDivElement>(null);
  const editor = useRef<OpenEditor | null>(null);
  const [tabLeaves, setTabLeaves] = useState(false);
  const { experiment, session } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (holder.current === null) return;
    const open = openEditor(holder.current, latest.current.session.source, {
      language: PYTHON,
      label: `Python model of the paper: ${experiment.paper}/model.py`,
      describedBy: hintId,
      onChange: (source) => latest.current.onChange(source),
      onRun: () => latest.current.onRun(),
      onTabLeaves: setTabLeaves,
    });
    editor.current = open;
    return () => {
      editor.current = null;
      open.close();
    };
  }, [experiment.paper, hintId]);
  useEffect(() => editor.current?.setSource(session.source), [session.source]);
  useEffect(() => {
    const line = problem?.line ?? null;
    const fault = problem === null || line === null ? null : { line, column: problem.column };
    editor.current?.mark({ fault, changed });
  }, [changed, problem]);
  return { holder, editor, tabLeaves };
}

/** Calls `onWake` once, when the element first comes into view. */
function useWake(element: RefObject<HTMLElement | null>, onWake: () => void): void {
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      onWake();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, onWake]);
}

/** The name says whose text it is. */
function save(paper: string, source: string, modified: boolean): void {
  const name = `${paper}_model${modified ? "_modified" : ""}.py`;
  download(new Blob([source], { type: "text/x-python" }), name);
}

interface SaidProps {
  readonly status: ModelStatus;
  readonly behind: boolean;
  readonly onGoTo: (line: number, column?: number) => void;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

const STAYS = " The last curve that could be computed stays on the chart.";

/** Says what Python is doing, or shows its answer. */
function Said({ status, behind, onGoTo, onRun, onCancel }: SaidProps) {
  const stays = behind ? STAYS : "";
  switch (status.tag) {
    case "idle":
      return <p className="model-said">Python starts when the editor is in view: {inMegabytes(PYTHON_BYTES)} MB.</p>;
    case "kept":
      return (
        <p className="model-said">
          You wrote this text on an earlier visit. It has not run yet.{" "}
          <button type="button" className="link" onClick={onRun}>
            Run it
          </button>
        </p>
      );
    case "loading":
      return <Loading bytes={status.bytes} onCancel={onCancel} />;
    case "running":
      return <p className="model-said">Python is running the text.</p>;
    case "ok":
      return <p className="model-said">The text ran in Python, in this browser.</p>;
    case "error":
      return <Problem problem={status.problem} stays={stays} onGoTo={onGoTo} />;
    case "stopped":
      return (
        <p className="model-said error" role="alert">
          {status.message}
          {stays} Change the text, or{" "}
          <button type="button" className="link" onClick={onRun}>
            run it again
          </button>
          .
        </p>
      );
    case "failed":
      return (
        <p className="model-said error" role="alert">
          Python could not be started: {status.message}{" "}
          <button type="button" className="link" onClick={onRun}>
            Try again
          </button>
        </p>
      );
  }
}

function Problem({ problem, stays, onGoTo }: Pick<SaidProps, "onGoTo"> & { problem: ModelProblem; stays: string }) {
  const { type, detail, line, column } = problem;
  return (
    <p className="model-said error" role="alert">
      {line !== null && (
        <>
          <button type="button" className="link" onClick={() => onGoTo(line, column ?? 1)}>
            Line {line}
            {column === null ? "" : `, column ${column}`}
          </button>
          {": "}
        </>
      )}
      <b>{type}</b>: {detail}.{stays}
    </p>
  );
}

/** The share of Python that has come: a line of ink that fills, and a button that gives it up. */
function Loading({ bytes, onCancel }: { readonly bytes: number; readonly onCancel: () => void }) {
  const [sum, all] = [inMegabytes(bytes), inMegabytes(PYTHON_BYTES)];
  const share = Math.min(1, bytes / PYTHON_BYTES);
  return (
    <div className="model-said model-loading">
      <span
        role="progressbar"
        aria-label="Python is loading"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={`${sum} of ${all} MB`}
      >
        Python is loading, once for this browser: {sum} of {all}&#8239;MB.
      </span>
      <button type="button" className="btn small" aria-label="Cancel the start of Python" onClick={onCancel}>
        Cancel
      </button>
      <i style={{ transform: `scaleX(${share})` }} aria-hidden="true" />
    </div>
  );
}

/** The page's calls of the model at the present parameters, and their results. */
function Answers({ answers, modified }: { readonly answers: readonly ModelAnswer[]; readonly modified: boolean }) {
  return (
    <dl className="model-answers">
      {answers.map(({ call, what, unit, own, paper }) => (
        <div key={call} className="row">
          <dt>
            <code>{call}</code> <span>{what}</span>
          </dt>
          <dd className="row">
            {modified && (
              <span className="own">
                yours <b>{own === null ? "–" : valueText(own, unit)}</b>
              </span>
            )}
            <span>
              the paper’s <b>{paper === null ? "–" : valueText(paper, unit)}</b>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
