/** The same disturbance, load and seed with other ways to call, as small figures; a press makes one the large one. */
import { memo, useRef } from "react";
import { Hatched, Shapes } from "../draw/Shapes.tsx";
import { linearScale } from "../draw/scale.ts";
import { box, line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import { plotShapes } from "../figure/plot.ts";
import { experimentOf, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { plain } from "../words/numbers.ts";
import { rolesOf, sentIn } from "./facts.ts";
import type { CrowdView } from "./facts.ts";
import { AREA_NAMES, areaStyle, LINE_STYLES } from "./layout.ts";
import { verdictOf } from "./poles.ts";

const [WIDTH, HEIGHT] = [240, 62];

function miniShapes(view: CrowdView, most: number): readonly Shape[] {
  const { crowd, until, blip } = view;
  const time = linearScale({ domain: [0, until], range: [0, WIDTH] });
  const calls = linearScale({ domain: [0, most], range: [HEIGHT - 4, 3], clamp: true });
  const of = (values: readonly number[] = []) => ({ atNs: values.map((_, i) => i * crowd.width), values });
  const wave =
    blip === null
      ? []
      : [
          box(
            time.at(blip.from),
            0,
            Math.max(1, time.at(Math.min(until, blip.until)) - time.at(blip.from)),
            HEIGHT - 4,
            { fill: "sunk" },
          ),
        ];
  const capacity = crowd.capacity === null ? [] : [calls.at(crowd.capacity)];
  return [
    ...wave,
    ...plotShapes({
      ...{ along: time.at, across: calls.at, from: 0, until },
      areas: AREA_NAMES.map((name) => ({ of: of(crowd.rates[name]), style: areaStyle(name) })),
      lines: [
        { of: of(crowd.rates.wasted), style: LINE_STYLES.wasted },
        { of: of(crowd.rates.useful), style: { stroke: "accent", lineWidth: 5 } },
        { of: of(crowd.rates.useful), style: { stroke: "on-accent", lineWidth: 1.4 } },
      ],
    }),
    ...capacity.map((y) => line([0, y, WIDTH, y], { stroke: "ink", lineWidth: 1, dash: [5, 3] })),
  ];
}

/** What a run of a policy says: whether it comes back, requests a call, and the share that was wasted. */
function saysOf(view: CrowdView): readonly string[] {
  const { attempts, wasted } = rolesOf(experimentOf(view.setup));
  const value = (name: string | undefined): number | null => {
    const found = name === undefined ? null : (view.measures[name]?.value ?? null);
    return typeof found === "number" ? found : null;
  };
  const [each, share] = [value(attempts), value(wasted)];
  const verdict = verdictOf(view);
  const mark = view.back === null ? "" : view.back.tag === "down" ? "✗ " : "✓ ";
  const numbers = [
    ...(each === null ? [] : [plain(each, 2) === "1" ? "1 request a call" : `${plain(each, 2)} requests a call`]),
    ...(share === null ? [] : [`${plain(share, 0)} % wasted`]),
  ].join(", ");
  return [...(verdict === "" ? [] : [mark + verdict]), ...(numbers === "" ? [] : [numbers])];
}

interface Props {
  readonly policies: readonly { readonly name: string; readonly setup: Setup; readonly view: CrowdView | undefined }[];
  readonly chosen: string; // setupKey
  /** Whether a hand holds something that they do not follow. */
  readonly isOld: boolean;
  readonly onChoose: (setup: Setup) => void;
}

export const Policies = memo(function Policies({ policies, chosen, isOld, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const known = policies.flatMap(({ view }) => (view === undefined ? [] : [view]));
  const most = Math.max(1, ...known.flatMap((view) => [...sentIn(view), view.crowd.capacity ?? 0])) * 1.05;
  const at = policies.findIndex(({ setup }) => setupKey(setup) === chosen);
  const go = (to: number): void => {
    const place = (to + policies.length) % policies.length;
    const next = policies[place];
    if (next === undefined) return;
    onChoose(next.setup);
    list.current?.querySelectorAll("button")[place]?.focus();
  };
  return (
    <section className="crowd-policies" aria-labelledby="crowd-policies">
      <h3 id="crowd-policies">
        The same with other ways to call{" "}
        <small>Same disturbance, load and seed. Press one to make it the large figure.</small>
      </h3>
      <div
        ref={list}
        role="radiogroup"
        aria-labelledby="crowd-policies"
        className={isOld ? "crowd-multi is-old" : "crowd-multi"}
      >
        {policies.map(({ name, setup, view }, i) => (
          <button
            key={name}
            type="button"
            role="radio"
            aria-checked={i === at}
            tabIndex={i === Math.max(0, at) ? 0 : -1}
            onClick={() => onChoose(setup)}
            onKeyDown={({ key }) => {
              const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
              if (by !== undefined) go(i + by);
            }}
          >
            <b>{name}</b>
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" preserveAspectRatio="none">
              {view !== undefined && (
                <Hatched>
                  <Shapes shapes={miniShapes(view, most)} />
                </Hatched>
              )}
            </svg>
            {(view === undefined ? ["is being run"] : saysOf(view)).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </button>
        ))}
      </div>
    </section>
  );
});
