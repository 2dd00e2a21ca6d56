/**
 * A receipt: a finished lesson as a short text. It holds the answers and one hash over the runs of its checkpoints, so
 * that anybody can verify it by running again. The sentences that were written are not in it.
 */
import { present } from "../../engine/kernel/items.ts";
import { TraceHash } from "../../engine/kernel/trace-hash.ts";
import type { Lesson } from "../types.ts";
import type { Committed } from "../verdict.ts";
import { FORM, FORMAT, sealOf } from "./report-data.ts";
import type { CheckGiven, ReportData } from "./report-data.ts";
import { openSteps } from "./open-steps.ts";
import { ReportFault } from "./read-report.ts";
import { checksIn, saidIn } from "./said.ts";

const BEGIN = "RT1.";
/** Characters; that of the longest lesson has a third of it. */
const LONGEST = 6000;

/** The parts of a lesson’s checkpoints, and its sentences, in their order. */
const partsOf = ({ steps }: Lesson) => steps.flatMap(checksIn);
const sentencesOf = ({ steps }: Lesson) => steps.flatMap(saidIn).map(({ id }) => id);

function hashOfAll(checks: ReportData["checks"]): string {
  const hash = new TraceHash();
  for (const [name, { hash: own }] of Object.entries(checks).sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.addText(`${name} ${own ?? ""}`);
  return hash.digits();
}

/** The same data as a receipt has them: no times, no sentences. */
function bare(lesson: Lesson, data: ReportData): ReportData {
  const { engine, assignment, student, saved, finished, own = false } = data;
  return {
    ...{ format: FORMAT, form: FORM, lesson: lesson.slug, engine, assignment, student, saved, finished },
    ...(own ? { own } : {}),
    predictions: Object.fromEntries(
      Object.entries(data.predictions).map(([id, { answers }]) => [
        id,
        { answers: answers.slice(0, 1), told: false, at: null },
      ]),
    ),
    explains: Object.fromEntries(
      sentencesOf(lesson).map((id) => {
        const pick = data.explains[id]?.pick ?? null;
        return [id, { pick, text: pick === null ? "(written)" : "" }];
      }),
    ),
    checks: Object.fromEntries(
      Object.entries(data.checks).map(([name, given]): [string, CheckGiven] => [
        name,
        { ...given, failures: given.passed || given.hash === null ? 0 : 1, hints: 0, at: null },
      ]),
    ),
  };
}

const inCode = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const outOfCode = (code: string): string => {
  const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
};

/** The receipt of a finished lesson; null while it is not finished. */
export function receiptOf(lesson: Lesson, data: ReportData): string | null {
  if (openSteps(lesson, data).length > 0) return null;
  const kept = bare(lesson, data);
  const predictions = lesson.steps.flatMap(({ predict }) =>
    predict === undefined ? [] : [kept.predictions[predict.id]?.answers[0] ?? null],
  );
  const picks = sentencesOf(lesson).map((id) => kept.explains[id]?.pick ?? null);
  const checks = partsOf(lesson).map(({ name }) => {
    const { set, faults, passed, told, hash } = kept.checks[name] ?? {};
    return hash === undefined ? null : [set, faults, passed ? 1 : 0, told ? 1 : 0, hash === null ? 0 : 1];
  });
  const { engine, lesson: slug, assignment, student, saved, own = false } = kept;
  const about = [slug, engine, assignment, student, saved];
  const body = [...about, predictions, picks, checks, hashOfAll(kept.checks), ...(own ? [1] : [])];
  return `${BEGIN}${inCode(JSON.stringify(body))}.${sealOf(kept, null)}`;
}

const damaged = (why: string): ReportFault => new ReportFault("damaged", why);

interface Receipt {
  readonly lesson: string; // slug
  readonly own: string | null; // the student whose numbers the lesson had; null for its own
  readonly body: readonly unknown[];
  readonly seal: string;
}

/** Lesson of a receipt, and what it holds as JSON; a text is a receipt where it begins as one. */
export function openReceipt(text: string): Receipt {
  const whole = text.replaceAll(/\s+/g, "");
  if (!whole.startsWith(BEGIN)) throw new ReportFault("foreign", `It is no receipt: it does not begin with ${BEGIN}`);
  if (whole.length > LONGEST) throw damaged(`It has more than ${LONGEST} characters.`);
  const [code = "", seal = "", ...more] = whole.slice(BEGIN.length).split(".");
  let body: unknown;
  try {
    body = JSON.parse(outOfCode(code));
  } catch {
    throw damaged("A part of it is missing, or was changed.");
  }
  if (!Array.isArray(body) || ![9, 10].includes(body.length) || typeof body[0] !== "string" || more.length > 0)
    throw damaged("A part of it is missing, or was changed.");
  const student = body[9] === 1 && typeof body[3] === "string" ? body[3] : null;
  return { lesson: body[0], own: student, body: body as readonly unknown[], seal };
}

/** In place of a hash that is not known yet. */
const UNKNOWN = "0".repeat(16);
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/**
 * The data of a receipt as those of a report, which the reader of reports reads strictly. The hash of each part is not
 * in it: it is found by running, and then checkSeal holds all of them to the one that is.
 */
export function receiptData(lesson: Lesson, { body, own }: Receipt): object {
  const [slug, engine, assignment, student, saved, predictions, picks, checks] = body;
  const given = listed(checks);
  return {
    ...{ format: FORMAT, form: FORM, lesson: slug, engine, assignment, student, saved, finished: true },
    ...{ page: null, seal: UNKNOWN, ...(own === null ? {} : { own: true }) },
    predictions: Object.fromEntries(
      present(lesson.steps, ({ predict }) => predict).flatMap(({ id }, i) => {
        const answer = listed(predictions)[i] as Committed | null | undefined;
        return isObject(answer) ? [[id, { answers: [answer], told: false, at: null }]] : [];
      }),
    ),
    explains: Object.fromEntries(
      sentencesOf(lesson).map((id, i) => {
        const pick = listed(picks)[i] ?? null;
        return [id, { pick, text: pick === null ? "(written)" : "" }];
      }),
    ),
    checks: Object.fromEntries(
      partsOf(lesson).flatMap(({ name, part }, i) => {
        const one = given[i];
        if (!Array.isArray(one)) return [];
        const [set, faults, passed, told, isRun] = one as readonly unknown[];
        const counts = {
          passed: passed === 1,
          told: told === 1,
          failures: isRun === 1 && passed !== 1 ? 1 : 0,
          hints: 0,
        };
        const setup = { experiment: part.experiment, set, seeds: part.seeds, faults };
        return [[name, { ...counts, ...setup, hash: isRun === 1 ? UNKNOWN : null, at: null }]];
      }),
    ),
  };
}

/** Data of a receipt with the hashes that its runs gave. Throws ReportFault where they are not those of the receipt. */
export function checkSeal(lesson: Lesson, receipt: Receipt, data: ReportData): void {
  if (hashOfAll(data.checks) !== receipt.body[8])
    throw new ReportFault("forged", "The hash of its runs is another than the one that the runs give.");
  if (sealOf(bare(lesson, data), null) !== receipt.seal)
    throw new ReportFault("forged", "It was changed after it was given: its own hash is another.");
}
