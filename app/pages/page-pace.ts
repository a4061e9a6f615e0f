/** How long the pages wait, and how often they look; in milliseconds. What the program waits for is in app/pace.ts. */
export const PAGE_PACE = {
  /** Time from the last letter typed to the search. */
  typingMs: 400,
  /** The shortest time between two reads at the operator of a delivery that somebody looks at. */
  staleMs: 30_000,
  /** How often a text such as "2 minutes ago" is updated. */
  agoStepMs: 30_000,
  /** How often a page reloads its data while deliveries are active. */
  refreshEveryMs: 10_000,
  /** How often a page reloads its data while somebody watches the progress of a task. */
  progressEveryMs: 2_000,
  /** After how long a page suggests to ask again when the shop asked too often and the answer does not say. */
  throttledMs: 60_000,
  /** How long a file that was saved from memory stays in memory. */
  savedFileMs: 60_000,
  /** How often the camera's picture is searched for a barcode, and how long the same one counts as seen already. */
  cameraMs: 150,
  seenMs: 2_000,
  /** How often a scanning page asks what other devices have scanned, and how long it waits for an answer. */
  scanListMs: 4_000,
  scanAnswerMs: 10_000,
  /**
   * The longest time that the writing of a page's data may take, and the rendering of the page. Both work on what is
   * loaded already, so these end only what hangs: on a busy machine with many readers either takes seconds.
   */
  streamMs: 30_000,
  renderMs: 31_000,
};
