/**
 * cmi5: a platform names a record store in the address of the lesson, which keeps statements and a state. The words of
 * the statements are those of the specification (cmi5 1.0, sections 8 to 11).
 */
import type { Platform, Report } from "./platform.ts";

const VERBS = "http://adlnet.gov/expapi/verbs";
const CONTEXT = "https://w3id.org/xapi/cmi5/context";
const LAUNCH_KEPT = "roundtrip-launch";
/** Statements of a registration that may be made once. */
type Once = "completed" | "passed" | "failed";

interface Launch {
  readonly endpoint: string; // with "/" at its end
  readonly token: string;
  readonly actor: string; // JSON
  readonly registration: string;
  readonly activityId: string;
}

/** What of the platform’s own document is read here (cmi5, section 10). */
interface LaunchData {
  readonly contextTemplate?: { readonly contextActivities?: { readonly category?: readonly unknown[] } };
  readonly launchMode?: string;
  readonly masteryScore?: number;
}

/** What the store keeps for us between two sessions. */
interface Document {
  readonly state: string;
  readonly said: readonly Once[];
}

function keptLaunch(): Launch | null {
  try {
    const text = sessionStorage.getItem(LAUNCH_KEPT);
    return text === null ? null : (JSON.parse(text) as Launch);
  } catch {
    return null; // a frame without storage
  }
}

/** What the address says; the token can be fetched once, so a page that is loaded again has it from this tab. */
async function readLaunch(search: string): Promise<Launch> {
  const query = new URLSearchParams(search);
  const of = (key: string): string => query.get(key) ?? "";
  const registration = of("registration");
  const kept = keptLaunch();
  if (kept !== null && (registration === "" || registration === kept.registration) && query.get("fetch") === null)
    return kept;
  const [endpoint, fetchUrl] = [of("endpoint"), of("fetch")];
  if (!URL.canParse(endpoint) || !URL.canParse(fetchUrl)) throw new Error("No learning platform has opened this page.");
  const response = await fetch(fetchUrl, { method: "POST" });
  const { "auth-token": token } = (await response.json()) as { readonly "auth-token"?: string };
  if (token === undefined) throw new Error("The learning platform gave no key to its record store.");
  const launch = {
    endpoint: endpoint.endsWith("/") ? endpoint : `${endpoint}/`,
    ...{ token, actor: of("actor"), registration, activityId: of("activityId") },
  };
  try {
    sessionStorage.setItem(LAUNCH_KEPT, JSON.stringify(launch));
  } catch {
    // Then a page that is loaded again has no session.
  }
  return launch;
}

class Store {
  readonly #launch: Launch;

  constructor(launch: Launch) {
    this.#launch = launch;
  }

  /** @param last whether the page goes: then the browser sends it all the same */
  async ask(method: "GET" | "PUT" | "POST", path: string, body: unknown = null, last = false): Promise<Response> {
    const { endpoint, token } = this.#launch;
    return fetch(new URL(path, endpoint), {
      method,
      keepalive: last,
      headers: {
        Authorization: `Basic ${token}`,
        "X-Experience-API-Version": "1.0.3",
        ...(body === null ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
  }

  statePath(stateId: string): string {
    const { actor: agent, registration, activityId } = this.#launch;
    return `activities/state?${new URLSearchParams({ stateId, agent, registration, activityId }).toString()}`;
  }

  async state<T>(stateId: string): Promise<T | null> {
    const response = await this.ask("GET", this.statePath(stateId));
    return response.ok ? ((await response.json()) as T) : null;
  }
}

const durationText = (seconds: number): string => `PT${seconds.toFixed(2)}S`;

/** A statement of cmi5 on this lesson. */
function statementOf(
  { actor, registration, activityId }: Launch,
  data: LaunchData,
  verb: string,
  result: object | null,
) {
  const { contextTemplate = {}, masteryScore } = data;
  const category = [
    ...(contextTemplate.contextActivities?.category ?? []),
    { id: `${CONTEXT}/categories/cmi5` },
    ...(["completed", "passed", "failed"].includes(verb) ? [{ id: `${CONTEXT}/categories/moveon` }] : []),
  ];
  const extensions = (contextTemplate as { readonly extensions?: object }).extensions;
  const mastery = verb === "passed" || verb === "failed" ? masteryScore : undefined;
  return {
    id: crypto.randomUUID?.() ?? uuidOf(crypto.getRandomValues(new Uint8Array(16))),
    timestamp: new Date().toISOString(),
    actor: JSON.parse(actor) as unknown,
    verb: { id: `${VERBS}/${verb}`, display: { "en-US": verb } },
    object: { objectType: "Activity", id: activityId },
    context: {
      ...contextTemplate,
      registration,
      contextActivities: { ...contextTemplate.contextActivities, category },
      extensions: {
        ...extensions,
        ...(mastery === undefined ? {} : { [`${CONTEXT}/extensions/masteryscore`]: mastery }),
      },
    },
    ...(result === null ? {} : { result }),
  };
}

/** A random UUID of version 4, where the page has no secure address to ask the browser for one. */
function uuidOf(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte, i) => {
    const value = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, "0");
  });
  return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** What is to be said of a standing, of what was not said yet. */
function due({ standing }: Report, said: readonly Once[], { masteryScore = 0 }: LaunchData): readonly Once[] {
  const all: readonly Once[] = [
    ...(standing.completed ? ["completed" as const] : []),
    ...(standing.passed && standing.score >= masteryScore ? ["passed" as const] : []),
    ...(standing.completed && !standing.passed && !said.includes("passed") ? ["failed" as const] : []),
  ];
  return all.filter((verb) => !said.includes(verb));
}

function resultOf(verb: Once, { standing, seconds }: Report): object {
  const duration = durationText(seconds);
  if (verb === "completed") return { completion: true, duration };
  const score = { scaled: Number(standing.score.toFixed(4)), raw: Math.round(standing.score * 100), min: 0, max: 100 };
  return { success: verb === "passed", score, duration };
}

/** @param search of the address that the platform opened: endpoint, fetch, actor, registration, activityId */
export async function openCmi5(search: string): Promise<Platform> {
  const launch = await readLaunch(search);
  const store = new Store(launch);
  const data = (await store.state<LaunchData>("LMS.LaunchData")) ?? {};
  const kept = await store.state<Document>("roundtrip");
  const say = (verb: string, result: object | null, last = false): Promise<Response> =>
    store.ask("POST", "statements", statementOf(launch, data, verb, result), last);
  await say("initialized", null);
  const isKept = data.launchMode !== "Browse" && data.launchMode !== "Review";
  let said: readonly Once[] = kept?.said ?? [];
  let closed = false;
  const put = (state: string, last = false): Promise<Response> =>
    store.ask("PUT", store.statePath("roundtrip"), { state, said } satisfies Document, last);
  return {
    state: kept?.state ?? "",
    reader: launch.actor,
    isKept,
    save: async (report) => {
      if (closed) return true;
      try {
        for (const verb of due(report, said, data)) {
          if (!(await say(verb, resultOf(verb, report))).ok) return false;
          said = [...said, verb];
        }
        return (await put(report.state)).ok;
      } catch {
        return false;
      }
    },
    close: (report) => {
      if (closed) return;
      closed = true;
      const last = isKept ? due(report, said, data) : [];
      const sent = last.map((verb) => say(verb, resultOf(verb, report), true));
      said = [...said, ...last];
      const ends = [...sent, ...(isKept ? [put(report.state, true)] : [])];
      ends.push(say("terminated", { duration: durationText(report.seconds) }, true));
      for (const end of ends) end.catch(() => undefined);
    },
  };
}
