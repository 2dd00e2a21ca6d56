/** What this browser keeps under a key; "" for nothing, and where it keeps nothing, as in a frame without storage. */
export function keptText(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
