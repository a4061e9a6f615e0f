import { foldText } from '../mapping/clean-text.ts';
import type { DeliveryOrder } from '../mapping/delivery-order.ts';

/** The parts of an order that the operator's record repeats; null where the record says nothing. */
export interface RecordedOrder {
  readonly contactName: string | null;
  readonly contactPhone: string | null;
  readonly contactEmail: string | null;
  readonly packages: readonly RecordedPackage[] | null;
}

interface RecordedPackage {
  readonly name: string;
  readonly qty: number | null;
}

/** `undecided` when the record says too little: it names no contact, or its texts are masked or damaged by an encoding. */
export type Sameness = 'same' | 'another' | 'undecided';

/**
 * Whether a record found under our order number is the order that we tried to hand over. Operators change names and
 * phones a little, so the contact agrees when the phone or the e-mail agrees (or the name, if it has neither). The
 * packages agree when names, as far as the operator keeps them, and quantities do. A missing part is no contradiction,
 * and neither is a masked one, but a record without any readable contact is not accepted as ours. Text that was read in
 * the wrong encoding is compared by its ASCII letters.
 */
export function compareOrder(order: DeliveryOrder, record: RecordedOrder): Sameness {
  const contact = compareContact(order.dropoff.contact, record);
  return contact === 'same' ? comparePackages(order.packages, record.packages) : contact;
}

/**
 * Whether a record is of another buyer, beyond doubt. Other packages alone can be how the operator counts them, another
 * phone with the same name a default of the operator, and another form of a name no other person.
 */
export function isOfAnotherBuyer(order: DeliveryOrder, record: RecordedOrder): boolean {
  const { contact } = order.dropoff;
  const { contactPhone, contactEmail, contactName } = withoutFillers(record);
  if (compareContact(contact, record) !== 'another') return false;
  if (contactName === null) return true;
  if (contactPhone !== null || contactEmail !== null) return !isSameText(contact.fullname, contactName);
  const words = new Set(foldText(contact.fullname).split(' '));
  return !foldText(contactName)
    .split(' ')
    .some((word) => words.has(word));
}

function compareContact(contact: DeliveryOrder['dropoff']['contact'], record: RecordedOrder): Sameness {
  const { contactPhone, contactEmail, contactName } = withoutFillers(record);
  const lastDigits = (phone: string) => phone.replace(/\D/g, '').slice(-8);
  if (contactPhone && lastDigits(contactPhone) === lastDigits(contact.phone)) return 'same';
  if (contactEmail && contactEmail.trim().toLowerCase() === contact.email.toLowerCase()) return 'same';
  if (contactPhone && !isMasked(contactPhone)) return 'another';
  if (contactEmail && !isGarbled(contactEmail) && !isMasked(contactEmail)) return 'another';
  if (contactEmail && isGarbled(contactEmail)) return 'undecided';
  if (contactName === null || isMasked(contactName)) return 'undecided';
  if (isSameText(contact.fullname, contactName)) return 'same';
  return isGarbled(contactName) ? 'undecided' : 'another';
}

/** No phone has fewer digits. */
const SHORTEST_PHONE = 5;

/** Operators fill a phone or an e-mail that they do not have with `N/A`, `-` or `0`, which is nobody's. */
function withoutFillers<Contact extends Pick<RecordedOrder, 'contactPhone' | 'contactEmail'>>(
  record: Contact,
): Contact {
  const { contactPhone, contactEmail } = record;
  const isPhone = contactPhone && (contactPhone.replace(/\D/g, '').length >= SHORTEST_PHONE || isMasked(contactPhone));
  const isEmail = contactEmail && (contactEmail.includes('@') || isMasked(contactEmail) || isGarbled(contactEmail));
  return { ...record, contactPhone: isPhone ? contactPhone : null, contactEmail: isEmail ? contactEmail : null };
}

/** Whether a part of a text is hidden, as operators do with old records: `*** *** 321`, `J***`, `XXXX`. */
function isMasked(text: string): boolean {
  return /[*\u2022\u25CF\u2588]|(?:[xX#_]\s?){3}/u.test(text);
}

/**
 * Rows of one name count together: some operators list each unit. A row whose name is not exactly ours counts for the first
 * package that it can mean and that still lacks units.
 */
function comparePackages(sent: DeliveryOrder['packages'], recorded: RecordedOrder['packages']): Sameness {
  if (!recorded || recorded.length === 0) return 'same';
  const ours: { readonly name: string; left: number; isFoundInPart: boolean }[] = [];
  for (const { name, qty } of sent) {
    const known = ours.find((each) => foldText(each.name) === foldText(name));
    if (known) known.left += qty;
    else ours.push({ name, left: qty, isFoundInPart: false });
  }
  const notIn = (rows: readonly RecordedPackage[], means: (ours: string, theirs: string) => boolean) =>
    rows.filter(({ name, qty }) => {
      const known = ours.find((each) => means(each.name, name) && !each.isFoundInPart && each.left >= (qty ?? 1));
      if (known && qty === null) known.isFoundInPart = true;
      else if (known) known.left -= qty ?? 0;
      return !known;
    });
  // those with a quantity first, the most units first: the others get the remaining units of their name
  const rows = recorded.toSorted((a, b) => (b.qty ?? 0) - (a.qty ?? 0));
  const others = notIn(
    notIn(rows, (name, theirs) => foldText(name) === foldText(theirs)),
    isSameName,
  );
  // a further row without a quantity can be of the same package
  const strangers = others.filter(
    ({ name, qty }) => qty !== null || !ours.some((each) => each.isFoundInPart && isSameName(each.name, name)),
  );
  if (strangers.length > 0)
    return strangers.every(({ name }) => isGarbled(name) || isMasked(name)) ? 'undecided' : 'another';
  return ours.every(({ left, isFoundInPart }) => left === 0 || isFoundInPart) ? 'same' : 'another';
}

/** Shorter names are not cut by anybody. */
const SHORTEST_CUT = 30;

/** Whether theirs is our name, or as much of it as the operator keeps. */
function isSameName(ours: string, theirs: string): boolean {
  const cut = foldText(theirs.replace(/[\uD800-\uDFFF\uFFFD?.\u2026\s]{1,5}$/, ''));
  return isSameText(ours, theirs) || (cut.length >= SHORTEST_CUT && foldText(ours).startsWith(cut));
}

function isSameText(ours: string, theirs: string): boolean {
  if (foldText(ours) === foldText(theirs)) return true;
  const withoutCompany = ours.replace(/ \([^()]*\)$/, '');
  if (foldText(withoutCompany) === foldText(theirs)) return true;
  return isGarbled(theirs) && foldText(asciiOf(ours)) === foldText(asciiOf(theirs));
}

/** The characters of a text that are the same in every encoding that operators use. */
function asciiOf(text: string): string {
  return text.replace(/[^\u0020-\u007E]/gu, '').replaceAll('?', '');
}

/** Whether a text has replacement characters, question marks, or two-byte letters that were read as two letters. */
function isGarbled(text: string): boolean {
  return /[\uFFFD?]|[\u00C2-\u00DF][\u0080-\u00BF]/u.test(text);
}
