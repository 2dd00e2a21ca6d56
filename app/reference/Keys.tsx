import { useEffect } from "react";
import { ALL_KEYS } from "../words/keys/all.ts";
import { KEY_PLACES } from "../words/keys/page.ts";

/** The keyboard, from the registries that the help is made from. */
export function Keys({ entry }: { readonly entry: string | null }) {
  useEffect(() => {
    if (entry !== null) document.getElementById(`key-${entry}`)?.scrollIntoView({ block: "center" });
  }, [entry]);
  return (
    <>
      <h2>Keyboard</h2>
      <p className="conditions">
        These are the keys of the help (<kbd>?</kbd>). There you can turn off the single-letter shortcuts. All other
        keys work while their part of the page has the focus.
      </p>
      {KEY_PLACES.map(({ place, title }) => {
        const here = ALL_KEYS.filter(({ where }) => where === place);
        if (here.length === 0) return null;
        return (
          <div key={place} className="group">
            <h3>{title}</h3>
            <dl className="keys">
              {here.map(({ id, keys, what }) => (
                <div key={id} id={`key-${id}`} className={id === entry ? "pair pointed" : "pair"}>
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
