/** What Home's first sentence says: what keeps the deliveries from going well, the most important first. */
export function howItGoes(given: {
  /** Whether something holds all deliveries. */
  readonly isHeld: boolean;
  readonly account: 'working' | 'paused' | 'throttled' | 'failing';
  readonly attention: number;
  readonly late: number;
  readonly toSend: object | null;
}): 'held' | 'attention' | 'account' | 'late' | 'waiting' | 'well' {
  if (given.isHeld || given.account === 'paused') return 'held';
  if (given.attention > 0) return 'attention';
  if (given.account !== 'working') return 'account';
  if (given.late > 0) return 'late';
  return given.toSend ? 'waiting' : 'well';
}
