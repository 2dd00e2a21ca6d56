/** Another language for the page. */
import { keep, kept } from "./choice.ts";

/** Keeps another language, and loads the page anew at the same place. */
export function changeLanguage(next: string): void {
  keep(next);
  const { hash } = window.location;
  const [path = "", query = ""] = hash.split("?");
  const given = new URLSearchParams(query);
  // A browser that keeps nothing is told by the link.
  if (kept() === next) given.delete("lang");
  else given.set("lang", next);
  const rest = given.toString();
  window.history.replaceState(window.history.state, "", `${path === "" ? "#/" : path}${rest === "" ? "" : `?${rest}`}`);
  window.location.reload();
}
