/** The values of a call and of its reply, with their bytes; and the same call written with other values. */
import { useState } from "react";
import type { ReactNode } from "react";
import { itemAt } from "../../engine/kernel/reads.ts";
import type { CallValues, Message } from "../workers/capture-values.ts";
import type { ValueRow } from "./value-rows.ts";
import { WrittenCall } from "./WrittenCall.tsx";

interface Props {
  readonly call: number;
  readonly values: CallValues;
  readonly rows: readonly ValueRow[];
  readonly left: number;
  readonly on: number | null;
  readonly onRow: (row: number) => void;
}

const PARTS = [
  { part: "call", title: "Call" },
  { part: "reply", title: "Reply" },
] as const;

/** What stopped the reading, and bytes that no value has. */
function endOf({ bytes, next, stopped }: Message): string | null {
  if (stopped !== null) return `Not all could be read: ${stopped}`;
  return next < bytes.length ? `${bytes.length - next} bytes behind the last value belong to none.` : null;
}

export function ValueTable({ call, values, rows, left, on, onRow }: Props) {
  const [isWriting, setWriting] = useState(false);
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map());
  const isWritten = (row: ValueRow): boolean => isWriting && row.part === "call" && row.value !== null;
  return (
    <section aria-label="Values">
      <p className="capture-declared">
        <code>{values.declared}</code>
      </p>
      {PARTS.map(({ part, title }) => {
        const message = values[part];
        return (
          <div key={part} className="capture-values-of" tabIndex={0} role="group" aria-label={`${title}, values`}>
            <b>{title}</b>
            {message === null ? (
              <p className="note">Not in the file.</p>
            ) : (
              <Rows title={title} message={message}>
                {rows.map((row, i) =>
                  row.part === part ? (
                    <Row key={i} row={row} isOn={i === on} onRow={() => onRow(i)}>
                      {isWritten(row) ? (
                        <input
                          aria-label={`Value of ${row.steps.join(" ")}`}
                          value={texts.get(i) ?? row.value ?? ""}
                          onChange={(event) => setTexts(new Map(texts).set(i, event.target.value))}
                        />
                      ) : null}
                    </Row>
                  ) : null,
                )}
              </Rows>
            )}
          </div>
        );
      })}
      {left > 0 && <p className="note">{left} more values; lab dissect has them all.</p>}
      {values.call !== null && values.call.values.length > 0 && (
        <>
          <button
            type="button"
            className="btn small"
            aria-pressed={isWriting}
            onClick={() => {
              setWriting(!isWriting);
              setTexts(new Map());
            }}
          >
            Write this call
          </button>
          {isWriting && (
            <WrittenCall
              call={call}
              captured={values.call}
              changes={[...texts].map(([i, text]) => ({ steps: itemAt(rows, i, "row").steps, text }))}
            />
          )}
        </>
      )}
    </section>
  );
}

interface RowsProps {
  readonly title: string;
  readonly message: Message;
  readonly children: ReactNode;
}

function Rows({ title, message, children }: RowsProps) {
  const end = endOf(message);
  return (
    <>
      {message.values.length === 0 && end === null ? (
        <p className="note">No values: void.</p>
      ) : (
        <table aria-label={`Values of the ${title.toLowerCase()}`}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Value</th>
              <th scope="col">Bytes</th>
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
      {end !== null && <p className="note">{end}</p>}
    </>
  );
}

interface RowProps {
  readonly row: ValueRow;
  readonly isOn: boolean;
  readonly onRow: () => void;
  readonly children: ReactNode;
}

function Row({ row, isOn, onRow, children }: RowProps) {
  const { steps, type, bytes, value, note } = row;
  return (
    <tr className={isOn ? "on" : undefined}>
      <td style={{ paddingInlineStart: `${steps.length - 1}rem` }}>
        <button type="button" className="link" aria-pressed={isOn} title={type} onClick={onRow}>
          {steps.at(-1)}
        </button>
      </td>
      <td>
        {children ?? value ?? <span className="note">{type}</span>}
        {note !== null && <em> {note}</em>}
      </td>
      <td>
        <code>{bytes}</code>
      </td>
    </tr>
  );
}
