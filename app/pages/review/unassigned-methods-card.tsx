import { useFetcher } from '@remix-run/react';
import { Button, InlineStack, List, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { foldText } from '../../domain/mapping/clean-text.ts';
import type { UnassignedMethods } from '../../shop-api/review/unassigned-methods.ts';
import { CardSection } from '../delivery/cards/card-section.tsx';
import type { ChoicesAnswer } from '../settings/methods/recent-methods.tsx';
import { useAdminPath } from '../shell/admin-path.ts';
import { useTexts } from '../shell/use-texts.ts';

/**
 * The shipping methods of recent orders that have no delivery service. It renders nothing when each of them has got one
 * since.
 */
export function UnassignedMethodsCard({ methods: { count, named } }: { readonly methods: UnassignedMethods }) {
  const { methods: texts } = useTexts().review;
  const { methods: words } = useTexts().settingsGroups;
  const toPath = useAdminPath();
  const fetcher = useFetcher<ChoicesAnswer>();
  const path = toPath('/app/choices');
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the fetcher is another object after each answer
  useEffect(() => fetcher.load(path), [path]);
  const known = new Set(named.map(foldText));
  const lacking = (fetcher.data?.recent?.methods ?? []).filter(
    ({ title, code }) => !known.has(foldText(title)) && !(code !== null && known.has(foldText(code))),
  );
  if (lacking.length === 0) return null;
  return (
    <CardSection title={texts.title({ count: lacking.length })}>
      <Text as="p">{texts.text({ count })}</Text>
      <List>
        {lacking.map(({ title, orders }) => (
          <List.Item key={title}>
            {title} <Text as="span" tone="subdued">{`(${words.orders({ count: orders })})`}</Text>
          </List.Item>
        ))}
      </List>
      <InlineStack>
        <Button url="/app/settings/rules">{texts.choose}</Button>
      </InlineStack>
    </CardSection>
  );
}
