/** The kit for experiments of services that ask one question each: some parameters of the graph, with own defaults. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import type { CrowdRoles } from "../crowd-roles.ts";
import type { ChoiceParam, Needs, Param, ParamGroup, Values } from "../types.ts";
import { crowdOf } from "./crowd.ts";
import { settingsOf, type Question } from "./settings.ts";
import { SERVICES_MEASURES, SERVICES_SERIES, type ServicesMeasure } from "./measures.ts";
import { SERVICES_PARAMS, type ServicesValues } from "./params.ts";

type Table = typeof SERVICES_PARAMS;

interface Asked<Key extends keyof Table> {
  readonly params: Pick<Table, Key>;
  readonly crowd: CrowdRoles<Key, Values<Pick<Table, Key>>, ServicesMeasure>;
}

/**
 * Some parameters, the workload first and the other groups in that order, with the defaults of a question. What needs a
 * parameter that the question leaves out needs it not.
 * @param own what parameters need beside these defaults
 */
export function chosen<Key extends keyof Table>(
  question: Question,
  keys: readonly Key[],
  own: { readonly [One in Key]?: Needs } = {},
): Asked<Key> {
  const settings: ServicesValues = settingsOf(question);
  const isShown = (name: string): boolean => (keys as readonly string[]).includes(name);
  const groups = [...new Set<ParamGroup>(["workload", ...keys.map((key) => SERVICES_PARAMS[key].group)])];
  const grouped = groups.flatMap((group) => keys.filter((key) => SERVICES_PARAMS[key].group === group));
  const entries = grouped.map((key): [string, Param] => {
    const { needs: usual, only, ...param }: Param = SERVICES_PARAMS[key];
    const needs = own[key] ?? usual;
    return [
      key,
      {
        ...param,
        ...(key === "blip" && param.kind === "choice" && !isShown("hitShare") ? { options: withoutCold(param) } : {}),
        default: settings[key],
        ...(needs !== undefined && Object.keys(needs.with).every(isShown) ? { needs } : {}),
        ...(only !== undefined && isShown(only.parameter) ? { only } : {}),
      } as Param,
    ];
  });
  return {
    params: Object.fromEntries(entries) as Pick<Table, Key>,
    // Of the roles those remain whose parameters are shown.
    crowd: crowdOf(question, isShown) as Asked<Key>["crowd"],
  };
}

/** No cache is shown, so none can be lost. */
const withoutCold = ({ options }: ChoiceParam): ChoiceParam["options"] =>
  options.filter(({ value }) => value !== "cold");

export const COMMON = {
  paper: "today",
  packetKinds: KINDS_OF.todayService,
  measures: SERVICES_MEASURES,
  series: SERVICES_SERIES,
  callMeasure: "p99Ms",
} as const;

/** A published number of services that the measure of a run answers. */
export const answers = <Name extends ServicesMeasure, const Set extends object>(
  id: string,
  measure: Name,
  fixed: Set,
) => ({
  ...{ table: "services", column: "value", keys: ["id"], only: { id }, set: {} },
  ...{ fixed, measure, kind: "predicted" as const },
});
