/** The client that a stream is sent to. */
export interface AnsweredClient {
  /**
   * Resolves once the client has received what was written.
   *
   * @returns false when the client has gone, or receives nothing any more
   */
  ready(): Promise<boolean>;
}
