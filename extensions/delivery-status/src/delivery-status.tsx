import type { PublishedDelivery } from './read-delivery.ts';
import type { StatusWords } from './words.ts';

const ENDED_BADLY: ReadonlySet<string | null> = new Set(['ended-badly', 'attempt-failed', 'needs-merchant']);
/** Told of a package that is kept or goes back: the day that was promised no longer holds. */
const NO_DAY: ReadonlySet<string> = new Set(['stored', 'returning']);
const NEWEST = 3;

/** What happens next, as the buyer reads it, by the code of what the store has been told. Others are not the buyer's matter. */
const NEXT = {
  'attempt-failed': 'next.attempt-failed',
  'address-wrong': 'next.address-wrong',
  'operator-asks': 'next.operator-asks',
  stored: 'next.stored',
  returning: 'next.returning',
  returned: 'next.returned',
  'refused-by-customer': 'next.refused-by-customer',
  lost: 'next.ended',
  'cancelled-by-operator': 'next.ended',
  'not-delivered': 'next.ended',
  late: 'next.late',
} as const;
const GOOD_NEWS = { 'out-for-delivery': 'next.out-for-delivery', delivered: 'next.delivered' } as const;
const isIn = <Key extends string>(words: Readonly<Record<Key, string>>, key: string): key is Key =>
  Object.hasOwn(words, key);

interface Store {
  readonly name: string;
  readonly storefrontUrl?: string | undefined;
}

/**
 * Shows the buyer where a delivery is: the group of the operator's state in the buyer's language, the promised day, a
 * link to the tracking page, and the history so far.
 */
export function DeliveryStatus({
  delivery,
  words,
  store,
}: {
  readonly delivery: PublishedDelivery;
  readonly words: StatusWords;
  readonly store: Store;
}) {
  const { stateGroup, orderNumber, trackingUrl, history, exceptions } = delivery;
  const newestFirst = history.toReversed();
  const isPromised =
    stateGroup !== 'delivered' && !ENDED_BADLY.has(stateGroup) && !exceptions.some((code) => NO_DAY.has(code));
  const promised = isPromised ? promiseOf(delivery, words) : null;
  return (
    <s-stack gap="base">
      <s-stack direction="inline" gap="small" alignItems="center">
        <s-badge tone={ENDED_BADLY.has(stateGroup) ? 'critical' : 'auto'}>
          {stateGroup ? words.t(`states.${stateGroup}`) : words.t('preparing')}
        </s-badge>
        {promised && <s-text>{promised}</s-text>}
      </s-stack>
      <Next delivery={delivery} words={words} store={store} />
      {trackingUrl && (
        <s-link
          href={trackingUrl}
          target="_blank"
          accessibilityLabel={words.t('trackDelivery', { number: orderNumber ?? '' })}
        >
          {words.t('track')}
        </s-link>
      )}
      <Entries history={newestFirst.slice(0, NEWEST)} words={words} />
      {newestFirst.length > NEWEST && (
        <s-details>
          <s-summary>{words.t('history')}</s-summary>
          <Entries history={newestFirst.slice(NEWEST)} words={words} />
        </s-details>
      )}
    </s-stack>
  );
}

/** What comes next, with the store's address where the buyer has to ask for something. */
function Next({
  delivery: { stateGroup, exceptions },
  words,
  store: { name, storefrontUrl },
}: {
  readonly delivery: PublishedDelivery;
  readonly words: StatusWords;
  readonly store: Store;
}) {
  const told = exceptions.find((code) => isIn(NEXT, code));
  if (told === undefined || !isIn(NEXT, told)) {
    return stateGroup && isIn(GOOD_NEWS, stateGroup) ? (
      <s-text tone="success">{words.t(GOOD_NEWS[stateGroup])}</s-text>
    ) : null;
  }
  return (
    <s-stack gap="small-200">
      <s-text>{words.t(NEXT[told])}</s-text>
      {storefrontUrl && (
        <s-link href={storefrontUrl} target="_blank">
          {words.t('contact', { store: name })}
        </s-link>
      )}
    </s-stack>
  );
}

function Entries({ history, words }: { readonly history: PublishedDelivery['history']; readonly words: StatusWords }) {
  return (
    <s-stack gap="small-200">
      {history.map(({ stateGroup, at }) => (
        <s-stack key={`${stateGroup} ${at}`} direction="inline" gap="small">
          <s-text color="subdued">{words.moment(at, null)}</s-text>
          <s-text>{words.t(`states.${stateGroup}`)}</s-text>
        </s-stack>
      ))}
    </s-stack>
  );
}

function promiseOf(
  { promisedDate, operatorDate, windowStart: start, windowEnd: end }: PublishedDelivery,
  words: StatusWords,
): string | null {
  if (operatorDate) return words.t('promised', { day: words.day(operatorDate) });
  if (!promisedDate) return null;
  const day = words.day(promisedDate);
  return start && end ? words.t('promisedWindow', { day, start, end }) : words.t('promised', { day });
}
