/** Why simulated calls of several threads miss a little, which stands beside the numbers too. */
export const ALIKE =
  "Every simulated call takes the same steps for the same time. So calls fall into step with each other, and " +
  "enough calls leave no stage idle. Real calls vary, and we suppose that they lose a little where the curve " +
  "bends.";

/** Why fewer processors cost a little less than in Table X. */
export const SPARE =
  "Between five processors and two the paper’s calls get slower step by step. Ours do so at two, where no processor " +
  "is left to spare. With one, background threads come at random, so runs differ by seed.";

/** Why few threads on one processor do better than in Table XI. */
export const TWO_THREADS =
  "One processor is fitted at five threads. With one or two threads ours has idle time that the real one did not " +
  "have. We suppose that lock conflicts and scheduling cost the real one more.";
