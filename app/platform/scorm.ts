/**
 * SCORM 1.2 and 2004. A platform offers its functions as an object in a window around the lesson, or around the window
 * that opened it (SCORM 2004 RTE, 3.2.1). A platform on another origin cannot: scorm-again’s answers messages there.
 */
import type { Platform, Report } from "./platform.ts";

export type ScormKind = "scorm12" | "scorm2004";

/** Calls a function of the platform by its name. Where the platform is of this origin the call happens at once. */
type Call = (name: string, ...given: readonly string[]) => Promise<string>;

interface Dialect {
  readonly api: string; // the object’s name
  readonly prefix: string; // of each function’s name
  readonly finish: string;
  readonly reader: string;
  readonly mode: string;
  /** Elements and their values, in the order in which they are set. */
  readonly told: (report: Report) => readonly (readonly [string, string])[];
}

const MOST_WINDOWS = 500; // one inside the other, as the standard’s own search has it
const ANSWER_MS = 5000; // a platform on another origin answers within this time

/** "0001:02:03": hours, minutes, seconds. */
function clockText(seconds: number): string {
  const whole = Math.min(Math.floor(seconds), 9999 * 3600);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${String(Math.floor(whole / 3600)).padStart(4, "0")}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

const percent = (score: number): string => String(Math.round(score * 100));

const DIALECTS: Readonly<Record<ScormKind, Dialect>> = {
  scorm12: {
    api: "API",
    prefix: "LMS",
    finish: "LMSFinish",
    reader: "cmi.core.student_id",
    mode: "cmi.core.lesson_mode",
    told: ({ state, standing, seconds }) => [
      ["cmi.suspend_data", state],
      ["cmi.core.lesson_location", String(standing.step)],
      ["cmi.core.score.min", "0"],
      ["cmi.core.score.max", "100"],
      ["cmi.core.score.raw", percent(standing.score)],
      // One word for completion and success: who was shown a solution has completed the lesson and not passed it.
      ["cmi.core.lesson_status", standing.passed ? "passed" : standing.completed ? "completed" : "incomplete"],
      ["cmi.core.session_time", clockText(seconds)],
      ["cmi.core.exit", "suspend"],
    ],
  },
  scorm2004: {
    api: "API_1484_11",
    prefix: "",
    finish: "Terminate",
    reader: "cmi.learner_id",
    mode: "cmi.mode",
    told: ({ state, standing, seconds }) => [
      ["cmi.suspend_data", state],
      ["cmi.location", String(standing.step)],
      ["cmi.score.min", "0"],
      ["cmi.score.max", "100"],
      ["cmi.score.raw", percent(standing.score)],
      ["cmi.score.scaled", String(Number(standing.score.toFixed(4)))],
      ["cmi.progress_measure", String(Number((standing.answered / Math.max(1, standing.questions)).toFixed(4)))],
      ["cmi.completion_status", standing.completed ? "completed" : "incomplete"],
      ["cmi.success_status", standing.passed ? "passed" : standing.completed ? "failed" : "unknown"],
      ["cmi.session_time", `PT${Math.floor(seconds)}S`],
      ["cmi.exit", "suspend"],
    ],
  },
};

type Api = Readonly<Record<string, (...given: readonly string[]) => unknown>>;

/** The platform’s object in this window or one around it; null where there is none, or none that may be looked at. */
function apiAround(start: Window, name: string): Api | null {
  let at = start;
  for (let n = 0; n < MOST_WINDOWS; n++) {
    try {
      const found = (at as unknown as Readonly<Record<string, unknown>>)[name];
      if (typeof found === "object" && found !== null) return found as Api;
    } catch {
      return null; // a window of another origin: those around it cannot be of ours either
    }
    if (at.parent === at) return null;
    at = at.parent;
  }
  return null;
}

function findApi(name: string): Api | null {
  const around = apiAround(window, name);
  const opener = (window.top ?? window).opener as Window | null;
  return around ?? (opener === null ? null : apiAround(opener, name));
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "boolean" || typeof value === "number" ? String(value) : "";

const callOf =
  (api: Api): Call =>
  (name, ...given) => {
    try {
      return Promise.resolve(textOf(api[name]?.(...given)));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  };

interface Answer {
  readonly messageId?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The origin of the page around this one, as far as the browser tells it. */
function originAround(): string {
  const { ancestorOrigins } = window.location as Location & { readonly ancestorOrigins?: DOMStringList };
  const around = ancestorOrigins?.[0] ?? (URL.canParse(document.referrer) ? new URL(document.referrer).origin : "null");
  return around === "null" ? "*" : around;
}

/** Calls by messages, as scorm-again’s CrossFrameLMS answers them. */
function callByMessages(): Call {
  const origin = originAround();
  const waiting = new Map<string, (answer: Answer) => void>();
  window.addEventListener("message", ({ source, data }: MessageEvent<Answer | null>) => {
    if (source !== window.parent || typeof data !== "object" || data === null) return;
    if (typeof data.messageId === "string") waiting.get(data.messageId)?.(data);
  });
  let count = 0;
  return (method, ...params) =>
    new Promise((resolve, reject) => {
      const messageId = `roundtrip-${++count}`;
      const timer = setTimeout(() => {
        waiting.delete(messageId);
        reject(new Error(`The platform did not answer ${method}.`));
      }, ANSWER_MS);
      waiting.set(messageId, ({ result, error }) => {
        clearTimeout(timer);
        waiting.delete(messageId);
        if (error === undefined) resolve(textOf(result));
        else reject(new Error(`The platform refused ${method}.`));
      });
      window.parent.postMessage({ messageId, method, params }, origin);
    });
}

const isTrue = (text: string): boolean => text === "true" || text === "1";

/** The platform around the lesson. Rejects with a sentence where there is none. */
export async function openScorm(kind: ScormKind): Promise<Platform> {
  const { api: name, prefix, finish, reader, mode, told } = DIALECTS[kind];
  const api = findApi(name);
  if (api === null && window.parent === window) throw new Error("No learning platform is around this page.");
  const call = api === null ? callByMessages() : callOf(api);
  if (!isTrue(await call(`${prefix}Initialize`, ""))) throw new Error("The learning platform did not begin a session.");
  const get = (element: string): Promise<string> => call(`${prefix}GetValue`, element).catch(() => "");
  const [kept, who, how] = await Promise.all([get("cmi.suspend_data"), get(reader), get(mode)]);
  const tell = (report: Report): Promise<string>[] =>
    told(report).map(([element, value]) => call(`${prefix}SetValue`, element, value));
  let closed = false;
  return {
    state: kept,
    reader: who,
    isKept: how !== "browse" && how !== "review",
    save: async (report) => {
      if (closed) return true;
      try {
        // All are sent before one is waited for. A platform may refuse one that it does not have.
        const [stateTaken] = await Promise.all(tell(report).map((one) => one.catch(() => "false")));
        return isTrue(await call(`${prefix}Commit`, "")) && isTrue(stateTaken ?? "");
      } catch {
        return false;
      }
    },
    close: (report) => {
      if (closed) return;
      closed = true;
      const ends = [...tell(report), call(`${prefix}Commit`, ""), call(finish, "")];
      for (const end of ends) end.catch(() => undefined);
    },
  };
}
