/** What Shopify says of a shop's query budget with each answer: points, and points that come back each second. */
export interface BudgetStatus {
  readonly maximum: number;
  readonly available: number;
  readonly restoreRate: number;
}

/** The query budgets of shops, as far as their last answers tell. */
export interface QueryBudgets {
  readonly note: (shop: string, status: BudgetStatus) => void;
  /**
   * How long a query that can wait should wait, so that it leaves half of a full budget to hand-overs. A budget that
   * hand-overs use up fills again within that time, so that nothing waits for ever.
   *
   * @returns milliseconds; null when nothing is known of the shop
   */
  readonly pauseBefore: (shop: string, points: number) => number | null;
}

const LEFT_TO_HAND_OVERS = 0.5;
/** Shops that are remembered: of a full budget there is nothing to remember. */
const SHOP_LIMIT = 10_000;

/** @param now also of Shopify's answers */
export function createQueryBudgets(now: () => Date): QueryBudgets {
  const budgets = new Map<string, BudgetStatus & { readonly at: number }>();
  const availableOf = ({ maximum, available, restoreRate, at }: BudgetStatus & { readonly at: number }) =>
    Math.min(maximum, available + (Math.max(0, now().getTime() - at) / 1_000) * restoreRate);
  return {
    note(shop, status) {
      budgets.delete(shop); // the newest stands last
      budgets.set(shop, { ...status, at: now().getTime() });
      if (budgets.size <= SHOP_LIMIT) return;
      const [oldest] = budgets.keys();
      if (oldest !== undefined) budgets.delete(oldest);
    },
    pauseBefore(shop, points) {
      const budget = budgets.get(shop);
      if (!budget) return null;
      const missing = budget.maximum * LEFT_TO_HAND_OVERS + points - availableOf(budget);
      return Math.max(0, (missing / budget.restoreRate) * 1_000);
    },
  };
}
