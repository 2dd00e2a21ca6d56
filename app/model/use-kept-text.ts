/**
 * Keeps the reader's text in the browser. Another tab may keep a text of the same model: neither writes over what it
 * has not seen. The reader chooses, and the text that was not chosen is set aside.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { setAside } from "../record/set-aside.ts";
import { keepSource, keptSource, keyOf } from "./kept.ts";

/** After the last key. */
const REST_MS = 400;

export interface Conflict {
  /** The other tab's text; null where that tab went back to the paper's. */
  readonly other: string | null;
  /** The key under which this tab's text is kept meanwhile; null where it is the paper's, or there is no room. */
  readonly aside: string | null;
  readonly onMine: () => void;
  readonly onOther: () => void;
}

interface Props {
  readonly paper: string;
  readonly source: string;
  readonly original: string;
  readonly onTake: (source: string) => void;
}

interface KeptText {
  /** False where this browser keeps nothing. */
  readonly kept: boolean;
  readonly conflict: Conflict | null;
}

export function useKeptText({ paper, source, original, onTake }: Props): KeptText {
  const mine = source === original ? null : source;
  const [kept, setKept] = useState(true);
  const [other, setOther] = useState<{ readonly text: string | null } | null>(null);
  const [aside, setOwnAside] = useState<string | null>(null);
  const asideNow = useRef<string | null>(null); // the same, also between two drawings
  /** What this tab last read or wrote. */
  const seen = useRef(mine);
  const written = useRef(source);

  const keptText = useCallback((): string | null => {
    const text = keptSource(paper);
    return text === original ? null : text;
  }, [paper, original]);
  /** Looks what the browser keeps. Returns whether another tab put it there, and it is not this tab's text. */
  const isOthers = useCallback((): boolean => {
    const there = keptText();
    if (there === mine) seen.current = there;
    const isNew = there !== seen.current;
    setOther((before) => (!isNew ? null : before?.text === there ? before : { text: there }));
    if (isNew && mine !== null) setOwnAside((asideNow.current = setAside(keyOf(paper), mine, asideNow.current)));
    return isNew;
  }, [paper, mine, keptText]);
  const write = useCallback((): void => {
    written.current = source;
    const isKept = keepSource(paper, mine);
    if (isKept) seen.current = mine;
    setKept(isKept);
  }, [paper, source, mine]);

  useEffect(() => {
    if (written.current === source) return; // what another tab keeps is no business of a text that nobody changed here
    const save = (): void => {
      if (!isOthers()) write();
    };
    const timer = setTimeout(save, REST_MS);
    window.addEventListener("pagehide", save); // a reader who leaves at once loses nothing
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", save);
    };
  }, [source, isOthers, write]);
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent): void => {
      if (key === null || key === keyOf(paper)) isOthers();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [paper, isOthers]);

  if (other === null) return { kept, conflict: null };
  const choose = (): void => {
    setOther(null);
    setOwnAside((asideNow.current = null));
  };
  const onMine = (): void => {
    const there = keptText();
    if (there !== null && setAside(keyOf(paper), there) === null) return setKept(false);
    write();
    choose();
  };
  const onOther = (): void => {
    seen.current = keptText();
    written.current = seen.current ?? original;
    onTake(written.current);
    choose();
  };
  return { kept, conflict: { other: other.text, aside, onMine, onOther } };
}
