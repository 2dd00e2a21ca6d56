/** The reader’s numbers as a form: five, and a door to more. */
import { useState } from "react";
import { idleWhy } from "../../engine/experiments/settings.ts";
import type { Param, ParamValue, ParamValues } from "../../engine/experiments/types.ts";
import { ChoiceParameter } from "../controls/ChoiceParameter.tsx";
import { NumberParameter } from "../controls/NumberParameter.tsx";
import { countIn, NO_FILTER, shownGroups } from "../lab/parameter-groups.ts";
import { ParameterSearch } from "../lab/ParameterSearch.tsx";
import { FIVE_KEYS, MORE_NUMBERS, NUMBERS } from "../setup/your-numbers.ts";

interface Props {
  readonly values: ParamValues;
  readonly onSet: (key: string, value: ParamValue) => void;
  /** Told each value that a thumb is drawn over, and null when it is let go. */
  readonly onDrag: (key: string, value: number | null) => void;
}

/** Of the five, those that need no rail: few know more than a handful. */
const NO_RAIL = new Set(["workers"]);

function Field({ name, param, rail, values, onSet, onDrag }: Props & FieldProps) {
  const idle = idleWhy(param, values);
  return param.kind === "number" ? (
    <NumberParameter
      {...{ param, idle, rail }}
      value={Number(values[name])}
      onChange={(value) => onSet(name, value)}
      onDrag={(value) => onDrag(name, value)}
    />
  ) : (
    <ChoiceParameter {...{ param, idle }} value={String(values[name])} onChange={(value) => onSet(name, value)} />
  );
}

interface FieldProps {
  readonly name: string;
  readonly param: Param;
  readonly rail: boolean;
}

function More(props: Props) {
  const [filter, setFilter] = useState(NO_FILTER);
  const changed = shownGroups(MORE_NUMBERS, props.values, NO_FILTER).reduce((sum, group) => sum + group.changed, 0);
  const groups = shownGroups(MORE_NUMBERS, props.values, {
    ...{ text: filter.text.trim(), changed: filter.changed && changed > 0 },
  });
  return (
    <>
      <ParameterSearch {...{ filter, changed }} onFilter={setFilter} found={countIn(groups)} />
      {groups.flatMap(({ params }) =>
        params.map(({ key, param }) => <Field key={key} {...props} name={key} param={param} rail={false} />),
      )}
    </>
  );
}

/** Open where the link sets something behind it. */
const isUsed = (values: ParamValues): boolean =>
  Object.entries(MORE_NUMBERS).some(([key, param]) => values[key] !== param.default);

export function Fields(props: Props) {
  const [isOpen, setOpen] = useState(() => isUsed(props.values));
  return (
    <>
      {Object.entries(NUMBERS).flatMap(([key, param]) =>
        FIVE_KEYS.includes(key)
          ? [<Field key={key} {...props} name={key} param={param} rail={!NO_RAIL.has(key)} />]
          : [],
      )}
      <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        More that you know ({Object.keys(MORE_NUMBERS).length})
      </button>
      {isOpen && <More {...props} />}
    </>
  );
}
