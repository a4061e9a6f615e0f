/** Whoever is being answered with a stream. */
export interface AnsweredClient {
  /**
   * Resolves once the client has taken what was written.
   *
   * @returns false when it has gone, or takes nothing any more
   */
  ready(): Promise<boolean>;
}
