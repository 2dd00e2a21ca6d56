/** The machines as a file. */
import type { TracedRun } from "../../engine/experiments/types.ts";
import { writeSvg, type FileOptions } from "../draw/svg.ts";
import { tableWidth } from "../draw/text-width.ts";
import { mediumOf } from "../trace/lanes.ts";
import { groundShapes } from "./draw.ts";
import { hostsOf } from "./hosts.ts";
import { machineLayout } from "./layout.ts";
import { liveShapes } from "./live.ts";
import { hostName, hostSentences, wireSentence } from "./machine-text.ts";
import { stateAt } from "./state.ts";

interface MachineSvgOptions extends FileOptions {
  readonly call: number;
  readonly time: number; // ns of the run
}

/** A complete SVG document of the machines at a moment of a run; "" where the figure has no place for them. */
export function machineSvg({ trace, experiment }: TracedRun, options: MachineSvgOptions): string {
  const { call, time, width } = options;
  const plan = hostsOf(trace);
  const now = stateAt(trace, call, time);
  if (plan === null || now === null) return "";
  const drawn = { trace, layout: machineLayout(plan.hosts, width), measure: tableWidth };
  const hosts = now.hosts.map((own) => `${hostName(trace, own)}: ${hostSentences(trace, own).join(" ")}`);
  return writeSvg(
    {
      height: Math.ceil(drawn.layout.height),
      title: `The machines of ${experiment}, call ${call}`,
      description: [...hosts, ...(mediumOf(trace) === "" ? [] : [wireSentence(trace, now)])].join(" "),
    },
    [...groundShapes(drawn), ...liveShapes(drawn, now)],
    options,
  );
}
