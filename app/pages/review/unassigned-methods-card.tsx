import { Button, InlineStack, List, Text } from '@shopify/polaris';
import { foldText } from '../../domain/mapping/clean-text.ts';
import type { UnassignedMethods } from './review-view.ts';
import { CardSection } from '../delivery/cards/card-section.tsx';
import type { ChoicesAnswer } from '../settings/service-fields.tsx';
import { useRequestAtOnce } from '../shell/use-request.ts';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';

/**
 * The shipping methods of recent orders that have no delivery service. It renders nothing when each of them has got one
 * since, or when they could not be read.
 */
export function UnassignedMethodsCard({ methods: { count, named } }: { readonly methods: UnassignedMethods }) {
  const { methods: texts } = useTexts().review;
  const { methods: words } = useTexts().settingsGroups;
  const { body } = useRequestAtOnce<ChoicesAnswer>('/app/choices', 'recent');
  const known = new Set(named.map(foldText));
  const lacking = (body?.recent?.methods ?? []).filter(
    ({ title, code }) => !known.has(foldText(title)) && !(code !== null && known.has(foldText(code))),
  );
  if (lacking.length === 0) return null;
  return (
    <CardSection title={texts.title({ count: lacking.length })}>
      <Text as="p">{texts.text({ count })}</Text>
      <List>
        {lacking.map(({ title, orders }) => (
          <List.Item key={title}>
            {title} <Subdued as="span">{`(${words.orders({ count: orders })})`}</Subdued>
          </List.Item>
        ))}
      </List>
      <InlineStack>
        <Button url="/app/settings/rules">{texts.choose}</Button>
      </InlineStack>
    </CardSection>
  );
}
