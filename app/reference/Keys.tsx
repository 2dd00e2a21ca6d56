import { KEY_PLACES, KEYS } from "../shell/keys.ts";
import type { Key } from "../shell/keys.ts";
import { lessonKeys } from "../lesson/keys.ts";
import { timelineKeys } from "../timeline/keys.ts";

const ALL: readonly Key[] = [...KEYS, ...timelineKeys, ...lessonKeys];

/** The keyboard, from the registries that the help is made from. */
export function Keys() {
  return (
    <>
      <h2>Keyboard</h2>
      <p className="conditions">
        From the same registries as the help (<kbd>?</kbd>), where keys of a single letter can be turned off. Not in a
        registry yet, so not listed here: the arrow keys, Home and End of the chart’s cursor.
      </p>
      {KEY_PLACES.map(({ place, title }) => {
        const here = ALL.filter(({ where }) => where === place);
        if (here.length === 0) return null;
        return (
          <div key={place} className="group">
            <h3>{title}</h3>
            <dl className="keys">
              {here.map(({ id, keys, what }) => (
                <div key={id} className="pair">
                  <dt>
                    {keys.map((key, i) => (
                      <span key={key}>
                        {i > 0 && " "}
                        <kbd>{key}</kbd>
                      </span>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </div>
        );
      })}
    </>
  );
}
