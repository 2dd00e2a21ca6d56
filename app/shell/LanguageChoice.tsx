import { changeLanguage } from "../language/change.ts";
import { currentLanguage, LANGUAGES } from "../language/choice.ts";

/** The choice of the page’s language, each by its name in itself. */
export function LanguageChoice() {
  return (
    <label className="language">
      <span className="vh">Language</span>
      <select
        translate="no"
        value={currentLanguage()}
        onChange={({ currentTarget }) => changeLanguage(currentTarget.value)}
      >
        {Object.entries(LANGUAGES).map(([code, { name }]) => (
          <option key={code} value={code} lang={code} translate="no">
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
