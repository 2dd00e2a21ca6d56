import { useId } from "react";
import type { ExportItem } from "./items.ts";

interface Props {
  readonly item: ExportItem;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onTake: (item: ExportItem) => void;
}

/** One file. Pointing at it shows its name; one that cannot be had stays in reach and says why. */
export function ItemButton({ item, active, onPoint, onTake }: Props) {
  const id = useId();
  const missing = item.missing !== "";
  return (
    <>
      <button
        type="button"
        className={active ? "export-item active" : "export-item"}
        aria-disabled={missing}
        aria-describedby={id}
        onClick={() => onTake(item)}
        onFocus={onPoint}
        onPointerEnter={onPoint}
      >
        {item.label}
      </button>
      <span id={id} hidden>
        {item.name}. {missing ? item.missing : item.holds}
      </span>
    </>
  );
}
