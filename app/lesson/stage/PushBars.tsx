/**
 * What each offer saves of a call, as bars under the call's own. A bar that is pushed together buys its offer: the sum
 * gets shorter, and so does each bar that shares a part with it.
 */
import { useRef, useState } from "react";
import type { CSSProperties } from "react";
import { useWidth } from "../../draw/page-hooks.ts";
import { useSlider } from "../../hand/use-slider.ts";
import { useBench, useLab } from "../../lab/context.ts";
import { startPreviews } from "../../lab/preview.ts";
import type { Push } from "../../../lessons/types.ts";
import { setupKey } from "../../setup/setup.ts";
import { useHides, useLocks } from "../../setup/presentation.ts";
import { counted, grouped } from "../../words/numbers.ts";
import { isUncovered, useLesson, useRecord } from "../context.ts";
import { withOffer } from "./savings.ts";
import type { Offer, Savings } from "./savings.ts";
import { useSavings } from "./use-savings.ts";
import "./push-bars.css";

/** Of a bar's length, in hundredths: as it is, and where letting go buys the offer. */
const WHOLE = 100;
const HALF = 50;
/** A bar may be thin: a hand has so much way, in px. */
const LEAST_WAY = 24;

const micros = (value: number): string => `${grouped(Math.round(value), 0)} µs`;

/** Nothing before the guess of the step, which it would answer. */
export function PushBars({ push }: { readonly push: Push }) {
  const { step } = useLesson();
  const [record] = useRecord();
  const hides = useHides();
  const locks = useLocks();
  if (hides("parameters") || locks("parameters")) return null;
  const { predict } = step;
  const isGuessed = predict === undefined || record.predictions[predict.id] !== undefined;
  return isGuessed && isUncovered(step, record) ? <Bars push={push} /> : null;
}

function Bars({ push }: { readonly push: Push }) {
  const savings = useSavings(push);
  return savings === null ? <p className="note">The offers run, each by itself.</p> : <Rows savings={savings} />;
}

function Rows({ savings }: { readonly savings: Savings }) {
  const previews = useLab().previewsBy(startPreviews);
  const setup = useBench((state) => state.setup);
  const room = useRef<HTMLSpanElement>(null);
  const width = useWidth(room, true);
  const [gained, setGained] = useState(0); // what the hand has pushed together so far, in µs
  const { whole, offers } = savings;
  const now = savings.now - gained;
  const px = (value: number): number => (value / whole) * width;
  return (
    <section className="push" aria-label="What each offer saves">
      <div className="push-row">
        <b>The call</b>
        <span ref={room} className="push-room">
          <i className="push-bar is-sum" style={{ width: px(now) }} />
        </span>
        <b className="num">{micros(now)}</b>
        <span className="num push-share">{Math.round((100 * now) / whole)} %</span>
      </div>
      {offers.map((offer) => (
        <OfferRow
          key={offer.label}
          offer={offer}
          way={px(offer.saves)}
          onHeld={(length) => setGained(offer.saves * ((offer.isOn ? 0 : 1) - length))}
          onSet={(isOn, byKey) => previews.settle(withOffer(setup, offer, isOn), byKey ? offer.label : null)}
        />
      ))}
      <p className="note" aria-live="polite">
        {saidOf(savings)}
      </p>
    </section>
  );
}

function saidOf({ whole, now, offers, shared }: Savings): string {
  const bought = offers.filter(({ isOn }) => isOn).length;
  if (shared === 0) return `Push a bar together to buy its offer. ${counted(bought, "offer")} bought.`;
  const alone = `Alone they would save ${micros(whole - now + shared)}.`;
  return `${alone} ${micros(shared)} of that are in bars that they share, and count once.`;
}

interface RowProps {
  readonly offer: Offer;
  /** How long its bar is, in px. */
  readonly way: number;
  /** @param length the share of the bar that the hand leaves */
  readonly onHeld: (length: number) => void;
  readonly onSet: (isOn: boolean, byKey: boolean) => void;
}

function OfferRow({ offer: { label, isOn, saves }, way, onHeld, onSet }: RowProps) {
  const value = isOn ? 0 : WHOLE;
  const own = {
    value,
    least: 0,
    most: WHOLE,
    step: WHOLE,
    page: WHOLE,
    by: (right: number) => Math.round((right / Math.max(LEAST_WAY, way)) * WHOLE),
    onHeld: (length: number | null) => onHeld((length ?? value) / WHOLE),
    onSet: (length: number, byKey: boolean) => {
      onHeld(value / WHOLE);
      if (length < HALF !== isOn) onSet(!isOn, byKey);
    },
  };
  const { held, slider } = useSlider(own, setupKey(useBench((state) => state.setup)), "grip push-grip");
  const length = held ?? value;
  const says = `${isOn ? "bought, saves" : "not bought, would save"} ${micros(saves)}`;
  return (
    <div className={held === null ? "push-row" : "push-row is-held"}>
      <span>{label}</span>
      <span className="push-room" style={{ "--way": `${way}px`, "--length": length / WHOLE } as CSSProperties}>
        <i className="push-ghost" />
        <i className="push-bar" />
        <span {...slider} aria-label={`${label}: left buys it.`} aria-valuetext={says} title={says}>
          <i />
        </span>
      </span>
      <span className="num">{`${isOn ? "−" : ""}${micros(saves)}`}</span>
      <button type="button" className="btn small" aria-pressed={isOn} onClick={() => onSet(!isOn, false)}>
        Buy<span className="vh"> {label}</span>
      </button>
    </div>
  );
}
