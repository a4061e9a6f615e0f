import { BlockStack, Box, Button, Card, InlineGrid, InlineStack, Text } from '@shopify/polaris';
import { useSearchParams } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';

interface CardSaving {
  readonly onSave: () => void;
  readonly isSaving: boolean;
}

interface SettingsSectionProps {
  /** The section's name in the address of the page, for links to it. */
  readonly part?: 'account' | 'pickup' | 'sending';
  /** How to save what is typed in the section; null while nothing is changed. */
  readonly saving: CardSaving | null;
  readonly texts: { readonly title: string; readonly description: string };
  readonly children: ReactNode;
}

/** A card of related settings. The description stands at its side, or above it on a narrow screen. */
export function SettingsSection({ part, saving, texts, children }: SettingsSectionProps) {
  const { title, description } = texts;
  const { saveCard } = useTexts().settings;
  const [search] = useSearchParams();
  const start = useRef<HTMLDivElement>(null);
  const isAskedFor = part !== undefined && search.get('part') === part;
  useEffect(() => {
    if (!isAskedFor) return;
    start.current?.scrollIntoView();
    start.current?.focus({ preventScroll: true });
  }, [isAskedFor]);
  return (
    <InlineGrid columns={{ xs: '1fr', md: '2fr 5fr' }} gap="400">
      <Box as="section" paddingInline={{ xs: '400', sm: '0' }} paddingBlockStart="400">
        <BlockStack gap="200">
          <div ref={start} tabIndex={-1} style={{ outline: 'none', scrollMarginTop: '1rem' }}>
            <Text as="h2" variant="headingMd">
              {title}
            </Text>
          </div>
          <Subdued>{description}</Subdued>
        </BlockStack>
      </Box>
      <Card>
        <BlockStack gap="300">
          {children}
          {saving && (
            <InlineStack align="end">
              <Button onClick={saving.onSave} loading={saving.isSaving}>
                {saveCard({ title: title.toLowerCase() })}
              </Button>
            </InlineStack>
          )}
        </BlockStack>
      </Card>
    </InlineGrid>
  );
}
