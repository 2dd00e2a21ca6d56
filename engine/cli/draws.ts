/**
 * Before each test file: the seed of the properties' random draws. It is a fixed one, so that what is tested depends on
 * the project alone; `npm run audit` draws anew by ROUNDTRIP_DRAWS.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["ROUNDTRIP_DRAWS"] ?? 1) });
