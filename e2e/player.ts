/**
 * A learning platform as a test has it: a web server with a page around a package, and scorm-again in the page. What
 * the lesson commits stays in the server. cmi5 has a record store in place of scorm-again.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import type { LaunchData } from "@xapi/cmi5";
import { FILE_LIST, makePackage } from "../app/packages/package.ts";
import type { PackageKind } from "../app/packages/package.ts";
import { findLesson } from "../lessons/course.ts";
import { aboutLesson } from "../lessons/about.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const SCORM_AGAIN = "node_modules/scorm-again/dist";

type Files = ReadonlyMap<string, Uint8Array>;

/** The files of a package of these lessons, as a platform unpacks it. */
export async function unpacked(kind: PackageKind, slugs: readonly string[]): Promise<Files> {
  const lessons = slugs.map((slug) => {
    const { title = slug } = findLesson(slug)?.lesson ?? {};
    return { slug, title, question: aboutLesson(slug).question, query: "" };
  });
  const names = JSON.parse(await readFile(join(root, "dist", FILE_LIST), "utf8")) as readonly string[];
  const read = (name: string): Promise<Uint8Array> => readFile(join(root, "dist", name));
  const zip = await makePackage({ kind, title: "A course", lessons, site: "https://example.org/" }, { names, read });
  return new Map(Object.entries(unzipSync(zip)));
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

type Handler = (path: string, request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

async function listen(handler: Handler, host: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    Promise.resolve(handler(pathname, request, response)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, server };
}

/** Serves a package under a path, as a plain web server does: no header of ours. */
export const serveFiles = (files: Files, under: string, host: string) =>
  listen((path, _request, response) => sendFile(files, under, path, response), host);

function sendFile(files: Files, under: string, path: string, response: ServerResponse): void {
  const bytes = path.startsWith(under) ? files.get(decodeURIComponent(path.slice(under.length))) : undefined;
  if (bytes === undefined) return void response.writeHead(404).end();
  response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
  response.end(bytes);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

type Cmi = Readonly<Record<string, string | number>>;

export class ScormPlayer {
  /** What was committed last, by element; empty before. */
  cmi: Cmi = {};
  commits = 0;
  /** The network is lost: nothing that is committed arrives. */
  isLost = false;
  /** Nothing that is committed counts any more: the browser was killed. */
  isKilled = false;
  #servers: readonly Server[] = [];
  url = "";

  /** @param apart whether the package comes from another origin than the platform’s page */
  async start(kind: "scorm12" | "scorm2004", files: Files, apart: boolean): Promise<void> {
    const under = "/courses/roundtrip/";
    const far = apart ? await serveFiles(files, under, "127.0.0.1") : null;
    const lms = await listen(async (path, request, response) => {
      if (path === "/commit") return this.#commit(request, response);
      if (path.startsWith("/scorm-again/")) {
        response.setHeader("Content-Type", "text/javascript");
        return void response.end(await readFile(join(root, SCORM_AGAIN, path.slice("/scorm-again/".length))));
      }
      if (path.startsWith(under)) return sendFile(files, under, path, response);
      const lesson = new URL(request.url ?? "", "http://localhost").searchParams.get("lesson") ?? "";
      response.setHeader("Content-Type", "text/html");
      response.end(this.#page(kind, `${far?.url ?? ""}${under}lesson-${lesson}.html`, apart));
    }, "localhost");
    this.url = lms.url;
    this.#servers = [lms.server, ...(far === null ? [] : [far.server])];
  }

  async #commit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (this.isLost) return void response.destroy();
    if (!this.isKilled) {
      this.cmi = JSON.parse(body) as Cmi;
      this.commits++;
    }
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ result: true, errorCode: 0 }));
  }

  #page(kind: "scorm12" | "scorm2004", lesson: string, apart: boolean): string {
    const [file, api, name] =
      kind === "scorm12" ? ["scorm12", "Scorm12API", "API"] : ["scorm2004", "Scorm2004API", "API_1484_11"];
    const settings = { lmsCommitUrl: "/commit", dataCommitFormat: "flattened", logLevel: 5 };
    const saved = JSON.stringify(this.cmi).replaceAll("<", "\\u003c");
    const across = apart ? `new CrossFrameLMS(api, "*");` : `window.${name} = api;`;
    return `<!doctype html><html lang="en"><title>A platform</title>
      <script src="/scorm-again/${file}.min.js"></script>
      <script src="/scorm-again/cross-frame-lms.min.js"></script>
      <script>
        const api = new ${api}(${JSON.stringify(settings)});
        const saved = ${saved};
        if (Object.keys(saved).length > 0) api.loadFromFlattenedJSON(saved);
        ${across}
      </script>
      <iframe src="${lesson}" width="1200" height="760" title="Lesson"></iframe></html>`;
  }

  stop(): void {
    for (const server of this.#servers) server.close();
  }
}

interface Statement {
  readonly verb: { readonly id: string };
  readonly result?: { readonly score?: { readonly scaled: number }; readonly success?: boolean };
  readonly context: { readonly contextActivities: { readonly category: readonly { readonly id: string }[] } };
}

/** A record store of one learner, on an origin of its own, with the platform’s launch. */
export class RecordStore {
  readonly statements: Statement[] = [];
  state: string | null = null;
  isLost = false;
  readonly refused: string[] = [];
  #url = "";
  #stop: () => void = () => undefined;
  static readonly #launch: LaunchData = {
    contextTemplate: { extensions: { "https://w3id.org/xapi/cmi5/context/extensions/sessionid": "s1" } },
    launchMode: "Normal",
    moveOn: "Completed",
  };

  async start(): Promise<void> {
    const { url, server } = await listen(
      (path, request, response) => this.#answer(path, request, response),
      "127.0.0.1",
    );
    this.#url = url;
    this.#stop = () => void server.close();
  }

  /** What the platform writes behind the address of the lesson’s page. */
  launchQuery(): string {
    return new URLSearchParams({
      endpoint: `${this.#url}/xapi/`,
      fetch: `${this.#url}/token`,
      actor: JSON.stringify({ account: { homePage: "https://school.example", name: "42" }, objectType: "Agent" }),
      registration: "5f5a0f3c-9b1e-4d35-9c1b-0e1d6d1f0a11",
      activityId: "https://school.example/activity/1",
    }).toString();
  }

  async #answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*, Authorization");
    response.setHeader("Access-Control-Allow-Methods", "*");
    if (request.method === "OPTIONS") return void response.end();
    const body = await bodyOf(request);
    if (this.isLost) return void response.destroy();
    if (path === "/token") return void response.end(JSON.stringify({ "auth-token": "a2V5OnNlY3JldA==" }));
    const { authorization, "x-experience-api-version": version } = request.headers;
    if (authorization !== "Basic a2V5OnNlY3JldA==" || version !== "1.0.3") {
      this.refused.push(`${request.method} ${path}`);
      return void response.writeHead(401).end();
    }
    if (path === "/xapi/statements") {
      this.statements.push(JSON.parse(body) as Statement);
      return void response.end("[]");
    }
    const id = new URL(request.url ?? "", this.#url).searchParams.get("stateId");
    if (id === "LMS.LaunchData") return void response.end(JSON.stringify(RecordStore.#launch));
    if (request.method === "PUT") {
      this.state = body;
      return void response.writeHead(204).end();
    }
    return void (this.state === null ? response.writeHead(404).end() : response.end(this.state));
  }

  verbs(): readonly string[] {
    return this.statements.map(({ verb }) => verb.id.split("/").at(-1) ?? "");
  }

  stop(): void {
    this.#stop();
  }
}
