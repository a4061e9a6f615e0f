/** The processes of one start: this one alone, or all of a cluster. */
export interface AllProcesses {
  /** What they have counted since the start, in Prometheus' text format. */
  counted(): Promise<string>;
  /** How they are; null for a process that is alone. */
  standing(): Promise<Standing | null>;
}

export interface Standing {
  /** Why they cannot work; null when they can. */
  readonly problem: string | null;
  /** By role: how many processes are ready, of how many. */
  readonly processes: Readonly<Record<string, { readonly ready: number; readonly of: number }>>;
}
