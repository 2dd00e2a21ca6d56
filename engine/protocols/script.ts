/**
 * For tests: plays a scripted trace. A script is a text of blocks, with an empty line between: comments, commands, four
 * dashes, and what the commands lead to. The expected part is made anew, so a script that plays as it should comes out
 * as it went in.
 */

const RULE = "----";

/** Throws where a command cannot be carried out; the message names its line. */
export function playBlocks(script: string, command: (text: string) => readonly string[]): string {
  const blocks = script.trimEnd().split("\n\n");
  let line = 1;
  const played = blocks.map((block) => {
    const from = line;
    line += block.split("\n").length + 1;
    return playBlock(block.split("\n"), from, command);
  });
  return `${played.join("\n\n")}\n`;
}

function playBlock(lines: readonly string[], from: number, command: (text: string) => readonly string[]): string {
  const end = lines.indexOf(RULE);
  const written = end < 0 ? lines : lines.slice(0, end);
  const output: string[] = [];
  for (const [index, text] of written.entries()) {
    if (text.startsWith("#")) continue;
    try {
      output.push(...command(text));
    } catch (error) {
      throw new Error(`line ${from + index}, "${text}": ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const isComment = written.every((text) => text.startsWith("#"));
  return isComment ? written.join("\n") : [...written, RULE, ...output].join("\n");
}

/** Numbers of the rules at the head of a source file: ` * 3. A call with …`. */
export function rulesAtHead(text: string): readonly string[] {
  const head = text.slice(0, text.indexOf("*/"));
  return [...head.matchAll(/^ \* (\d)\. /gm)].map(([, number]) => number ?? "");
}

/** Rules that the comments of a script name: "rule 1", "Callee rules 3 and 5", as "1", "callee 3", "callee 5". */
export function rulesNamed(script: string): readonly string[] {
  const comments = script.match(/^#.*$/gm)?.join(" ") ?? "";
  const found = comments.matchAll(/(?:\b(caller|callee) )?rules? (\d(?:(?:, | and )\d)*)/gi);
  return [...found].flatMap(([, party = "", list = ""]) =>
    [...list.matchAll(/\d/g)].map(([number]) => `${party.toLowerCase()} ${number}`.trim()),
  );
}
