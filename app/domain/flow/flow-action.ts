/** The steps that merchants can put into a workflow, by their handles in extensions/flow-actions. */
export const FLOW_ACTIONS = ['hand-over-order', 'hold-back-order', 'send-order-now', 'mark-order-as-handled'] as const;
export type FlowAction = (typeof FLOW_ACTIONS)[number];
