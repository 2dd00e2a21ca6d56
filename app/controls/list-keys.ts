/** The row that a key leads to in a list of `count`, maybe beyond its ends; undefined where the key moves nothing. */
export function moveOf(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return from + 1;
    case "ArrowUp":
      return from - 1;
    case "PageDown":
      return from + 10;
    case "PageUp":
      return from - 10;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
