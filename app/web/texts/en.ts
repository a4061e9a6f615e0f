import type { DeliveryService } from '../../domain/delivery-order.ts';
import type { Phase } from '../../domain/delivery-phase.ts';
import type { Hold } from '../../domain/hold.ts';
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
    next: 'Older deliveries',
    previous: 'Newer deliveries',
    emptyTitle: 'Fulfill an order, and its delivery appears here',
    emptyText: (operator: string) =>
      `Each fulfillment of this shop is handed over to ${operator} by itself, and its state is shown here and on the order.`,
    emptyNotReadyTitle: 'Complete the settings to hand over the first delivery',
    emptyNotReadyText: (operator: string) =>
      `Enter the token that ${operator} gave you and the pickup. What you fulfill until then waits and is not lost.`,
    openSettings: 'Open settings',
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
