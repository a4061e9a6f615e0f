/** Number of refusals of an operator account's token in a row, over some time, after which its calls are paused. */
export const REFUSALS_BEFORE_PAUSE = 3;
