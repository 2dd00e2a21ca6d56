/** Findings in styles: sizes of type and colours outside the tokens, `!important` without its reason, stray widths. */
import { itemAt } from "../../kernel/reads.ts";
import type { Finding, ProjectFile } from "./finding.ts";

const TOKENS = "app/styles/tokens.css";
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i;
const NAMED = /:\s*(?:[^;]*\s)?(white|black|red|green|blue|yellow|gray|grey|orange|silver)\b/;
const SIZE = /^\s*font(?:-size)?:\s*[^;]*?\b\d*\.?\d+(rem|em|px|pt|vw|vh)\b/;
/** The widths at which the page changes, as they are in a condition. The head of the tokens says what each is for. */
const WIDTHS = new Set(["360", "720", "721", "1023", "1120", "1180", "1320", "1321", "1399", "1400"]);
const WIDTH = /@media[^{]*?\((?:min|max)-width:\s*([\d.]+)px/g;

/** True where a comment stands beside a line of a rule, above it in the rule, or directly above the rule. */
function hasReason(lines: readonly string[], at: number): boolean {
  for (let i = at; i >= 0; i--) {
    const line = itemAt(lines, i, "line");
    if (/\/\*|\*\//.test(line)) return true;
    if (i < at && /\{\s*$/.test(line)) return /\*\/\s*$/.test(lines[i - 1] ?? "");
    if (/^\s*\}/.test(line)) return false;
  }
  return false;
}

/** The head of a file may give one reason for all. */
const headSays = (text: string): boolean => /^\s*\/\*(?:(?!\*\/)[^])*!important/.test(text);

export function checkStyles({ path, text }: ProjectFile): Finding[] {
  if (!path.endsWith(".css") || path === TOKENS) return [];
  const found: Finding[] = [];
  const lines = text.split("\n");
  const say = (line: number, message: string): void => {
    found.push({ path, line: line + 1, severity: "error", message });
  };
  const isAllSaid = headSays(text);
  lines.forEach((line, i) => {
    const code = line.replace(/\/\*.*?(\*\/|$)/g, "");
    const colour = COLOUR.exec(code.replace(/url\([^)]*\)/g, "")) ?? NAMED.exec(code);
    if (colour !== null && /:/.test(code)) {
      say(i, `colour ${colour[1] ?? colour[0]} outside ${TOKENS}. Give it a name there, or use one: var(--ink).`);
    }
    if (SIZE.test(code.replace(/\/\s*[\d.]+\w*/, ""))) {
      say(i, `size of type outside ${TOKENS}. Use one of its sizes: var(--text-size), or 400 var(--text).`);
    }
    if (/!important/.test(code) && !isAllSaid && !hasReason(lines, i)) {
      say(i, "!important without a reason. Say why beside it, or do without it.");
    }
    for (const [, width = ""] of code.matchAll(WIDTH)) {
      if (!WIDTHS.has(width)) say(i, `${width} px is none of the page’s widths: ${[...WIDTHS].join(", ")}. Use one.`);
    }
  });
  return found;
}
