/**
 * The Order Delivery Service Interface, row by row: what it states, in its words, and what it leaves open, with what the
 * app does there and why. Each row has cases in test/contract, and a line in docs/contract.md. A key is the section's number
 * and the row's subject; `2.4 qty (sent)` and `2.4 qty (read)` are the two columns of one row.
 */

export interface StatedRow {
  /** As the interface gives it; null where it gives none. */
  readonly type: string | null;
  /** Null where the interface does not say. */
  readonly required: 'yes' | 'no' | null;
  readonly says: string;
}

/** What the interface does not show, or says in two ways. */
export interface OpenRow {
  readonly open: string;
  readonly weDo: string;
  readonly because: string;
}

export type InterfaceRow = StatedRow | OpenRow;

/** Number and title, in the interface's order. */
export const SECTIONS: readonly (readonly [number: string, title: string])[] = [
  ['1', 'What the service does'],
  ['2.1', 'Order (request body of creation)'],
  ['2.2', 'pickup'],
  ['2.3', 'dropoff'],
  ['2.4', 'packages (array items)'],
  ['2.5', 'files (items)'],
  ['2.6', 'Order record (returned by the read operation)'],
  ['3', 'States and transitions'],
  ['4.1', 'Create order'],
  ['4.2', 'Get order information'],
  ['5', 'Authentication'],
  ['6', 'Events'],
  ['7', 'Errors'],
  ['8', 'Limits'],
  ['9', 'Versioning'],
];

const field = (type: string, says: string): StatedRow => ({ type, required: null, says });
const required = (type: string, says: string): StatedRow => ({ type, required: 'yes', says });
const optional = (type: string, says: string): StatedRow => ({ type, required: 'no', says });
const says = (text: string): StatedRow => ({ type: null, required: null, says: text });
const open = (what: string, weDo: string, because: string): OpenRow => ({ open: what, weDo, because });

