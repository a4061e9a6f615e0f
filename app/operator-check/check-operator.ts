import { checkReading } from './check-reading.ts';
import { sendTestOrders, type Creating } from './check-creating.ts';
import type { CheckState, Recipient } from './check-state.ts';
import { judgeOrders, statesSeen } from './judge-orders.ts';
import { RowResults, type Report } from './report.ts';
import { Talk, type CheckTools } from './talk.ts';

export interface CheckOrder {
  readonly url: string;
  readonly token: string;
  /** What an earlier run of this check has left, or a fresh one. */
  readonly state: CheckState;
  readonly keep: () => Promise<void>;
  /** Null for a check that only reads. */
  readonly create: { readonly recipient: Recipient; readonly branch: number | null; readonly waitMs: number } | null;
}

/** Finds out how an operator behaves, row by row of the interface, and the profile that fits it. */
export async function checkOperator(order: CheckOrder, tools: CheckTools): Promise<Report> {
  const { url, token, state, keep, create } = order;
  const results = new RowResults();
  const talk = new Talk({ url, token, content: state.content, tools });
  const isReached = await checkReading(talk, results, tools);
  let content = talk.content;
  if (isReached && create) {
    const given: Creating = { ...create, talk, tools, state, keep };
    await sendTestOrders(given);
    content = judgeOrders(state, results, talk.content);
    // an order of an earlier run can have been refused before the limit was known
    state.content = content;
    await keep();
  }
  return {
    operator: typeof content.name === 'string' ? content.name : new URL(url).host,
    checkedAt: new Date(tools.now()).toISOString(),
    orders: [
      ...new Set(Object.values(state.orders).flatMap(({ outcome, number }) => (outcome === 'refused' ? [] : [number]))),
    ],
    states: statesSeen(state),
    rows: results.rows(create ? 'Cannot be tried from outside, or needs more than a test order.' : 'Needs --create.'),
    profile: content,
  };
}
