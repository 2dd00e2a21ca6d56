/** What if a span, or all spans of an operation, took another time? */
import { useId } from "react";
import { ASSUMED } from "../../engine/spans/paths.ts";
import type { ShownTrace } from "../workers/spans-rows.ts";
import type { Supposed } from "../workers/spans.worker.ts";

interface Props {
  readonly shown: ShownTrace;
  readonly supposed: Supposed | null;
  readonly onSuppose: (supposed: Supposed | null) => void;
}

const FIRST: Omit<Supposed, "span"> = { factor: "0.5", isWhole: false };

export function WhatIf({ shown, supposed, onSuppose }: Props) {
  const { operations } = shown;
  const id = useId();
  const isOperation = supposed === null || operations.some(({ of }) => of === supposed.span);
  return (
    <div className="row spans-what-if" role="group" aria-label="What if …?">
      <label htmlFor={`${id}-span`}>What if</label>
      <select
        id={`${id}-span`}
        value={supposed?.span ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onSuppose(value === "" ? null : { ...FIRST, ...supposed, span: value })
        }
      >
        <option value="">nothing changed</option>
        {!isOperation && <option value={supposed.span}>{`span ${supposed.span}`}</option>}
        {operations.map(({ of, spans }) => (
          <option key={of} value={of} translate="no">
            {spans === 1 ? of : `${of} (${spans})`}
          </option>
        ))}
      </select>
      {supposed !== null && (
        <>
          <label htmlFor={id}>took</label>
          <input
            id={id}
            type="range"
            min="0"
            max="2"
            step="0.05"
            value={Number(supposed.factor)}
            aria-valuetext={`${supposed.factor} times as long`}
            onChange={({ currentTarget: { value } }) => onSuppose({ ...supposed, factor: value })}
          />
          <output htmlFor={id}>{`× ${supposed.factor}`}</output>
          <label>
            <input
              type="checkbox"
              checked={supposed.isWhole}
              onChange={({ currentTarget: { checked } }) => onSuppose({ ...supposed, isWhole: checked })}
            />{" "}
            and all below it
          </label>
          <p className="note">{ASSUMED}</p>
        </>
      )}
    </div>
  );
}
