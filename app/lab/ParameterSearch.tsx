import type { KeyboardEvent } from "react";
import { counted } from "../words/numbers.ts";
import type { Filter } from "./parameter-groups.ts";

interface Props {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly changed: number; // parameters that differ from their defaults
  readonly found: number; // parameters that are shown
}

/** Finds parameters by a word, or those that were changed. */
export function ParameterSearch({ filter, onFilter, changed, found }: Props) {
  const clear = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || filter.text === "") return;
    event.preventDefault();
    event.stopPropagation();
    onFilter({ ...filter, text: "" });
  };
  const searches = filter.text.trim() !== "";
  return (
    <div className="param-search">
      <input
        type="search"
        className="field find"
        aria-label="Find a parameter"
        placeholder="Find a parameter"
        autoComplete="off"
        spellCheck={false}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
        onKeyDown={clear}
      />
      <label>
        <input
          type="checkbox"
          checked={filter.changed && changed > 0}
          disabled={changed === 0}
          onChange={(event) => onFilter({ ...filter, changed: event.target.checked })}
        />
        Only changed ({changed})
      </label>
      <p className={searches ? "note" : "vh"} role="status">
        {searches &&
          (found === 0 ? `No parameter matches “${filter.text.trim()}”.` : `${counted(found, "parameter")} found.`)}
      </p>
    </div>
  );
}
