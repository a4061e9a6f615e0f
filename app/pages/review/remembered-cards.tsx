import { useFetcher } from '@remix-run/react';
import { BlockStack, Button, Divider, InlineStack, Link, Select, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { MEANINGS } from '../../domain/tracking/operator-state.ts';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { PlainTable } from '../delivery/cards/plain-table.tsx';
import { useNotice } from '../shell/banners/notice.tsx';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { STATES, type ReviewResult, DISTRICTS } from './review-result.ts';
import type { StatesView, RememberedName } from './review-view.ts';

/** Asks what the operator's unknown states mean, and lists what was chosen. It renders nothing when there is neither. */
export function StatesCard({ states: { unknown, chosen } }: { readonly states: StatesView }) {
  const { review, stateGroups, deliveries } = useTexts();
  const texts = review.states;
  const fetcher = useFetcher<ReviewResult>({ key: STATES });
  const { tell } = useNotice();
  useEffect(() => {
    const result = fetcher.data;
    if (result?.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.unreachable });
    if (result?.kind !== 'meant') return;
    tell(result.isSaved ? { tone: 'success', title: texts.saved(result) } : { tone: 'warning', title: texts.notSaved });
  }, [fetcher.data, texts, deliveries, tell]);
  if (unknown.length + chosen.length === 0) return null;
  return (
    <div id="states">
      <CardSection title={texts.title} text={texts.text}>
        {unknown.map((state) => (
          <MeaningForm key={state.name} state={state} />
        ))}
        {unknown.length > 0 && chosen.length > 0 && <Divider />}
        {chosen.length > 0 && (
          <PlainTable
            label={texts.chosen}
            headings={[texts.name, texts.meaning, texts.when, texts.undo]}
            rows={chosen.map(({ key, name, group, at, staffUrl }) => ({
              id: key,
              cells: [
                name,
                stateGroups[group],
                <SavedBy key="when" at={at} staffUrl={staffUrl} />,
                <Button
                  key="undo"
                  size="slim"
                  accessibilityLabel={texts.undoOf({ name })}
                  disabled={fetcher.state !== 'idle'}
                  onClick={() => fetcher.submit({ intent: 'forget-meaning', key, name }, { method: 'post' })}
                >
                  {texts.undo}
                </Button>,
              ],
            }))}
          />
        )}
      </CardSection>
    </div>
  );
}

/** Nothing is chosen in advance: what the operator means, a person must say. */
function MeaningForm({ state: { name, count, since, last } }: { readonly state: StatesView['unknown'][number] }) {
  const { review, stateGroups } = useTexts();
  const texts = review.states;
  const fetcher = useFetcher<ReviewResult>({ key: STATES });
  const [group, setGroup] = useState('');
  const options = MEANINGS.map((value) => ({ value, label: stateGroups[value] }));
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm" breakWord>
        {texts.says({ name })}
      </Text>
      <Subdued>
        {[
          texts.count({ count }),
          since && texts.since({ since }),
          last.length > 0 && texts.last({ times: last.join(' · ') }),
        ]
          .filter(Boolean)
          .join(' ')}
      </Subdued>
      <InlineStack gap="200" blockAlign="end">
        <Select label={texts.question} placeholder={texts.choose} options={options} value={group} onChange={setGroup} />
        <Button
          disabled={group === ''}
          loading={fetcher.state !== 'idle' && fetcher.formData?.get('name') === name}
          onClick={() => fetcher.submit({ intent: 'mean', name, group }, { method: 'post' })}
        >
          {texts.use}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

/** The district names that the shop remembers, with who saved each and when. The merchant can remove any of them. */
export function NamesCard({ names }: { readonly names: readonly RememberedName[] }) {
  const texts = useTexts().review.names;
  const fetcher = useFetcher<ReviewResult>({ key: DISTRICTS });
  return (
    <CardSection title={texts.title} text={texts.text}>
      <PlainTable
        label={texts.title}
        headings={[texts.written, texts.district, texts.when, texts.remove]}
        rows={names.map(({ written, district, saved }) => ({
          id: written,
          cells: [
            written,
            district ?? texts.asked,
            saved ? <SavedBy key="saved" {...saved} /> : texts.before,
            <Button
              key="remove"
              size="slim"
              accessibilityLabel={texts.removeOf({ written })}
              disabled={fetcher.state !== 'idle'}
              onClick={() => fetcher.submit({ intent: 'forget', written }, { method: 'post' })}
            >
              {texts.remove}
            </Button>,
          ],
        }))}
      />
    </CardSection>
  );
}

/** When a person saved it, with their page in the admin. Without one, they belong to another shop of the same account. */
function SavedBy({ at, staffUrl }: { readonly at: string; readonly staffUrl: string | null }) {
  const { names, states } = useTexts().review;
  return (
    <BlockStack>
      <Text as="span">{at}</Text>
      {staffUrl === null ? (
        <Text as="span">{states.otherShop}</Text>
      ) : (
        <Link url={staffUrl} target="_top">
          {names.staff}
        </Link>
      )}
    </BlockStack>
  );
}
