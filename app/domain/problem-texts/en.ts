import type { Texts } from './text.ts';

export const en: Texts = {
  fields: {
    name: 'name',
    company: 'company',
    phone: 'phone',
    email: 'e-mail',
    street: 'street',
    city: 'city',
    province: 'province',
    zip: 'postal code',
    country: 'country',
    lines: 'items',
  },
  problems: {
    'operator-refused': {
      sentence: 'The operator refused the delivery order[: {message}].',
      nextStep: 'Correct what the operator names, on the order or in the settings, and send it again.',
    },
    'operator-unreachable': {
      sentence: 'The operator could not be reached, after several tries[: {message}].',
      nextStep: 'Send it again later. If it goes on, ask the operator whether the service is up.',
    },
    'order-number-taken': {
      sentence: 'The operator already has another delivery under the order number {orderNumber}.',
      nextStep: 'Set a prefix of your own for order numbers in the settings, or ask the operator about that delivery.',
    },
    'order-number-too-long': {
      sentence: 'The order number would have {length} characters; at most {limit} are sent.',
      nextStep: 'Choose a shorter prefix or template for order numbers in the settings.',
    },
    'outcome-unknown': {
      sentence: 'It is not known whether the operator received the order[: {message}].',
      nextStep: 'Ask the operator whether the order number exists before you send it again.',
    },
    'unknown-to-operator': {
      sentence: 'The operator, who had accepted the order, no longer knows its number.',
      nextStep: 'Ask the operator what became of the delivery. It is looked for all the same.',
    },
    'cancelled-after-hand-over': {
      sentence: 'The fulfillment was cancelled after the operator had received it.',
      nextStep: 'Call the operator to stop the delivery: it cannot be cancelled from here.',
    },
    'edited-after-hand-over': {
      sentence: 'The order was changed after the operator had received it: {fields}.',
      nextStep:
        'Call the operator if the delivery must change: it cannot be changed from here. Then mark this as handled.',
    },
    'shopify-access-missing': {
      sentence: 'The app may not read this order.',
      nextStep: 'Open the app once and accept the permissions it asks for.',
    },
    'shopify-unreachable': {
      sentence: 'Shopify could not be reached, after several tries.',
      nextStep: 'Send it again later.',
    },
    'unexpected-failure': {
      sentence: 'Something in Handoff failed, again and again.',
      nextStep: 'Send it again; if it fails once more, write to us with the order number.',
    },
    'order-number-unreadable': {
      sentence: 'The order number would hold characters that cannot be sent.',
      nextStep:
        'Use letters, digits, spaces and . _ - / : + ( ) in the prefix and template for order numbers, and in the shop’s order names.',
    },
    'pickup-missing': {
      sentence: 'Nobody has said yet where the operator collects the goods.',
      nextStep: 'Choose a pickup in the settings, for the location of this fulfillment or as the default.',
    },
    'customer-data-withheld': {
      sentence: 'Shopify withholds the name, address and phone of the customer from this app.',
      nextStep: 'Ask the maker of the app whether Shopify has approved its access to protected customer data.',
    },
    'name-missing': {
      sentence: 'The order has no name of a recipient.',
      nextStep: 'Add a name to the shipping address of the order.',
    },
    'phone-missing': {
      sentence: 'The order has no phone number.',
      nextStep: 'Add a phone to the shipping address of the order, or a phone for such orders in the settings.',
    },
    'phone-unusable': {
      sentence: 'The order has no phone number that can be dialled.',
      nextStep: 'Correct the phone on the shipping address of the order, with its country code.',
    },
    'email-missing': {
      sentence: 'The order has no e-mail address.',
      nextStep: 'Add an e-mail address to the order, or one for such orders in the settings.',
    },
    'email-unusable': {
      sentence: 'The order has no e-mail address that can be written to.',
      nextStep: 'Correct the e-mail address on the order.',
    },
    'address-missing': {
      sentence: 'The order has no shipping address.',
      nextStep: 'Add the street and number to the shipping address of the order.',
    },
    'district-missing': {
      sentence: 'The order says no district where the settings look for it.',
      nextStep: 'Add the district to the shipping address of the order, or choose in the settings where it stands.',
    },
    'district-not-served': {
      sentence:
        'The district of the order[ ({district})] is not one of the operator’s.[ The nearest names: {nearest}.]',
      nextStep:
        'Correct the district on the order, or choose one of the operator’s names for it, which is then remembered.',
    },
    'time-zone-unknown': {
      sentence: 'The time zone of the shop or of the operator is not known here.',
      nextStep: 'Correct the time zone of the shop in Shopify, or ask the maker of the app to correct the operator’s.',
    },
    'after-cutoff': {
      sentence: 'It is too late for {service} today: the cutoff was {cutoff}.',
      nextStep: 'Send it tomorrow, or let such orders fall to the next day in the settings.',
    },
    'closed-today': {
      sentence: 'There is no {service} today: it is not a working day.',
      nextStep: 'Send it on the next working day, or let such orders fall to the next day in the settings.',
    },
    'window-missing': {
      sentence: '{service} needs a window, and neither the order nor the settings have one.',
      nextStep: 'Set a window for {service} in the settings, or choose where orders bring their own.',
    },
    'window-unreadable': {
      sentence: 'The delivery window of the order cannot be read ({source}).',
      nextStep: 'Write the date as 2026-05-31 or 31/05/2026 and the times as 09:00 on the order.',
    },
    'window-ends-before-start': {
      sentence: 'The delivery window of the order does not end after it starts ({source}).',
      nextStep: 'Correct the times of the window on the order.',
    },
    'window-past': {
      sentence: 'The window for {service} is already over.',
      nextStep: 'Agree on another window with the customer and correct it on the order, or choose another service.',
    },
    'window-too-soon': {
      sentence: 'The day the customer chose is too soon for {service}.',
      nextStep: 'Agree on another day with the customer and correct it on the order, or choose another service.',
    },
    'window-on-closed-day': {
      sentence: 'The day the customer chose is not a working day.',
      nextStep:
        'Agree on another day with the customer and correct it on the order, or correct the working days in the settings.',
    },
    'price-unreadable': {
      sentence: 'The price of a line of the fulfillment cannot be read.',
      nextStep: 'Look at the prices of the order. If they are right, send this problem to the maker of the app.',
    },
    'file-link-unusable': {
      sentence: 'A file of the order is not an https link ({sources}).',
      nextStep: 'Correct the link on the order, or the place of files in the settings.',
    },
    'order-invalid': {
      sentence: 'The delivery order does not have the form that the operator asks for: {field}.',
      nextStep:
        'Look at the settings that decide this field. If they are right, send this problem to the maker of the app.',
    },
  },
  skips: {
    'fulfillment-gone': {
      sentence: 'Shopify does not know this fulfillment any more.',
      nextStep: 'Nothing is to be done.',
    },
    'fulfillment-cancelled': {
      sentence: 'The fulfillment is cancelled.',
      nextStep: 'Fulfill the items again if they are to be delivered.',
    },
    'fulfillment-not-successful': {
      sentence: 'The fulfillment is not complete in Shopify[ ({detail})].',
      nextStep: 'It is looked at again when Shopify says that it is.',
    },
    'order-cancelled': { sentence: 'The order is cancelled.', nextStep: 'Nothing needs to be done.' },
    'nothing-to-ship': {
      sentence: 'Nothing in the fulfillment needs shipping.',
      nextStep: 'Nothing needs to be done.',
    },
    'delivery-method': {
      sentence: 'The customer chose a delivery method that is not handed over[ ({detail})].',
      nextStep: 'Send it anyway, or choose in the settings which delivery methods are handed over.',
    },
    country: {
      sentence: 'The order goes to a country that is not handed over.',
      nextStep: 'Send it anyway, or choose in the settings which countries are handed over.',
    },
    'test-order': {
      sentence: 'It is a test order.',
      nextStep: 'Send it anyway, or let test orders be handed over in the settings.',
    },
    'other-tracking': {
      sentence: 'The fulfillment already carries another carrier’s tracking.',
      nextStep: 'Send it anyway if this operator is to deliver it, too.',
    },
    'tag-missing': {
      sentence: 'The order bears none of the tags that are handed over[: {detail}].',
      nextStep: 'Send it anyway, or change the tags in the settings.',
    },
    'tag-excluded': {
      sentence: 'The order bears a tag that is not handed over[: {detail}].',
      nextStep: 'Send it anyway, or change the tags in the settings.',
    },
    'high-risk': {
      sentence: 'Shopify rates the risk of fraud of this order as high.',
      nextStep: 'Send it anyway once you have looked at the order.',
    },
    'location-switched-off': {
      sentence: 'Nothing is handed over from this location[: {detail}].',
      nextStep: 'Send it anyway, or switch the location on in the settings.',
    },
    'service-rule': {
      sentence: 'A rule of yours says that it is not handed over[: {detail}].',
      nextStep: 'Send it anyway, or change the rule in the settings.',
    },
    stopped: {
      sentence: 'Somebody stopped it before it was handed over.',
      nextStep: 'Send it anyway if it is to be delivered after all.',
    },
    handled: {
      sentence: 'Somebody marked it as handled.',
      nextStep: 'Send it anyway if the operator is to deliver it after all.',
    },
  },
};
