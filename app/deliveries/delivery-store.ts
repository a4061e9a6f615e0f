/**
 * The only writer of a delivery's row: phase, hold, problems, flags, claims and times. Each function is a verb of the
 * trade and takes one transition of domain/lifecycle/delivery-phase.ts. The database changes the row only if it is in a
 * phase that the transition names, so the second of two concurrent changes has no effect. ESLint forbids every other
 * file of the program to write the table.
 */
export { moveToAccount } from './store/upkeep.ts';
export { cancel, requestCancel } from './store/of-fulfillments.ts';
export { isUniqueViolation } from './store/row/change.ts';
export { claimDueHandOvers, handOversDue } from './store/hand-over/claims.ts';
export {
  findDeliveryWithShop,
  lockDeliveries,
  lockDelivery,
  phaseOf,
  withShops,
  type DeliveryWithShop,
} from './store/row/delivery-row.ts';
export {
  acceptAll,
  cancelBeforeHandOver,
  holdBack,
  needAttention,
  putOff,
  skip,
  takeBack,
  type Acceptance,
  type NextTry,
} from './store/hand-over/hand-over-steps.ts';
export { beginCreate, beginLookUp, type HandOverIntent, type KnownOfDelivery } from './store/hand-over/begin-call.ts';
export { claimShopsWithHolds, holdsDue, resumeAfterFaults, tryHeld, type ShopWithHolds } from './store/holds.ts';
export { countHeld, holdForRelease, release, skipHeldForRelease } from './store/holds.ts';
export {
  deliveryCalled,
  dismissProblems,
  hurry,
  retry,
  sendAgain,
  setBoxes,
  stop,
  undoStop,
  type OfShop,
} from './store/merchant-steps.ts';
export { openNew, reconsiderPending, type NewDelivery } from './store/of-fulfillments.ts';
export { fulfillmentRows, type FulfillmentOfShop } from './store/of-fulfillments.ts';
export { addProblem, addRefusedWrite, removeProblem } from './store/problems.ts';
export { claimDueReads, claimRefresh, putReadOff, readsDue } from './store/reads.ts';
export { lose, recordFailedRead, recordReads, recordReadWithoutNews, type ReadWithNews } from './store/reads.ts';
export {
  claimDueWatches,
  recordWatches,
  watchesDue,
  watchStates,
  type Watched,
  type WatchedRow,
} from './store/watch.ts';
export { deleteDeliveries, forgetCustomer, markPruned } from './store/upkeep.ts';
