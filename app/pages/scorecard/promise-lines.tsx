import { BlockStack, Link, Text } from '@shopify/polaris';
import type { DistrictPromise } from '../../domain/scorecard/times.ts';
import { promiseInWords } from '../../extension-api/promise-in-words.ts';
import { useLocale, useTexts } from '../shell/use-texts.ts';

/** What is promised and kept too seldom, where the service is chosen. It renders nothing where all is kept. */
export function PromiseLines({ promises }: { readonly promises: readonly DistrictPromise[] }) {
  const texts = useTexts();
  const locale = useLocale();
  if (promises.length === 0) return null;
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm">
        {texts.scorecard.promises.title}
      </Text>
      {promises.map((promise) => (
        <Text as="p" key={`${promise.district} ${promise.service}`}>
          {promiseInWords(promise, texts, locale)}
        </Text>
      ))}
      <Link url="/app/scorecard">{texts.scorecard.open}</Link>
    </BlockStack>
  );
}
