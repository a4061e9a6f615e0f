import { foldText } from './clean-text.ts';
import type { DeliveryOrder } from './delivery-order.ts';

/** What the operator's record repeats of an order; null where it says nothing. */
export interface RecordedOrder {
  readonly contactName: string | null;
  readonly contactPhone: string | null;
  readonly contactEmail: string | null;
  readonly packages: readonly { readonly name: string; readonly qty: number | null }[] | null;
}

/**
 * Whether a record found under our order number is the order we tried to hand over. Operators rewrite names and phones
 * a little, so the contact agrees when its phone or e-mail does (the name, where it has neither); the packages agree
 * when names and quantities do. What the record leaves out contradicts nothing, but a record without any contact is not
 * taken for ours.
 */
export function isSameOrder(order: DeliveryOrder, record: RecordedOrder): boolean {
  return contactAgrees(order.dropoff.contact, record) && packagesAgree(order.packages, record.packages);
}

function contactAgrees(contact: DeliveryOrder['dropoff']['contact'], record: RecordedOrder): boolean {
  const { contactPhone, contactEmail, contactName } = record;
  const lastDigits = (phone: string) => phone.replace(/\D/g, '').slice(-8);
  if (contactPhone && lastDigits(contactPhone) === lastDigits(contact.phone)) return true;
  if (contactEmail && contactEmail.trim().toLowerCase() === contact.email.toLowerCase()) return true;
  return !contactPhone && !contactEmail && contactName !== null && foldText(contactName) === foldText(contact.fullname);
}

function packagesAgree(sent: DeliveryOrder['packages'], recorded: RecordedOrder['packages']): boolean {
  if (!recorded || recorded.length === 0) return true;
  const unmatched = sent.map(({ name, qty }) => ({ name: foldText(name), qty }));
  // those that say their quantity first: the others take what is left of their name
  const theirs = [...recorded].sort((a, b) => Number(a.qty === null) - Number(b.qty === null));
  return (
    theirs.length === unmatched.length &&
    theirs.every(({ name, qty }) => {
      const index = unmatched.findIndex((ours) => ours.name === foldText(name) && (qty === null || qty === ours.qty));
      return index >= 0 && unmatched.splice(index, 1).length === 1;
    })
  );
}