export const INTERFACE_ROWS = {
  '1 base address': says('Base address: `{base_url}`'),
  '1 bodies': says('Request and response bodies are JSON'),
  '1 Content-Type': says('Requests send the header `Content-Type: application/json`'),
  '1 create': says('A client creates an order'),
  '1 read': says('A client reads one order by its order number'),
  '1 pickup shapes': says(
    'A pickup point can be given as a full address or as the identifier of a branch that was registered beforehand',
  ),

  '2.1 order_number': required('string', 'Order number; the key used later to read the order'),
  '2.1 delivery_date': required('datetime', 'Delivery date, format `Y-m-d H:i:s`'),
  '2.1 delivery_service': required(
    'string',
    'Delivery window type. Allowed: `Nextday`, `Express`, `Sameday`, `NextdayWithWindow`, `SamedayWithWindow`',
  ),
  '2.1 delivery_start_time': optional('string', 'Window start time, shape `HH:MM`'),
  '2.1 delivery_end_time': optional('string', 'Window end time, shape `HH:MM`'),
  '2.1 notes': optional('string', 'Additional notes'),
  '2.1 pickup': required('object', 'Pickup point information'),
  '2.1 dropoff': required('object', 'Delivery point information'),
  '2.1 packages': required('array', 'Packages of the order'),
  '2.1 tags': required('object', 'Additional data to record; key/value pairs (one key, `brand`, with a string value)'),
  '2.1 files': optional('object (sent as an array of file objects in the examples)', 'Additional files of the order'),
  '2.1 url_tracking': optional(
    'boolean (sent as the string `"true"` in the examples)',
    'When true, the response includes the tracking URL',
  ),
  '2.1 form of files': open(
    'The table says an object, the examples send an array',
    'An array is sent, and no `files` where there are none',
    'Several files need a list; `2.5` calls them items',
  ),
  '2.1 form of url_tracking': open(
    'The table says a boolean, the examples send the string `"true"`',
    'The boolean `true` is sent, with every order',
    'The table is the rule, an example an illustration (decision 4)',
  ),
  '2.1 values of tags': open(
    'Which keys and which types of values there may be besides `brand`',
    'Any keys, with strings as values',
    'The one value that is shown is a string',
  ),
  '2.1 zone of delivery_date': open(
    'In which zone the times without an offset are',
    "The operator's, which the deployer names (`OPERATOR_TIME_ZONE`); without it the shop's",
    'They are appointments on the wall clock of who delivers',
  ),
  '2.1 window over midnight': open(
    'Whether a window may go over midnight, and on which day it ends then',
    'It is sent with the day on which it starts and both times as they are; it ends on the day after',
    '`HH:MM` holds no day, and a window that is cut is not the one the buyer chose',
  ),
  '2.1 fields beyond the table': open(
    'Whether a body may hold fields that the table does not have',
    'None is sent',
    'A strict operator would refuse it',
  ),

  '2.2 location.name': field('string', 'By address: pickup point name'),
  '2.2 location.address': field('string', 'By address'),
  '2.2 location.district': field('string', 'By address'),
  '2.2 location.id': field('integer', 'By branch: identifier of a previously homologated branch'),
  '2.2 required address fields': open(
    'Which of the address fields are required',
    'All three are sent, always',
    'An operator that needs one of them would refuse the order without it',
  ),
  '2.2 choice of the shape': open(
    'The rule that decides between the two shapes',
    'One of the two is sent, never a mixture: the branch where the merchant has entered one, else the address',
    'With a branch identifier the operator can plan routes better (§1)',
  ),

  '2.3 contact.fullname': field('string', 'Recipient name'),
  '2.3 contact.email': field('string', 'Recipient e-mail address'),
  '2.3 contact.phone': field('string', 'Recipient phone number in international format with leading `+`'),
  '2.3 location.address': field('string', 'Delivery address'),
  '2.3 location.district': field('string', 'District'),
  '2.3 location.latitude': field('number', 'Latitude, decimal degrees'),
  '2.3 location.longitude': field('number', 'Longitude, decimal degrees'),
  '2.3 form of email': open(
    'Which e-mail addresses are taken',
    'An address is sent as it is, with letters of any script on both sides of the @',
    'Another address of the customer would be a guess',
  ),
  '2.3 source of coordinates': open(
    'How exact the coordinates must be',
    'They are sent when Shopify has recognized them as those of the address, and left out otherwise',
    'Unrecognized ones can be of another town; the address is there in any case',
  ),
  '2.3 required fields': open(
    'Which of the fields are required',
    'All are sent but the coordinates, which are left out when the shop does not know them',
    'A courier needs a name, a phone and an address; a guessed place would send him elsewhere',
  ),

  '2.4 code (sent)': field('string', 'In the request'),
  '2.4 name (sent)': field('string', 'In the request'),
  '2.4 price (sent)': field('string (digits)', 'In the request'),
  '2.4 qty (sent)': field('number (integer)', 'In the request'),
  '2.4 code (read)': field('not returned', 'In the read response'),
  '2.4 name (read)': field('string', 'In the read response'),
  '2.4 price (read)': field('number', 'In the read response'),
  '2.4 qty (read)': field('string (digits)', 'In the read response'),
  '2.4 unit of price': open(
    'Of which unit the digits count, and whether a price is for one piece or for all',
    'The price of one piece; whole units of the currency, or its smallest coins where the merchant chooses them',
    'Digits hold no decimals, and a quantity stands beside the price',
  ),

  '2.4 discounts in price': open(
    'Whether a price is before or after discounts',
    'It is what is paid: after the discounts of the line and its share of the discounts of the order',
    'What is paid is what the goods are worth to the buyer, and what a courier may have to collect',
  ),

  '2.5 name': field('string', 'File name'),
  '2.5 kind': field('string', 'Kind of file (the examples use `recipe`)'),
  '2.5 url': field('string', 'URL of the file'),
  '2.5 values of kind': open(
    'Allowed values of `kind`',
    'What the merchant sets, `recipe` unless set otherwise',
    'It is the one value that is shown',
  ),

  '2.6 notes': field('string', 'Notes of the order'),
  '2.6 created': field('string', 'Creation time, ISO 8601 UTC with `Z` suffix'),
  '2.6 updated': field('string', 'Last update time, ISO 8601 UTC with `Z` suffix'),
  '2.6 contactName': field('string', 'Recipient name'),
  '2.6 contactPhone': field('string', 'Recipient phone'),
  '2.6 contactEmail': field('string', 'Recipient e-mail'),
  '2.6 orderNumber': field('string', 'The order number'),
  '2.6 deliveryDate': field('string', 'Delivery date, ISO 8601 UTC with `Z` suffix'),
  '2.6 last_state': field('string', 'Current state name'),
  '2.6 state': field('array', 'State history. In the example the items are listed newest first'),
  '2.6 state[].date': field('string', 'Shape `<DD>-<MM>-<YYYY> HH:MM:SS`'),
  '2.6 state[].status': field('string', 'A state name'),
  '2.6 packages': field('array', 'Items of `{name, price, qty}`'),
  '2.6 trackingURL': field('string', 'Tracking URL'),
  '2.6 address, tags and files': open(
    'Whether the record ever contains the address fields, the tags and the files',
    'They are passed over when they are there, and never needed: whether a record is ours is told by contact and packages',
    'The example record has none of them',
  ),
  '2.6 order of state': open(
    'Whether the history is always listed newest first',
    'It is put in the order of its dates',
    'An example is no promise',
  ),
  '2.6 another deliveryDate': open(
    'Whether the operator may change the delivery date, and whether its time counts',
    'A day that is not the promised one, neither in UTC nor on the operator’s wall, is shown beside it and written to the order',
    'The date is sent without a zone and answered in UTC: a day that agrees in one of them agrees',
  ),
  '2.6 use of notes': open(
    'Whether the notes are those that were sent, or the operator’s own',
    'They are shown to the merchant as the operator’s when somebody asks, and kept nowhere',
    'They can repeat what was sent of the buyer',
  ),
  '2.6 fields that are missing': open(
    'Which fields of the record are always there',
    'What is missing, null or of another type is read as not said; the rest of the record counts',
    'A delivery should be followed for as long as anything of it can be read',
  ),

  '3 ingresado': says('A state name'),
  '3 asignación aceptada': says('A state name'),
  '3 en punto de retiro': says('A state name'),
  '3 en despacho': says('A state name'),
  '3 en camino entrega': says('A state name'),
  '3 entregado': says('A state name'),
  '3 spelling': says('State names are in lower case with accents as written'),
  '3 sequence': says(
    'The example history lists them from first to last in time: ingresado, asignación aceptada, en punto de retiro, en despacho, en camino entrega, entregado',
  ),
  '3 last_state and state': open(
    'The rule that relates `last_state` to `state`: in the example it is an earlier entry of the history',
    'The current state is the newest dated entry of the history; without one, `last_state`. Both are kept',
    'The history has dates, `last_state` has none',
  ),
  '3 dates that cannot be read': open(
    'What a date of another shape than the one shown means',
    'Where the list places such an entry as newer than the newest dated one, `last_state` is the current state, or the entry itself where `last_state` names an older one',
    'One date that can be read must not hold a delivery in its state',
  ),
  '3 transitions': open(
    'Transitions',
    'Any state may follow any; what the dates say counts',
    'A refused transition would hide what the operator says',
  ),
  '3 completeness': open(
    'Whether the list of states is complete',
    'An unknown name is shown as it is, in the group `unknown`, and raises no event',
    'A guess could tell a buyer that the parcel was delivered',
  ),

  '4.1 method and path': says('`POST /order`'),
  '4.1 Content-Type': says('Header `Content-Type: application/json`'),
  '4.1 Authorization': says('Header `Authorization: Bearer <ACCESS_TOKEN>`'),
  '4.1 request body': says('The order object of 2.1'),
  '4.1 effect': says('Registers the order. A new order starts in the state `ingresado`'),
  '4.1 tracking URL': says('When `url_tracking` is true, the response includes the tracking URL'),
  '4.1 response body': open(
    'Response body of creation',
    'A 2xx that is JSON and does not say no, or is empty, or plain text, is an acceptance; the tracking URL is looked for wherever a record can be, and comes with the first read otherwise. Markup and cut-off JSON leave the outcome unknown: the order is looked up, never sent again at once',
    'No shape can be asked for where none is shown, and a wrong guess would send a second courier (decision 5)',
  ),
  '4.1 repetition': open(
    'What a second creation under one order number does',
    'It never happens by itself: after an unknown outcome the order is read first',
    'The order number is the only key; a repetition could be a second delivery',
  ),

  '4.2 method and path': says('`GET /order/{order_number}`'),
  '4.2 order_number': required('string', 'Path parameter'),
  '4.2 Content-Type': says('Header `Content-Type: application/json`'),
  '4.2 Authorization': says('Header `Authorization: Bearer <ACCESS_TOKEN>`'),
  '4.2 request body': says('None'),
  '4.2 errors': field('null or error information', '`null` on success'),
  '4.2 success': field('boolean', '`true` on success'),
  '4.2 data': field('object', 'Holds `deliveries`'),
  '4.2 data.deliveries': field('array', 'Order records (2.6); the example holds one'),
  '4.2 several deliveries': open(
    'Whether there can be several records, and of which orders',
    'The one of our order number counts; the newest by `created`, when several are',
    'The operation reads the one order',
  ),

  '5 Authorization': says('Every call carries the header `Authorization: Bearer <ACCESS_TOKEN>`'),
  '5 token': open(
    'How the token is obtained, how long it lives and its scope',
    'The merchant enters it. It is tried with the read of an order that cannot exist; 401 and 403 mean that it is refused, then and later, which pauses the account until there is another',
    'Nothing can be asked for a new one',
  ),

  '6 events': open(
    'Notification, callback or event delivery',
    'Every delivery is read again, more or less often as its state tells',
    'What nobody tells has to be asked for',
  ),

  '7 envelope': says('The read response has an envelope with `success` (boolean) and `errors`'),
  '7 success': says('On success `errors` is `null` and `success` is `true`'),
  '7 error object shape': open(
    'Error object shape',
    'Words are taken from texts, lists, fields with messages and pages, cleaned of markup, of the token and of what was sent of the buyer, and shown to the merchant',
    'They are for a person, so no shape is needed',
  ),
  '7 error codes': open('Error codes', 'None is relied on', 'None is shown'),
  '7 HTTP status codes': open(
    'HTTP status codes',
    '401 and 403 refuse the account, 429 asks for a pause, other 4xx refuse the order, 408 and 5xx leave the outcome open, redirects are not followed; a 2xx counts by its content',
    'So HTTP defines them',
  ),
  '7 unknown order number': open(
    'The behaviour for an unknown order number',
    'Not found is a 404, a success that holds no delivery, or an answer that says no in words that name the absence; anything else is asked again and ends with a person',
    'To take another answer for an absence would send a second courier (decision 5)',
  ),
  '7 invalid body': open(
    'The behaviour for an invalid body',
    'A body that has not the form of the interface is not sent; a refusal is shown to the merchant in the words of the operator',
    'What an operator checks beyond the form it alone knows',
  ),

  '8 rate limits': open(
    'Rate limits',
    'None is assumed; on 429 the call is put off, for as long as Retry-After says where it is there',
    'An invented limit would slow down, or not help',
  ),
  '8 size limits': open(
    'Size limits',
    'What is sent is never cut; an answer is read up to 1 MiB',
    'Half an address is worse than a refusal; an endless answer must not fill the memory',
  ),
  '8 number of packages and files': open(
    'Maximum number of packages or files',
    'All are sent',
    'A package that is left out is one that nobody delivers',
  ),
  '8 field lengths': open(
    'Field length bounds',
    'Texts are sent whole; an order number of more than 100 characters is not made',
    'An operator that has a bound refuses, and the merchant reads why',
  ),

  '9 paths': says('The paths carry no version segment'),
  '9 scheme': open(
    'A versioning scheme',
    'Fields that the interface does not have are passed over when they are read; a version in an address is part of the base address',
    'A field more must not end the tracking',
  ),
} as const satisfies Readonly<Record<`${string} ${string}`, InterfaceRow>>;

export type RowKey = keyof typeof INTERFACE_ROWS;

/** In the order of the interface. */
export const ROW_KEYS = Object.keys(INTERFACE_ROWS) as RowKey[];

/** The rows of some sections, such as `'2.1' | '2.2'`. */
export type RowsOf<Section extends string> = Extract<RowKey, `${Section} ${string}`>;

/** `2.1` of `2.1 order_number`. */
export function sectionOf(key: string): string {
  return key.slice(0, key.indexOf(' '));
}

/** `order_number` of `2.1 order_number`. */
export function subjectOf(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}
