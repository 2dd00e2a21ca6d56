/** The state of a model that is edited: what its text is, what becomes of it, and what of it stands on the chart. */
import type { ModelProblem } from "../workers/evaluate.ts";

export type ModelStatus =
  | { readonly tag: "idle" } // Python has not been asked for
  | { readonly tag: "kept" } // the reader's text of an earlier visit, which runs only when the reader says so
  | { readonly tag: "loading"; readonly bytes: number }
  | { readonly tag: "running" }
  | { readonly tag: "ok" }
  | { readonly tag: "error"; readonly problem: ModelProblem }
  | { readonly tag: "stopped"; readonly message: string }
  | { readonly tag: "failed"; readonly message: string }; // Python could not be had

/** Model call (app/setup/models.ts) to value, in the model's own unit. */
export type ModelValues = Readonly<Record<string, number>>;

export interface ModelSession {
  /** The paper's text, and the reader's; the same until something is changed. */
  readonly original: string;
  readonly source: string;
  readonly status: ModelStatus;
  /** The last text that ran, and what it gave: it stays on the chart while a later one is wrong. */
  readonly good: { readonly source: string; readonly values: ModelValues } | null;
}

export type ModelEvent =
  | { readonly tag: "edited"; readonly source: string }
  | { readonly tag: "reset" }
  | { readonly tag: "loading"; readonly bytes: number }
  | { readonly tag: "running" }
  | { readonly tag: "values"; readonly source: string; readonly values: ModelValues }
  | { readonly tag: "problem"; readonly source: string; readonly problem: ModelProblem }
  | { readonly tag: "stopped"; readonly source: string; readonly message: string }
  | { readonly tag: "failed"; readonly message: string };

export const startSession = (original: string, kept: string | null): ModelSession => ({
  original,
  source: kept ?? original,
  status: { tag: kept === null || kept === original ? "idle" : "kept" },
  good: null,
});

export function nextSession(session: ModelSession, event: ModelEvent): ModelSession {
  switch (event.tag) {
    case "edited":
      return { ...session, source: event.source };
    case "reset":
      // A fault of the reader's text is none of the paper's.
      return { ...session, source: session.original, status: settled(session.status), good: null };
    case "loading":
      // A late count of bytes must not hide what has already happened.
      return isBefore(session.status) || isOver(session.status)
        ? { ...session, status: { tag: "loading", bytes: event.bytes } }
        : session;
    case "running":
      return { ...session, status: { tag: "running" } };
    case "values":
      return settle(session, event.source, { tag: "ok" }, { source: event.source, values: event.values });
    case "problem":
      return settle(session, event.source, { tag: "error", problem: event.problem }, session.good);
    case "stopped":
      return settle(session, event.source, { tag: "stopped", message: event.message }, session.good);
    case "failed":
      return { ...session, status: { tag: "failed", message: event.message } };
  }
}

const isBefore = ({ tag }: ModelStatus): boolean => tag === "idle" || tag === "kept" || tag === "loading";

/** After these Python is started anew. */
const isOver = ({ tag }: ModelStatus): boolean => tag === "stopped" || tag === "failed";

const settled = (status: ModelStatus): ModelStatus =>
  status.tag === "error" ? { tag: "ok" } : isOver(status) || status.tag === "kept" ? { tag: "idle" } : status;

/**
 * Takes in the result of a run of the text. If the text has changed since, the good values stand, and the faults do
 * not.
 */
function settle(session: ModelSession, source: string, status: ModelStatus, good: ModelSession["good"]): ModelSession {
  if (session.source === source) return { ...session, status, good };
  return { ...session, good: session.source === session.original ? session.good : good, status: { tag: "ok" } };
}

export const isModified = ({ original, source }: ModelSession): boolean => source !== original;

/**
 * The values that the chart draws in place of the paper's: the last good ones of a changed text; null for the paper's
 * own.
 */
export const shownValues = (session: ModelSession): ModelValues | null =>
  isModified(session) && session.good?.source !== session.original ? (session.good?.values ?? null) : null;

/** Whether the curve is of an earlier text than the one in the editor. */
export const isBehind = (session: ModelSession): boolean =>
  isModified(session) && session.good?.source !== session.source;
