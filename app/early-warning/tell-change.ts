import type { ProblemCode } from '../domain/problems/problem.ts';
import { queueOrderTrigger } from '../flow/trigger-outbox.ts';
import type { Transaction } from '../persistence/database.ts';
import type { OrderOfShop } from './open-orders.ts';
import type { VerdictChange } from './order-claims.ts';

/** An order that would not go out any more, or would go out again. */
export interface OrderChange extends OrderOfShop {
  readonly orderName: string;
  readonly change: VerdictChange;
  /** Why it would not go out. */
  readonly codes: readonly ProblemCode[];
}

type Tell = (transaction: Transaction, change: OrderChange) => Promise<void>;

/** Who is told. Each adds a row to an outbox of its own, so that the change and its row commit together. */
const TOLD: readonly Tell[] = [
  async (transaction, change) => {
    if (change.change === 'would-not-go-out') await queueOrderTrigger(transaction, change);
  },
];

/** Called once for each change, in the transaction that stores it. */
export async function tellChange(transaction: Transaction, change: OrderChange): Promise<void> {
  for (const tell of TOLD) await tell(transaction, change);
}
