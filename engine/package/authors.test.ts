import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, it } from "vitest";
import * as authors from "./authors.ts";

const engine = join(import.meta.dirname, "..");
const FIXTURE = "echo-fixture";

/** The files of the echo that make up the system: its tests and its sentences for the page are no part of it. */
const FILES = ["wire", "protocols", "systems", "experiments"].flatMap((room) => {
  const inRoom = readdirSync(join(engine, room), { recursive: true, encoding: "utf8" });
  return inRoom
    .map((path) => `${room}/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.includes(FIXTURE) && /^(?!.*\.test\.).*\.ts$/.test(path) && !path.endsWith("sentences.ts"));
});

/** The names that a file imports from other rooms, values and types. */
function importedBy(file: string): readonly (readonly [name: string, isType: boolean])[] {
  const text = readFileSync(join(engine, file), "utf8");
  const imports = [...text.matchAll(/import (type )?\{([^}]*)\} from "(\.[^"]*)"/g)];
  return imports
    .filter(([, , , path = ""]) => !posix.join(posix.dirname(file), path).includes(FIXTURE))
    .flatMap(([, allTypes, names = ""]) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "")
        .map(
          (name) => [name.replace(/^type | as .*/g, ""), allTypes !== undefined || name.startsWith("type ")] as const,
        ),
    );
}

/** The text of the entry, and of the files whose exports it takes whole. */
const entry = readFileSync(join(import.meta.dirname, "authors.ts"), "utf8");
const whole = [...entry.matchAll(/export \* from "(.*)"/g)].map(([, path = ""]) =>
  readFileSync(join(import.meta.dirname, path), "utf8"),
);
const hasType = (name: string): boolean =>
  new RegExp(`\\b${name}\\b`).test(entry.slice(entry.indexOf("export"))) ||
  whole.some((text) => new RegExp(`export (?:interface|type) ${name}\\b`).test(text));

it("the entry for authors has whatever the echo imports: what is missing, by its file", () => {
  expect(FILES.length).toBeGreaterThan(5);
  const missing = FILES.flatMap((file) =>
    importedBy(file)
      .filter(([name, isType]) => (isType ? !hasType(name) : !(name in authors)))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
