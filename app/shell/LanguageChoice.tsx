import { currentLanguage, LANGUAGES } from "../language/choice.ts";

/** Only who changes the language fetches what changes it. */
function change(to: string): void {
  import("../language/change.ts").then((m) => m.changeLanguage(to)).catch(reportError);
}

/** The choice of the page’s language, each by its name in itself. */
export function LanguageChoice() {
  return (
    <label className="language">
      <span className="vh">Language</span>
      <select translate="no" value={currentLanguage()} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {Object.entries(LANGUAGES).map(([code, { name }]) => (
          <option key={code} value={code} lang={code} translate="no">
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
