import type { Rule } from "./rules.ts";
import { SOURCES } from "./sources.ts";

/** The numbered rules in the head of a source file. */
export function Rules({ rules }: { readonly rules: readonly Rule[] }) {
  return (
    <ol className="rules">
      {rules.map(({ number, text }) => (
        <li key={number} value={number}>
          {text}
        </li>
      ))}
    </ol>
  );
}

/** The rules of a file that a state machine or a table of costs names. Throws where the list of sources has it not. */
export function RulesOf({ file }: { readonly file: string }) {
  const rules = SOURCES[file];
  if (rules === undefined) throw new Error(`${file} is not among the sources. Run \`npm run catalogues\`.`);
  return (
    <>
      <h2>
        Rules, <code>{file}</code>
      </h2>
      <Rules rules={rules} />
    </>
  );
}
