/**
 * How much of what comes from outside is taken. Each bound is applied in one place, where the text, list or answer is
 * parsed. The table in docs/security.md lists them; test/bounds/table.test.ts holds the two together.
 */
export const BOUNDS = {
  /** Bytes of the body of a request to this app, webhooks included. */
  requestBodyBytes: 1_048_576,
  /** Bytes of all bodies of webhooks that one process holds while they are still arriving. */
  unfinishedBodiesBytes: 67_108_864,
  /** Characters of a request's path and query. */
  requestTarget: 8_192,
  /** Open connections of one process. */
  connections: 1_000,

  /** Characters of a webhook's topic, of its ids, and of the shop's domain. */
  webhookTopic: 64,
  webhookId: 255,
  shopDomain: 255,
  /** Characters of a fulfillment's name. */
  fulfillmentName: 255,
  /** Orders that one privacy webhook may name. */
  webhookOrders: 10_000,

  /** Bytes of an answer of the operator. */
  operatorAnswerBytes: 1_048_576,
  /** Levels of an operator's answer in which a record or an error is looked for. */
  operatorAnswerDepth: 5,
  /** Records of an operator's answer that are read. */
  operatorRecords: 100,
  /** Packages of a record that are read. */
  operatorPackages: 1_000,
  /** History entries of a record that are read, the newest of them. */
  operatorHistory: 200,
  /** History entries that are kept of a delivery, and shown of it, and written to the order's metafield; the newest. */
  keptHistory: 200,
  shownHistory: 100,
  writtenHistory: 50,
  /** Fulfillment events that are written back of one delivery, and publications of an order in one job. */
  deliveryEvents: 100,
  orderPublications: 500,
  /** Characters of a state's name or date. */
  operatorState: 200,
  /** Characters of any other text of a record. */
  operatorText: 1_000,
  /** Characters of a URL, of the operator or in an order. */
  url: 2_048,
  /** Characters of one sentence of a refusal, and of all that is kept of one. */
  refusalSentence: 200,
  refusal: 300,
  /** Reasons of one refusal that are kept. */
  refusalReasons: 5,

  /** Characters of an order attribute's value or a metafield's. */
  orderText: 10_000,
  /** Characters of a text that holds a phone number. */
  phoneText: 250,
  /** Lines of a fulfillment. */
  fulfillmentLines: 1_000,
  /** Characters of a name, a line of an address or a product's name, as sent to the operator. */
  sentText: 10_000,
  /** Characters of the notes that are sent. */
  sentNotes: 10_000,
  /** Files of a delivery order. */
  sentFiles: 250,
  /** Tags of a delivery order. */
  sentTags: 100,

  /** Bytes of an answer of Shopify. */
  shopifyAnswerBytes: 10_485_760,
  /** Items of one list of Shopify that are read over its pages. */
  shopifyItems: 5_000,

  /** What a shop's merchants may do in a minute over all processes, and what an action costs of it. */
  actionsPerMinute: 300,
  dryRunCost: 10,
  exportCost: 30,
  /** Rows of one export. */
  exportRows: 100_000,
  /** Deliveries of an order that are shown. */
  orderDeliveries: 250,
  /** Groups of deliveries that the review page shows, the largest. */
  attentionGroups: 100,
  /** Deliveries that are read at once where all of a shop's are gone through. */
  deliveryPage: 500,
  /** Orders whose open writes are queued at once when a hold of their shop ends. */
  releasedOrders: 1_000,
  /** Shops of one operator account that go on at once when its token is good again. */
  accountShops: 250,
} as const;
