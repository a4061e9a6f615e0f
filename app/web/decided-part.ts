/** What a merchant asks the reason of. */
export const DECIDED_PARTS = ['eligibility', 'pickup', 'service', 'date'] as const;
export type DecidedPart = (typeof DECIDED_PARTS)[number];
