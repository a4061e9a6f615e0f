/** What happened to a webhook that arrived. */
export type Ingested = 'taken-in' | 'repeated' | 'skipped';
