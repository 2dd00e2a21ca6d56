/** A link as a QR code, black on white in either theme: a class reads it from the wall, or from paper. */
import { encodeQR } from "qr";

const QUIET = 4; // modules around the code that readers need free of ink
/** A link of so many characters still fits a code of the least redundancy. */
const LONGEST = 2900;

/** The dark modules of each row as one path, a unit a module. */
function codePath(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .filter(Boolean)
    .join("");
}

export const modulesOf = (text: string): readonly (readonly boolean[])[] =>
  encodeQR(text, "raw", { ecc: "low", border: QUIET });

export function QrCode({ text }: { readonly text: string }) {
  if (new TextEncoder().encode(text).length > LONGEST)
    return <p className="error">The link is too long for a QR code. Copy it instead.</p>;
  const modules = modulesOf(text);
  const size = modules.length;
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link">
      <rect width={size} height={size} fill="#fff" />
      <path d={codePath(modules)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
