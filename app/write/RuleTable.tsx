/** The table form: each cell that is the reader’s to set is a choice in plain words; the given ones stand below. */
import { useId } from "react";
import type { Level } from "../../engine/explore/written/levels.ts";
import { CELL_NAMES, cellOf, type CellName, type WrittenRules } from "../../engine/protocols/written/rules.ts";

interface Props {
  readonly level: Level;
  readonly rules: WrittenRules;
  readonly onSet: (cell: CellName, value: string) => void;
}

const TITLES = { client: "The client", server: "The server" } as const;

export function RuleTable({ level, rules, onSet }: Props) {
  const given = CELL_NAMES.filter((name) => !level.cells.includes(name));
  return (
    <div className="rule-table">
      {(["client", "server"] as const).map((of) => {
        const cells = level.cells.filter((name) => cellOf(name).of === of);
        if (cells.length === 0) return null;
        return (
          <fieldset key={of}>
            <legend>{TITLES[of]}</legend>
            {cells.map((name) => (
              <CellChoice key={name} name={name} value={rules[name]} onSet={onSet} />
            ))}
          </fieldset>
        );
      })}
      <details className="given">
        <summary>What is given</summary>
        <dl>
          {given.map((name) => {
            const { of, label, options } = cellOf(name);
            return (
              <div key={name}>
                <dt>
                  {TITLES[of]}. {label}:
                </dt>
                <dd>{options[rules[name]]}</dd>
              </div>
            );
          })}
        </dl>
      </details>
    </div>
  );
}

interface CellProps {
  readonly name: CellName;
  readonly value: string;
  readonly onSet: (cell: CellName, value: string) => void;
}

function CellChoice({ name, value, onSet }: CellProps) {
  const id = useId();
  const { label, options } = cellOf(name);
  return (
    <p className="cell">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onSet(name, target.value)}>
        {Object.entries(options)
          .toSorted(([, a], [, b]) => a.localeCompare(b, "en")) // the rule book’s does not stand first
          .map(([word, text]) => (
            <option key={word} value={word}>
              {text}
            </option>
          ))}
      </select>
    </p>
  );
}
