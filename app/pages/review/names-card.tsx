import { useFetcher } from '@remix-run/react';
import { BlockStack, Button, Link, Text } from '@shopify/polaris';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { PlainTable } from '../delivery/cards/plain-table.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { DISTRICTS, type ReviewResult } from './review-result.ts';
import type { RememberedName } from './review-view.ts';

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
            saved ? (
              <BlockStack key="saved">
                <Text as="span">{saved.at}</Text>
                <Link url={saved.staffUrl} target="_top">
                  {texts.staff}
                </Link>
              </BlockStack>
            ) : (
              texts.before
            ),
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
