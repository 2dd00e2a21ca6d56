/** Which files belong to a family of experiments. */
import { dirname } from "node:path";

/**
 * Whether a file is in a family's folder, or in the folder that an experiment has there.
 * @param experiments the folder engine/experiments/
 */
export const isInFamily = (experiments: string, file: string): boolean =>
  [dirname(dirname(file)), dirname(dirname(dirname(file)))].includes(experiments);
