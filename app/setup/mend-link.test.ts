import { describe, expect, it } from "vitest";
import { readLink } from "./link.ts";
import { hashOf, readPlace } from "./location.ts";
import { mendedAddress } from "./mend-address.ts";
import { isOdd } from "./odd-address.ts";

const GOOD = "#/bench/firefly/null?threads=4&calls=50&seed=7&fault=drop+call%232&fault=delay+result%231+by+5ms";

/** The address that the page reads, and whether it says what was mended. */
async function read(hash: string, search = ""): Promise<{ readonly hash: string; readonly notice: string | null }> {
  const mended = isOdd({ hash, search }) ? await mendedAddress(hash, search) : null;
  return mended === null ? { hash, notice: null } : { hash: hashOf(mended.place), notice: mended.notice };
}

const entities = GOOD.replaceAll("&", "&amp;");
const quotedPrintable = GOOD.replaceAll("=", "=3D");
const twice = encodeURIComponent(GOOD.slice(1)).replaceAll("%2F", "/");

describe("a link that was changed on its way", () => {
  it.each([
    ["HTML", entities],
    ["HTML, by number", GOOD.replaceAll("&", "&#38;")],
    ["HTML, by hexadecimal number", GOOD.replaceAll("&", "&#x26;")],
    ["HTML twice", GOOD.replaceAll("&", "&amp;amp;")],
    ["percent signs coded twice", GOOD.replaceAll("%", "%25")],
    ["percent signs coded three times", GOOD.replaceAll("%", "%2525")],
    ["all of it coded", `#${twice}`],
    ["equals and all coded twice", GOOD.replaceAll("=", "%253D").replaceAll("%23", "%2523")],
    ["quoted-printable", quotedPrintable],
    ["quoted-printable with soft breaks", quotedPrintable.replace("50", "5=%0A0").replace("drop", "dr=%0D%0Aop")],
    ["a soft break whose end is gone", GOOD.replace("calls=50", "cal=ls=50")],
    ["a soft break inside a value", GOOD.replace("calls=50", "calls=5=0")],
    ["capitals of keys", GOOD.replace("threads", "THREADS").replace("calls=", "Calls=")],
    ["capitals of the path", GOOD.replace("/bench/firefly/null", "/BENCH/Firefly/NULL")],
    ["HTML and quoted-printable", quotedPrintable.replaceAll("&", "&amp;")],
    ["a query coded once more, and a full stop", `${GOOD.replaceAll("%", "%25")}.`],
    ["characters that nobody sees", GOOD.replace("threads", "%E2%80%8Bthreads").replace("calls", "ca%C2%ADlls")],
  ])("is read as it was meant, and the page says so: %s", async (_, hash) => {
    const { hash: found, notice } = await read(hash);
    expect(found).toBe(GOOD);
    expect(notice).toMatch(/^The link was changed on its way, and the page has mended it: [^.]*[^]*\.$/);
  });

  it.each([...'.,)>"”’*;:!]'.split(""), "”).", ").", "'", "»", "%E2%80%9D", "%22", "%3E", "%29."])(
    "loses %s behind its end",
    async (marks) => {
      const { hash, notice } = await read(`${GOOD}${marks}`);
      expect(hash).toBe(GOOD);
      expect(notice).toContain("stood behind its end");
    },
  );

  it.each(["\u200b", "\ufeff", "\u00ad", "%E2%80%8B", "%EF%BB%BF", "%C2%AD"])(
    "is read without %j behind its end",
    async (unseen) => {
      const { hash } = await read(`${GOOD}${unseen}`);
      expect(readLink(readPlace(hash))).toEqual(readLink(readPlace(GOOD)));
    },
  );

  it("has its settings in front of the #, all or some of them", async () => {
    expect(await read("#/bench/firefly/null", "?threads=4")).toMatchObject({ hash: "#/bench/firefly/null?threads=4" });
    const some = await read("#/bench/firefly/null?calls=50", "?threads=4&utm_source=x");
    expect(some.hash).toBe("#/bench/firefly/null?threads=4&calls=50");
  });

  it("keeps quiet about keys that other sites add", async () => {
    for (const added of ["&utm_source=lms&utm_medium=x", "&fbclid=Iw3", "&gclid=1"]) {
      expect(await read(`${GOOD}${added}`)).toEqual({ hash: GOOD, notice: null });
    }
    expect(await read("#/", "?fbclid=Iw3")).toMatchObject({ notice: null });
  });

  it.each([
    ["#/lesson/more-threads?step=3).", "#/lesson/more-threads?step=3"],
    ["#/LESSON/More-Threads", "#/lesson/more-threads"],
    ["#/lesson/more-threads?step=2&amp;threads=4", "#/lesson/more-threads?step=2&threads=4"],
    ["#/lesson/more-threads?step=2&threads=4.", "#/lesson/more-threads?step=2&threads=4."], // 4. is 4
    ["#/lesson/more-threads)", "#/lesson/more-threads"],
    ["#/papers/firefly/table-i.", "#/papers/firefly/table-i"],
    ["#/papers/firefly/table-i?row=1&amp;column=nullRpcsPerS", "#/papers/firefly/table-i?row=1&column=nullRpcsPerS"],
    ["#/papers/firefly/table-i%3Fcolumn%3DnullRpcsPerS", "#/papers/firefly/table-i?column=nullRpcsPerS"],
    ["#/reference/keys”", "#/reference/keys"],
    ["#/Reference/Glossary?entry=stub)", "#/reference/glossary?entry=stub"],
    ["#/papers.", "#/papers"],
  ])("to every place: %s", async (hash, meant) => {
    expect((await read(hash)).hash).toBe(meant);
  });
});

describe("a link that can be read", () => {
  it.each([
    GOOD,
    GOOD.replaceAll("+", "%20"),
    "#/bench/firefly/null?pin=firefly%2Fnull%3Fthreads%3D4%26as%3Dfour+%28or+so%29&twin=1",
    "#/bench/firefly/null?pin=firefly%2Fnull%3Fas%3D100%2525",
    "#/bench/firefly/null?threads=99",
    "#/bench/firefly/null?fault=drop call#2",
    "#/",
    "",
  ])("is left as it stands: %s", async (hash) => {
    expect(await read(hash)).toEqual({ hash, notice: null });
  });

  it("keeps what it says wrong, so that the page can tell", async () => {
    const { hash } = await read(`#/bench/firefly/null?threads=99&amp;calls=50`);
    expect(hash).toBe("#/bench/firefly/null?threads=99&calls=50");
  });
});
