import { useId } from "react";

interface Props<T extends string | number> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: T | undefined;
  readonly onChoose: (value: T) => void;
}

/** One of a few, as words; the chosen one stands on a yellow line. */
export function Options<T extends string | number>({ label, options, chosen, onChoose }: Props<T>) {
  const name = useId();
  return (
    <fieldset className="row export-options">
      <legend className="vh">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === chosen}
            onChange={() => onChoose(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
