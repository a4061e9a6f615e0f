/** The pages of the guide in the order of the work, by the names of their files in `docs/guide`. */
export const HELP_TOPICS = [
  'connect',
  'pickup',
  'services',
  'packing',
  'waiting',
  'review',
  'past-orders',
  'scorecard',
  'order-page',
  'order-lists',
  'flow',
  'customers',
] as const;

export type HelpTopic = (typeof HELP_TOPICS)[number];

/** The size in pixels of the picture of the block that is not pinned yet, in every language. */
export const PIN_PICTURE = { width: 720, height: 180 };
