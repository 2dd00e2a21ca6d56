import { readRules } from "./rules.ts";
import { SOURCES } from "./sources.ts";

/** The numbered rules in the head of a source file. */
export function Rules({ source }: { readonly source: string }) {
  return (
    <ol className="rules">
      {readRules(source).map(({ number, text }) => (
        <li key={number} value={number}>
          {text}
        </li>
      ))}
    </ol>
  );
}

/** The rules of a file that a state machine or a table of costs names. Throws where the list of sources has it not. */
export function RulesOf({ file }: { readonly file: string }) {
  const source = SOURCES[file];
  if (source === undefined) throw new Error(`${file} is not among the sources. Run \`npm run catalogues\`.`);
  return (
    <>
      <h4>
        Rules, <code>{file}</code>
      </h4>
      <Rules source={source} />
    </>
  );
}
