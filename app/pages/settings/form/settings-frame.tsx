import { type BannerHandles, BlockStack, Box, Button, Form, InlineStack } from '@shopify/polaris';
import type { ReactNode, RefObject } from 'react';
import { ResultBanner } from '../../shell/banners/result-banner.tsx';
import { SaveResult } from '../../shell/save-result.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import type { SettingsResult } from '../input/settings-result.ts';
import { SaveBar } from './save-bar.tsx';

interface SettingsFrameProps {
  readonly form: {
    readonly isDirty: boolean;
    readonly isSaving: boolean;
    readonly isChangedElsewhere: boolean;
    readonly result: { readonly kind: string } | undefined;
    readonly banner: RefObject<BannerHandles>;
    readonly discard: () => void;
  };
  /** What is to be read above the fields. */
  readonly result: SettingsResult | undefined;
  readonly onSave: () => void;
  readonly children: ReactNode;
  /** What stands below the button. */
  readonly after?: ReactNode;
}

/** A form of settings with the admin's save bar, the result of a save, and a button at the end. */
export function SettingsFrame({ form, result, onSave, children, after }: SettingsFrameProps) {
  const { isDirty, isSaving, isChangedElsewhere, banner, discard } = form;
  return (
    <Form onSubmit={onSave} implicitSubmit={false} noValidate>
      <SaveBar isShown={isDirty} isSaving={isSaving} onSave={onSave} onDiscard={discard} />
      <BlockStack gap="400">
        <ResultBanner ref={banner} result={result} changedMeanwhile={isChangedElsewhere} />
        {children}
        <Box paddingInline={{ xs: '400', sm: '0' }}>
          <InlineStack align="end" blockAlign="center" gap="300">
            <SaveResult kind={form.result?.kind} isDirty={isDirty} />
            <Button submit variant="primary" loading={isSaving}>
              {useTexts().settings.save}
            </Button>
          </InlineStack>
        </Box>
        {after}
      </BlockStack>
    </Form>
  );
}
