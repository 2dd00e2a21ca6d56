import { existsSync, readFileSync, readdirSync } from "node:fs";
import { addTexts, speak, translated } from "../../app/language/look-up.ts";
import { compiled } from "../../app/language/compile.ts";
import { englishWords, strayIn } from "../../e2e/stray-english.ts";
const [lang = "zh", ...logs] = process.argv.slice(2);
speak({ zh: "zh-CN", de: "de-DE" }[lang]!);
const folder = `lessons/languages/${lang}/site`;
for (const f of readdirSync(folder, { recursive: true, encoding: "utf8" })) if (f.endsWith(".json")) addTexts(compiled(JSON.parse(readFileSync(`${folder}/${f}`, "utf8"))));
const isEnglish = englishWords(lang);
const seen = new Set<string>();
let done = 0, left = 0;
for (const log of logs) for (const line of readFileSync(log, "utf8").split("\n")) {
  const m = /^ {4}\+ {3}"(\S+?): (.*) \[([^[\]]*)\]",?$/.exec(line);
  if (!m) continue;
  const text = m[2]!.replaceAll('\\"', '"');
  const norm = text.replaceAll(/\d[\d.,]*/g, "9");
  if (seen.has(norm)) continue;
  seen.add(norm);
  const after = translated(text);
  const words = strayIn(after, isEnglish);
  if (words.length === 0) done++;
  else { left++; console.log(`${m[1]!.slice(0, 30)}: ${text.slice(0, 150)} → ${after === text ? "" : after.slice(0, 120)} [${words.slice(0, 8).join(" ")}]`); }
}
console.log({ done, left });
