/**
 * The tests of each claim of a paper, read from the tests' own titles: a title begins with the claim's id. A claim that
 * no test tries stands in the paper's unclaimed.json, with the reason.
 */

/** A test that tries a claim. `what` is its title without the ids. */
interface ClaimTest {
  readonly file: string; // from the project's folder
  readonly what: string;
}

export interface ClaimCheck {
  readonly tests: readonly ClaimTest[];
  readonly reason: string | null; // why no test tries it
}

/** Claim id to its check. */
export type ClaimChecks = Readonly<Record<string, ClaimCheck>>;

const STRING = String.raw`"((?:[^"\\]|\\.)*)"`;
/** `says("cpu0", "the interrupt and its handling take 86 us", …)` */
const SAYS = new RegExp(String.raw`\bsays\(\s*${STRING},\s*${STRING}`, "g");
/** `it("cpu0: interrupts run on CPU 0 alone", …)`, `it.each(THREADS)("saturation: with %i threads, …", …)` */
const IT = new RegExp(String.raw`\bit(?:\.each\((?:[^()]|\([^()]*\))*\))?\(\s*${STRING}`, "g");
/** The places in a title where `it.each` puts the values of a case. */
const CASE = /%[dis]\b/g;

const unescaped = (text: string): string => JSON.parse(`"${text}"`) as string;

interface Titled {
  readonly ids: readonly string[];
  readonly what: string;
}

function titlesIn(text: string): readonly Titled[] {
  const said = [...text.matchAll(SAYS)].map(([, ids = "", what = ""]) => ({ ids, what: unescaped(what) }));
  const stated = [...text.matchAll(IT)].flatMap(([, title = ""]) => {
    const [ids = "", ...rest] = unescaped(title).split(": ");
    return rest.length === 0 ? [] : [{ ids, what: rest.join(": ").replace(CASE, "…") }];
  });
  return [...said, ...stated].map(({ ids, what }) => ({ ids: ids.split(/,\s*/), what }));
}

/** A claim may have neither a test nor a reason: the page says so, and engine/papers/claims-covered.test.ts fails. */
export function readClaimChecks(
  claims: readonly string[],
  files: readonly { readonly path: string; readonly text: string }[],
  unclaimed: Readonly<Record<string, string>>,
): ClaimChecks {
  const titled = files.flatMap(({ path, text }) => titlesIn(text).map((title) => ({ ...title, file: path })));
  return Object.fromEntries(
    claims.map((id): [string, ClaimCheck] => {
      const tests = titled.filter(({ ids }) => ids.includes(id)).map(({ file, what }) => ({ file, what }));
      const reason = Object.hasOwn(unclaimed, id) ? (unclaimed[id] ?? null) : null;
      return [id, { tests, reason }];
    }),
  );
}
