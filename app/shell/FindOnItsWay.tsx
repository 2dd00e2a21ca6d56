import { useLayoutEffect, useRef } from "react";

interface Props {
  readonly onType: (text: string) => void;
  readonly onClose: () => void;
}

/** Takes in what is typed while the search is fetched: else the letters are commands of the page below. */
export function FindOnItsWay({ onType, onClose }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close(); // the focus goes back, so that the search that takes its place can give it back, too
  }, []);
  return (
    <dialog ref={box} className="box palette" aria-label="Find" aria-busy="true" onClose={onClose}>
      <input
        type="text"
        aria-label="Find"
        autoComplete="off"
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </dialog>
  );
}
