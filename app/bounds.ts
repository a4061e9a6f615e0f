/**
 * The limits for all input from outside. Each limit is applied in one place, where the text, list or answer is parsed.
 * docs/security.md lists them, and test/bounds/table.test.ts fails if the two differ.
 */
export const BOUNDS = {
  /** Bytes of the body of a request to this app, including webhooks. */
  requestBodyBytes: 1_048_576,
  /** Bytes of all webhook bodies that one process keeps while they are still arriving. */
  unfinishedBodiesBytes: 67_108_864,
  /** Characters of a request's path and query. */
  requestTarget: 8_192,
  /** Segments of a request's path, or of all the paths that a request for the router's manifest names. */
  requestSegments: 256,
  /** Open connections of one process. */
  connections: 1_000,

  /** Characters of a webhook's topic, of its ids, and of the shop's domain. */
  webhookTopic: 64,
  webhookId: 255,
  shopDomain: 255,
  /** Characters of a fulfillment's name. */
  fulfillmentName: 255,
  /** Triggers whose use Shopify Flow may tell for one shop. */
  flowDefinitions: 50,
  /** Orders that one privacy webhook may name. */
  webhookOrders: 10_000,

  /** Bytes of an operator's answer. */
  operatorAnswerBytes: 1_048_576,
  /** Levels of an operator's answer that are searched for a record or an error. */
  operatorAnswerDepth: 5,
  /** Records that are read from an operator's answer. */
  operatorRecords: 100,
  /** Packages that are read from a record. */
  operatorPackages: 1_000,
  /** History entries that are read from a record, the newest ones. */
  operatorHistory: 200,
  /**
   * History entries of a delivery that are kept, that are shown, and that are written to the order's metafield; the
   * newest.
   */
  keptHistory: 200,
  shownHistory: 100,
  writtenHistory: 50,
  /** Fulfillment events that are written back for one delivery, and publications of an order in one job. */
  deliveryEvents: 100,
  orderPublications: 500,
  /** Characters of a state's name or date. */
  operatorState: 200,
  /** Characters of any other text of a record. */
  operatorText: 1_000,
  /** Characters of a URL, from the operator or in an order. */
  url: 2_048,
  /** Characters of one sentence of a refusal, and of all that is kept of a refusal. */
  refusalSentence: 200,
  refusal: 300,
  /** Reasons of one refusal that are kept. */
  refusalReasons: 5,

  /** Characters of the value of an order attribute or a metafield. */
  orderText: 10_000,
  /** Characters of a text that contains a phone number. */
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

  /** Bytes of an answer from Shopify. */
  shopifyAnswerBytes: 10_485_760,
  /** Items of one Shopify list that are read, over all its pages. */
  shopifyItems: 5_000,

  /** Points that a shop's merchants may spend in a minute over all processes, and the points that an action costs. */
  actionsPerMinute: 300,
  dryRunCost: 10,
  exportCost: 30,
  /** Rows of one export. */
  exportRows: 100_000,
  /** Deliveries and labels of one printed document, characters of a text in it, and points of printing it. */
  printedDeliveries: 250,
  printedLabels: 1_000,
  printedText: 400,
  printCost: 20,
  /** Deliveries that are scanned at the door against one list. */
  scannedDeliveries: 1_000,
  /** Deliveries of one order that are shown. */
  orderDeliveries: 250,
  /** Groups of deliveries that the review page shows, the largest ones. */
  attentionGroups: 100,
  /** Deliveries that are read at once when the app goes through all of a shop's. */
  deliveryPage: 500,
  /** Orders whose writes are tried again at once when a hold of their shop ends. */
  releasedOrders: 1_000,
  /** Shops of one operator account that resume at once when its token works again. */
  accountShops: 250,

  /** Saved views of a shop's list of deliveries, and characters of the name of one. */
  savedViews: 20,
  savedViewName: 40,

  /** Characters of a shop's settings as JSON, levels of a setting, and entries of a list in them. */
  settingsText: 131_072,
  settingsDepth: 8,
  settingsEntries: 500,
} as const;
