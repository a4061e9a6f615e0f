import { useFetcher } from '@remix-run/react';
import { BlockStack, Button, Card, ChoiceList, InlineStack, Link, Text, TextField } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { showToast } from '../shell/app-bridge.ts';
import type { ReviewResult } from './review-result.ts';
import type { ReviewGroup } from './review-view.ts';
import { targetOf } from '../shell/remedy-links.tsx';
import { useTexts } from '../shell/use-texts.ts';

/** Deliveries with one problem: what it is, where it is fixed, and the button that tries them all again. */
export function ReviewGroupCard({ group, version }: { readonly group: ReviewGroup; readonly version: number }) {
  const { review: texts, deliveries } = useTexts();
  const { explanation, count, retryable, district } = group;
  const named = group.deliveries;
  const isOrder = named[0]?.isOrder ?? false;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" gap="200" blockAlign="start">
          <Text as="h2" variant="headingMd" breakWord>
            {explanation.sentence}
          </Text>
          <Text as="span" tone="subdued">
            {texts.count({ count })}
          </Text>
        </InlineStack>
        <Text as="p">{explanation.nextStep}</Text>
        {district && <DistrictForm district={district} version={version} />}
        <BlockStack gap="100">
          {isOrder && (
            <Text as="p" tone="subdued">
              {texts.fixOnOrder}
            </Text>
          )}
          <InlineStack gap="300">
            {named.map(({ id, orderName, url }) => (
              <Link key={id} url={url} {...(isOrder ? { target: '_top' } : {})}>
                {orderName ?? deliveries.unnamedOrder}
              </Link>
            ))}
            {count > named.length && (
              <Text as="span" tone="subdued">
                {texts.and({ count: count - named.length })}
              </Text>
            )}
          </InlineStack>
        </BlockStack>
        <InlineStack gap="200">
          {retryable > 0 && <RetryAll group={group} />}
          {explanation.remedies.map(({ remedy, label, url }) => (
            <Button key={remedy} url={url} {...targetOf(url)}>
              {label}
            </Button>
          ))}
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

function RetryAll({ group: { code, district, retryable } }: { readonly group: ReviewGroup }) {
  const { review: texts, deliveries } = useTexts();
  const fetcher = useFetcher<ReviewResult>();
  useEffect(() => {
    if (fetcher.data?.kind === 'retried') {
      const { count } = fetcher.data;
      showToast(count > 0 ? texts.retried({ count }) : texts.nothingRetried, { isError: count === 0 });
    }
    if (fetcher.data?.kind === 'unreachable') showToast(deliveries.again.unreachable, { isError: true });
  }, [fetcher.data, texts, deliveries]);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="retry" />
      <input type="hidden" name="code" value={code ?? ''} />
      <input type="hidden" name="district" value={district?.written ?? ''} />
      <Button submit variant="primary" loading={fetcher.state !== 'idle'}>
        {texts.retryAll({ count: retryable })}
      </Button>
    </fetcher.Form>
  );
}

const OTHER = '';

interface DistrictFormProps {
  readonly district: NonNullable<ReviewGroup['district']>;
  readonly version: number;
}

/** Which of the operator's districts it is; the answer is remembered for every order to come. */
function DistrictForm({ district: { written, nearest }, version }: DistrictFormProps) {
  const { review, deliveries } = useTexts();
  const texts = review.district;
  const fetcher = useFetcher<ReviewResult>();
  const [chosen, setChosen] = useState(nearest[0] ?? OTHER);
  const [typed, setTyped] = useState('');
  const result = fetcher.data;
  useEffect(() => {
    if (result?.kind === 'unreachable') showToast(deliveries.again.unreachable, { isError: true });
  }, [result, deliveries]);
  const refusal = result?.kind === 'refused' ? texts.errors[result.error] : undefined;
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="remember" />
      <input type="hidden" name="written" value={written} />
      <input type="hidden" name="district" value={chosen === OTHER ? typed : chosen} />
      <input type="hidden" name="version" value={version} />
      <BlockStack gap="200" inlineAlign="start">
        <ChoiceList
          title={texts.unknown({ district: written })}
          choices={[
            ...nearest.map((name) => ({ value: name, label: name })),
            {
              value: OTHER,
              label: texts.other,
              renderChildren: (isSelected: boolean) =>
                isSelected && (
                  <TextField
                    label={texts.otherLabel}
                    value={typed}
                    onChange={setTyped}
                    autoComplete="off"
                    maxLength={60}
                  />
                ),
            },
          ]}
          selected={[chosen]}
          onChange={([value]) => setChosen(value ?? OTHER)}
          {...(refusal ? { error: refusal } : {})}
        />
        <Button submit loading={fetcher.state !== 'idle'}>
          {texts.save}
        </Button>
        <div role="status">
          {result?.kind === 'remembered' && (
            <Text as="p" tone="success">
              {texts.saved({ district: result.written })}
            </Text>
          )}
        </div>
      </BlockStack>
    </fetcher.Form>
  );
}
