/** After the last level: whose protocol the rules are, what it has besides, and where it runs. */
import { LEVELS } from "../../engine/explore/written/levels.ts";
import { hrefOf } from "../setup/link-table.ts";
import { readKept } from "./kept-levels.ts";

export function End() {
  const kept = readKept();
  const open = LEVELS.filter(({ number }) => kept[number]?.solved !== true && number !== LEVELS.length);
  return (
    <>
      <p>
        <b>You have written Cedar’s rules.</b> Birrell and Nelson called by them in 1984. A number names each call. A
        row knows the last one and keeps its result. A repeated call asks whether the server lives, and a new life
        rejects the calls of the old one. Cedar also finds its servers, and sends calls of several packets.
      </p>
      <p>
        <a href={hrefOf("bench", ["cedar", "call"])}>Run Cedar on the bench</a>, or see{" "}
        <a href={hrefOf("lesson", ["what-rules-are-for"])}>what each of its rules is for</a>.
      </p>
      {open.length > 0 && (
        <p className="note">
          Still open:{" "}
          {open.map(({ number, title }, i) => (
            <span key={number}>
              {i > 0 && ", "}
              <a href={hrefOf("write", [String(number)])}>{title}</a>
            </span>
          ))}
        </p>
      )}
    </>
  );
}
