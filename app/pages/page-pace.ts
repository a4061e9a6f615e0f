/** How long the pages wait, and how often they look; in milliseconds. What the program waits for is in app/pace.ts. */
export const PAGE_PACE = {
  /** Between the last letter typed and the search. */
  typingMs: 400,
  /** A delivery that somebody looks at is read at the operator no more often. */
  staleMs: 30_000,
  /** Between two readings of how long ago something was. */
  agoStepMs: 30_000,
  /** While something is under way. */
  refreshEveryMs: 10_000,
  /** While something runs whose progress somebody watches. */
  progressEveryMs: 2_000,
  /** A file that was saved from memory is let go after this. */
  savedFileMs: 60_000,
  /** Longest time for what a page waits for after its first part. */
  streamMs: 5_000,
  /** Longest time for a page as a whole. */
  renderMs: 6_000,
};
