/** `lab trace` on files: what it prints, and what it says of files that are none. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { ask } from "./testing.ts";

/** A folder with traces of others and what they hold, which are no part of the project. */
const FOLDER = process.env["ROUNDTRIP_TRACES"] ?? "";

type Facts = Readonly<Record<string, unknown>>;
interface Answered extends Facts {
  readonly traces: readonly Facts[];
}

const expected = (name: string): [string, Facts][] =>
  FOLDER === "" ? [] : Object.entries(JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Record<string, Facts>);

async function answered(file: string): Promise<Answered> {
  const { code, out, err } = await ask(["trace", file, "--json"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Answered;
}

describe.skipIf(FOLDER === "")("traces of others", () => {
  it.each(expected("expected.json"))("%s holds what it is said to hold", async (name, facts) => {
    const { traces, ...whole } = await answered(join(FOLDER, name));
    const { traces: wanted, ...of } = facts as Answered;
    expect(whole).toMatchObject(of);
    expect(traces.length).toBe(wanted.length);
    for (const [i, trace] of wanted.entries()) expect(traces[i]).toMatchObject(trace);
  });

  it.each(expected("expected-damaged.json"))(
    "%s is read or refused",
    async (name, { spans, paths, answer, ...facts }) => {
      if (spans === 0) {
        const { code, out, err } = await ask(["trace", join(FOLDER, name), "--json"]);
        expect({ code, out }).toEqual({ code: 2, out: "" });
        expect(err).toMatch(/^lab trace: "[^"\n]+": [^\n]+\.$/);
        return;
      }
      const { traces, ...whole } = await answered(join(FOLDER, name));
      expect(whole).toMatchObject({ spans });
      expect(traces.length).toBe(1);
      expect(traces[0]).toMatchObject(facts);
      expect((traces[0]?.["paths"] as readonly { parts: unknown }[]).map(({ parts }) => parts)).toEqual(paths);
      expect(answer).toBeTypeOf("string");
    },
  );
});

const CALL = JSON.stringify([
  { traceId: "1", id: "a1", name: "page", timestamp: 1000, duration: 50, localEndpoint: { serviceName: "front" } },
  {
    ...{ traceId: "1", id: "b2", parentId: "a1", name: "get \u001b[31m", timestamp: 1010, duration: 30 },
    localEndpoint: { serviceName: "shop" },
  },
]);

describe("lab trace", () => {
  const folder = mkdtempSync(join(tmpdir(), "trace-"));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const saved = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it("prints the path of a file, packed or not, in UTF-8 or UTF-16", async () => {
    const plain = await ask(["trace", saved("a.json", CALL)]);
    expect(plain).toMatchObject({ code: 0, err: "" });
    expect(plain.out).toContain("Zipkin v2: 2 spans, 2 services, 1 trace");
    expect(plain.out).toContain("critical path of a1, 50 µs");
    expect(plain.out).not.toContain("\u001b");
    expect((await ask(["trace", saved("a.json.gz", gzipSync(CALL))])).out).toBe(plain.out);
    expect((await ask(["trace", saved("a16.json", Buffer.from(`\ufeff${CALL}`, "utf16le"))])).out).toBe(plain.out);
  });

  it("says what another time of one span would change, by its id and by its name", async () => {
    const file = saved("b.json", CALL.replace("\\u001b[31m", "it"));
    for (const span of ["b2", "get it"]) {
      const { out } = await ask(["trace", file, "--json", "--what-if", `${span}=0.5`]);
      const { whatIf } = JSON.parse(out) as { readonly whatIf: readonly Facts[] };
      expect(whatIf).toMatchObject([{ beforeNs: "50000", afterNs: "35000", savedNs: "15000" }]);
    }
    for (const wrong of ["b2", "b2=", "b2=-1", "b2=2000", "c3=0.5", "=1"]) {
      const { code, err } = await ask(["trace", file, "--what-if", wrong]);
      expect({ wrong, code }).toEqual({ wrong, code: 2 });
      expect(err).toMatch(/^lab trace: --what-if/);
    }
  });

  it.each([
    ["cut.gz", gzipSync(CALL).subarray(0, 60), "it is packed by gzip, and cut or damaged."],
    ["html", "<html>", "this is a page of HTML, not a trace."],
  ])("refuses %s in one sentence", async (name, content, sentence) => {
    const { code, out, err } = await ask(["trace", saved(name, content)]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe(`lab trace: ${JSON.stringify(join(folder, name))}: ${sentence}`);
  });
});
