import type { ReactNode } from "react";

export interface Segment<Value> {
  readonly value: Value;
  readonly text: ReactNode;
  readonly title?: string | undefined;
  readonly disabled?: boolean;
}

interface Props<Value> {
  /** Left out where what stands around says it. */
  readonly label?: string;
  readonly choices: readonly Segment<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly className?: string;
}

/** Names beside each other, of which one is chosen. */
export const Segments = <Value extends string | number | boolean | null>({
  label,
  choices,
  chosen,
  onChoose,
  className = "seg",
}: Props<Value>) => (
  <span className={className} role={label === undefined ? undefined : "group"} aria-label={label}>
    {choices.map(({ value, text, ...rest }) => (
      <button
        key={String(value)}
        type="button"
        aria-pressed={value === chosen}
        onClick={() => onChoose(value)}
        {...rest}
      >
        {text}
      </button>
    ))}
  </span>
);
