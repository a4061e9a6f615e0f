/** The steps from installation to the first hand-over, in order. */
export const SET_UP_STEPS = ['token', 'pickup', 'service', 'dryRun', 'switch'] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];
