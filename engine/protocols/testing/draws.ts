/** How often a law is drawn, for laws whose draws take long. */

interface Started {
  readonly process?: { readonly env: Readonly<Record<string, string | undefined>> };
}

const { process } = globalThis as Started;
const areNew = process?.env["ROUNDTRIP_DRAWS"] !== undefined;

/** `often` where the draws are new ones, as in `npm run audit`; a third in `npm test`, where they stay the same. */
export const draws = (often: number): number => (areNew ? often : Math.ceil(often / 3));
