import { Box, InlineStack, Link } from '@shopify/polaris';
import { useTexts } from '../shell/use-texts.ts';
import type { HelpTopic } from './help-topics.ts';

/** Links at the end of a page to the guide's pages on what the merchant does there. */
export function HelpLinks({ topics }: { readonly topics: readonly HelpTopic[] }) {
  const { links, all } = useTexts().help;
  return (
    <Box paddingBlock="500" paddingInline="400">
      <InlineStack gap="400" align="center">
        {topics.map((topic) => (
          <Link key={topic} url={`/app/help/${topic}`}>
            {links[topic]}
          </Link>
        ))}
        <Link url="/app/help">{all}</Link>
      </InlineStack>
    </Box>
  );
}
