import type { AttemptOutcome, AttemptVerb } from '../../domain/attempt.ts';
import type { DeliveryService } from '../../domain/delivery-order.ts';
import type { Phase } from '../../domain/delivery-phase.ts';
import type { Hold } from '../../domain/hold.ts';
import type { StateGroup } from '../../domain/operator-state.ts';
import type { RangeError } from '../day-range.ts';
import type { BulkVerb } from '../bulk-result.ts';
import type { ListTab } from '../delivery-query.ts';
import type { DecidedPart } from '../decided-part.ts';
import type { DeliveryVerb } from '../extension-view/extension-answers.ts';
import type { DistrictRefusal, MendingPlace } from '../review-result.ts';
import { LONGEST_TEXT, LONGEST_TOKEN, SHORTEST_TOKEN, type SettingsError } from '../settings-error.ts';
import { withMessage } from './with-message.ts';

export const en = {
  navigation: { deliveries: 'Deliveries', settings: 'Settings' },

  /** Our phase, as long as the operator has said nothing. */
  phases: {
    waiting: 'Waiting',
    'handing-over': 'Being handed over',
    'in-delivery': 'Handed over',
    'needs-attention': 'Needs attention',
    delivered: 'Delivered',
    failed: 'Not delivered',
    skipped: 'Not handed over',
    cancelled: 'Cancelled',
  } satisfies Record<Phase, string>,

  holds: {
    'no-shopify-token': 'Goes on now that the app has been opened.',
    'set-up': 'Waits until the settings are complete.',
    'switched-off': 'Waits until hand-over is switched on.',
    'account-paused': 'Waits for a token that the operator accepts.',
    uninstalled: 'Waits until the app is installed again.',
    release: 'Waits for your yes: many had been held back.',
  } satisfies Record<Hold, string>,

  services: {
    Nextday: { name: 'Next day', explanation: 'Delivered on the next working day, at any hour.' },
    Express: { name: 'Express', explanation: 'Delivered on the day of the hand-over, as soon as the operator can.' },
    Sameday: { name: 'Same day', explanation: 'Delivered on the day of the hand-over, at any hour.' },
    NextdayWithWindow: {
      name: 'Next day with a window',
      explanation: 'Delivered on a later working day between two times. An order without a window needs attention.',
    },
    SamedayWithWindow: {
      name: 'Same day with a window',
      explanation: 'Delivered on the same day between two times. An order without a window needs attention.',
    },
  } satisfies Record<DeliveryService, { name: string; explanation: string }>,

  deliveries: {
    title: 'Deliveries',
    resource: { singular: 'delivery', plural: 'deliveries' },
    columns: { order: 'Order', state: 'State', service: 'Service', orderNumber: 'Order number', problem: 'Problem' },
    unnamedOrder: 'Order not read yet',
    checked: (ago: string) => `Checked ${ago}`,
    stateSince: (time: string) => `Since ${time}`,
    track: 'Track',
    trackDelivery: (orderNumber: string) => `Track ${orderNumber} (opens a new tab)`,
    retry: 'Retry',
    sendAnyway: 'Send anyway',
    moreProblems: (count: number) => (count === 1 ? 'and one more problem' : `and ${count} more problems`),
    unknownProblem: {
      sentence: 'It does not go on by itself.',
      nextStep: 'Retry. If that does not help, send the order number to the maker of the app.',
    },
    unknownSkip: {
      sentence: 'It is not handed over.',
      nextStep: 'Fulfill the items again if they are to be delivered.',
    },
    again: {
      taken: 'It is on its way to the operator again.',
      'not-taken': 'Nothing to send again: the delivery has changed meanwhile.',
      unreachable: 'There was no connection. Try it again.',
    },
    next: 'Next page',
    previous: 'Previous page',
    emptyTitle: 'Fulfill an order, and its delivery appears here',
    emptyText: (operator: string) =>
      `Each fulfillment of this shop is handed over to ${operator} by itself, and its state is shown here and on the order.`,
    emptyNotReadyTitle: 'Complete the settings to hand over the first delivery',
    emptyNotReadyText: (operator: string) =>
      `Enter the token that ${operator} gave you and the pickup. What you fulfill until then waits and is not lost.`,
    select: (name: string) => `Select ${name}`,
    openBackfill: 'Hand over earlier orders',
    openSettings: 'Open settings',
  },

  deliveryList: {
    tabs: {
      attention: 'Needs attention',
      waiting: 'Waiting',
      'on-the-way': 'On the way',
      delivered: 'Delivered',
      'ended-badly': 'Ended badly',
      skipped: 'Not handed over',
      all: 'All',
    } satisfies Record<ListTab, string>,
    search: 'Search by order name or order number',
    filters: { stateGroup: 'State', service: 'Service', pickup: 'Pickup', from: 'From', to: 'Until' },
    groups: {
      unknown: 'Unknown state',
      accepted: 'Accepted',
      'courier-assigned': 'Courier assigned',
      'picking-up': 'Picking up',
      'on-the-way': 'On the way',
      'out-for-delivery': 'Out for delivery',
      delivered: 'Delivered',
      delayed: 'Delayed',
      'attempt-failed': 'Attempt failed',
      'needs-merchant': 'Needs you',
      'ended-badly': 'Ended badly',
    } satisfies Record<StateGroup, string>,
    pickupBranch: (id: string) => `Branch ${id}`,
    pickupLocation: (number: string) => `Location ${number}`,
    sort: { label: 'Date', newest: 'Newest first', oldest: 'Oldest first' },
    bulkVerbs: {
      'hand-over': 'Hand over',
      retry: 'Retry',
      refresh: 'Refresh',
      'mark-handled': 'Mark as handled',
    } satisfies Record<BulkVerb, string>,
    bulkOutcomes: {
      taken: {
        'hand-over': 'On its way to the operator',
        retry: 'On its way to the operator again',
        refresh: 'Read at the operator',
        'mark-handled': 'Marked as handled',
      } satisfies Record<BulkVerb, string>,
      'not-taken': 'Nothing to do for this one',
      failed: 'It failed. Try it again.',
    },
    bulkSummary: (taken: number, of: number) => `Done for ${taken} of ${of}. Each row says what became of it.`,
    export: 'Export',
    exportFailed: 'The export failed. Try it again.',
    toReview: 'Review problems',
    nothing: {
      found: 'No delivery fits',
      foundText: 'Change the search or the filters, or look in another tab.',
      tabs: {
        attention: 'Nothing needs attention',
        waiting: 'Nothing is waiting',
        'on-the-way': 'Nothing is on the way',
        delivered: 'Nothing was delivered yet',
        'ended-badly': 'Nothing ended badly',
        skipped: 'Everything was handed over',
        all: 'There are no deliveries yet',
      } satisfies Record<ListTab, string>,
    },
  },

  release: {
    title: (count: number) => (count === 1 ? '1 delivery waits for your yes' : `${count} deliveries wait for your yes`),
    text: 'They were held back until now, and their parcels may have left by another way meanwhile.',
    send: 'Send all, oldest first',
    skip: 'Skip them',
    released: (count: number) => (count === 1 ? '1 delivery is on its way.' : `${count} deliveries are on their way.`),
    skipped: (count: number) => (count === 1 ? '1 delivery was skipped.' : `${count} deliveries were skipped.`),
  },

  delivery: {
    title: (name: string) => `Delivery ${name}`,
    notFoundTitle: 'This delivery is not here',
    notFoundText: 'The address may be of another shop, or mistyped.',
    openOrder: 'Order in Shopify',
    verbs: {
      'send-now': 'Send now',
      stop: 'Stop',
      retry: 'Retry',
      refresh: 'Refresh',
      'mark-handled': 'Mark as handled',
    } satisfies Record<DeliveryVerb, string>,
    sendAnyway: 'Send anyway',
    verbTaken: {
      'send-now': 'It is handed over now.',
      stop: 'Stopped: it is not handed over.',
      retry: 'It is on its way to the operator.',
      refresh: 'Read at the operator.',
      'mark-handled': 'Marked as handled.',
    } satisfies Record<DeliveryVerb, string>,
    verbNotTaken: 'Nothing to do: it has changed meanwhile, or was read a moment ago.',
    state: 'State',
    alsoSaid: (state: string) => `The operator’s summary says “${state}”.`,
    recovered: 'Recovered, not duplicated: after an unclear answer it was found at the operator.',
    sendsAt: (time: string) => `Is handed over at ${time}`,
    timeline: 'History',
    noHistory: 'The operator has not said anything yet.',
    undated: (date: string) => `${date} (as the operator wrote it)`,
    events: { created: 'Fulfilled and taken in', handedOver: 'Handed over to the operator' },
    facts: {
      title: 'Delivery',
      orderNumber: 'Order number',
      service: 'Service',
      promise: 'Promised for',
      pickup: 'Pickup',
      tracking: 'Tracking',
    },
    none: 'Not known yet',
    why: {
      title: 'Why this?',
      empty: 'It is decided when the delivery is planned.',
      fields: {
        eligibility: 'Handed over at all',
        pickup: 'Pickup',
        service: 'Service',
        date: 'Date',
      } satisfies Record<DecidedPart, string>,
      rule: (rule: string) => `rule “${rule}”`,
    },
    attempts: {
      title: 'Calls to the operator',
      empty: 'The operator has not been called about it.',
      headings: ['When', 'Call', 'Outcome', 'HTTP', 'Duration'] as [string, string, string, string, string],
      verbs: { create: 'Hand over', 'look-up': 'Look up', read: 'Read' } satisfies Record<AttemptVerb, string>,
      outcomes: {
        accepted: 'Accepted',
        found: 'Found',
        'not-found': 'Not found',
        refused: 'Refused',
        'account-refused': 'Token refused',
        throttled: 'Too many calls',
        'not-sent': 'Not sent',
        'not-received': 'Not received',
        unknown: 'Unknown',
      } satisfies Record<AttemptOutcome, string>,
      noOutcome: 'No answer',
    },
    sent: {
      title: 'What is sent',
      text: 'Read from the order as it is now: nothing about the buyer is kept here.',
      show: 'Show what is sent',
      headings: ['Field', 'Value', 'Source'] as [string, string, string],
      notRead: 'The order could not be read in Shopify. Try it again.',
      nothing: 'As the order is now, it would not be sent.',
    },
    support: {
      title: 'Support bundle',
      text: 'Ids, states, calls and versions, and nothing about the buyer: to paste into a message to the operator or to us.',
      copy: 'Copy',
      copied: 'Copied',
      copyFailed: 'It could not be copied. Select the text and copy it by hand.',
      show: 'Show',
      hide: 'Hide',
    },
  },

  review: {
    title: 'Review',
    subtitle: 'Deliveries that need a person, by what is the matter.',
    emptyTitle: 'Nothing needs attention',
    emptyText: 'What does not go on by itself appears here, with what to do about it.',
    toDeliveries: 'To the deliveries',
    count: (count: number) => (count === 1 ? '1 delivery' : `${count} deliveries`),
    and: (count: number) => `and ${count} more`,
    retryAll: (count: number) => (count === 1 ? 'Retry' : `Retry all ${count}`),
    retried: (count: number) =>
      count === 1 ? '1 delivery is on its way again.' : `${count} deliveries are on their way again.`,
    nothingRetried: 'Nothing to send again: they have changed meanwhile.',
    mend: {
      settings: 'Open settings',
      locations: 'Locations in Shopify',
      shop: 'Store settings in Shopify',
    } satisfies Record<MendingPlace, string>,
    mendOrders: 'Mend it on the order:',
    district: {
      unknown: (district: string) => `Buyers wrote “${district}”. Which district of the operator is it?`,
      other: 'Another district',
      otherLabel: 'Name of the district, as the operator writes it',
      save: 'Remember this name',
      saved: (district: string) => `“${district}” is remembered. Now retry the deliveries.`,
      errors: {
        missing: 'Choose or enter a district.',
        'not-served': 'The operator does not serve a district of this name.',
        'changed-meanwhile': 'The settings were changed meanwhile. Try it again.',
      } satisfies Record<DistrictRefusal, string>,
    },
  },

  backfill: {
    title: 'Earlier orders',
    subtitle: 'Hand over what was fulfilled before the app was there, or while it was off.',
    from: 'Fulfilled from',
    to: 'Until',
    limit: 'Shopify shows an app the orders of the last 60 days.',
    look: 'Look what would be sent',
    errors: {
      missing: 'Choose both days.',
      'ends-before-start': 'The last day is before the first.',
      future: 'This day has not come yet.',
    } satisfies Record<RangeError, string>,
    preview: 'What would be sent',
    headings: ['Order', 'Fulfillment', 'What becomes of it'] as [string, string, string],
    plans: {
      known: 'Has a delivery already',
      'hand-over': (service: string, date: string) => `Is handed over: ${service}, ${date}`,
      'not-checked': 'Could not be checked just now',
    },
    none: 'On this page nothing was fulfilled in these days.',
    more: 'More orders',
    notRead: 'Shopify could not be asked. Try it again.',
    send: 'Hand over all of these days',
    sendText: 'Each fulfillment passes the same checks as a new one, and what has a delivery is never sent twice.',
    running: 'Earlier orders are being handed over',
    done: 'Earlier orders were handed over',
    stopped: 'The hand-over of earlier orders was stopped',
    range: (from: string, to: string) => `${from} – ${to}`,
    progress: (read: number, opened: number, known: number) =>
      `${read} orders read, ${opened} deliveries made, ${known} there already.`,
    progressLabel: 'Progress',
    stop: 'Stop',
    stopText: 'What was made already goes on; stop single deliveries in the list.',
    toDeliveries: 'To the deliveries',
    alreadyRunning: 'One is running already.',
    started: 'Started',
  },

  banners: {
    'set-up': {
      title: 'Nothing is handed over yet: the settings are not complete',
      token: 'The token of your operator account is missing.',
      pickup: 'It is not set where the operator collects the goods.',
    },
    'switched-off': {
      title: 'Hand-over is switched off',
      text: 'New fulfillments wait. They go on as soon as you switch it on in the settings.',
    },
    'account-paused': {
      title: 'The operator refuses the token',
      text: 'Hand-overs and states wait. They go on as soon as you save a token that is accepted.',
    },
    openSettings: 'Open settings',
  },

  access: {
    scopesTitle: 'Handoff lacks permissions in this shop',
    scopesText: (scopes: string) =>
      `Fulfillments wait until they are granted: ${scopes}. Close the app, open it again and accept what Shopify asks for. If it asks for nothing, tell the maker of the app.`,
    withheldTitle: 'Shopify withholds names, addresses and phones from this app',
    withheldText:
      'Without them no delivery can be handed over. Ask the maker of the app whether Shopify has approved its access to protected customer data; then send the deliveries again.',
  },

  settings: {
    title: 'Settings',
    save: 'Save',
    discard: 'Discard',
    saved: 'Settings saved',
    account: {
      title: 'Operator account',
      description: (operator: string) =>
        `The token that ${operator} gave you. It is kept encrypted and never shown again.`,
      environment: 'Environment',
      environments: { production: 'Production', test: 'Test' },
      token: 'Token',
      tokenKept: (lastFour: string) => `A token ending in ${lastFour} is kept. Leave this empty to go on with it.`,
      tokenNone: 'Paste it as you received it.',
      tokenPaused: (lastFour: string) => `The operator refuses the token ending in ${lastFour}. Paste a new one.`,
      test: 'Test connection',
      accepted: 'The operator accepts the token.',
      refused: (message: string) => withMessage('The operator refuses the token', message),
      notChecked: (message: string) => withMessage('The operator could not be asked', message),
    },
    pickup: {
      title: 'Pickup',
      description: 'Where the operator collects the goods.',
      kind: 'The pickup is',
      branch: 'A branch',
      branchHelp: 'Registered with the operator beforehand. Routes are planned better this way.',
      address: 'An address',
      branchId: 'Branch id',
      branchIdHelp: 'The number that the operator gave the branch.',
      name: 'Name of the pickup',
      street: 'Address',
      district: 'District',
      districtHelp: 'As the operator writes it.',
    },
    service: {
      title: 'Delivery service',
      description: 'How deliveries are handed over.',
      label: 'Delivery service',
    },
    handOver: {
      title: 'Hand-over',
      description: 'While it is off, new fulfillments wait and nothing is sent to the operator.',
      label: 'Hand fulfillments over to the operator',
      help: 'Waiting deliveries go on as soon as you switch it on and save.',
    },
    errors: {
      'token-missing': 'Paste the token of your operator account.',
      'token-missing-in-environment': 'Paste the token of this environment: the one that is kept is of the other.',
      'token-too-short': `A token has at least ${SHORTEST_TOKEN} characters.`,
      'token-too-long': `A token has at most ${LONGEST_TOKEN} characters.`,
      'token-has-spaces': 'A token has no spaces. Paste it alone, without "Bearer" or a label.',
      'token-characters': 'A token has only letters without accents, digits and signs.',
      'environment-unknown': 'Choose one of the environments.',
      'pickup-kind-missing': 'Choose a branch or an address.',
      'branch-missing': 'Enter the id of the branch.',
      'branch-not-a-number': 'The id of a branch is a whole number, such as 101.',
      'text-missing': 'Fill this in.',
      'text-too-long': `This is too long: at most ${LONGEST_TEXT} characters.`,
      'text-has-markup': 'The characters < and > cannot be used here.',
      'text-has-direction-marks':
        'There are invisible characters in it that turn the direction of the text. Type it again.',
      'service-unknown': 'Choose one of the delivery services.',
    } satisfies Record<SettingsError, string>,
    refusedOnSave: (message: string) => withMessage('The operator refuses this token, and nothing was saved', message),
    savedUnchecked: {
      title: 'Saved, but the token could not be checked',
      text: (message: string) => withMessage('The operator could not be asked', message),
    },
    changedMeanwhile: {
      title: 'The settings were changed meanwhile',
      text: 'Somebody saved them in another tab. What you typed is still here, the rest is as they saved it. Look at it and save again.',
    },
    invalid: {
      title: 'Nothing was saved yet',
      text: 'Correct the marked fields and save again.',
    },
    unreachable: {
      title: 'Nothing was saved: there was no connection',
      text: 'What you typed is still here. Save again.',
    },
  },

  error: {
    title: 'This page could not be shown',
    text: 'Nothing is lost: deliveries go on without this page. If trying again does not help, open the app anew from the Apps of your shop.',
    retry: 'Try again',
    toDeliveries: 'To the deliveries',
  },
};

export type Texts = typeof en;
