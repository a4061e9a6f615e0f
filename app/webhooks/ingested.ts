/** What became of an arrived webhook. */
export type Ingested = 'taken-in' | 'repeated' | 'skipped';
