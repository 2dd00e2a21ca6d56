/** Why simulated calls of several threads miss a little, which stands beside the numbers too. */
export const ALIKE =
  "Every simulated call takes the same steps for the same time. So calls fall into step with each other, and " +
  "enough calls leave no stage idle. Real calls vary, and we suppose that they lose a little where the curve " +
  "bends.";
