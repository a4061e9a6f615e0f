import { BlockStack, Box, Button, Form, InlineStack } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { ResultBanner, SaveResult, SaveBar } from './save-bar.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import type { useSettingsForm } from './use-settings-form.ts';

interface SettingsFrameProps {
  readonly form: ReturnType<typeof useSettingsForm>;
  readonly onSave: () => void;
  readonly children: ReactNode;
  /** What stands below the button. */
  readonly after?: ReactNode;
}

/** A form of settings with the admin's save bar, the result of a save, and a button at the end. */
export function SettingsFrame({ form, onSave, children, after }: SettingsFrameProps) {
  const { isDirty, isSaving, isChangedElsewhere, result, banner, discard } = form;
  return (
    <Form onSubmit={onSave} implicitSubmit={false} noValidate>
      <SaveBar isShown={isDirty} isSaving={isSaving} onSave={onSave} onDiscard={discard} />
      <BlockStack gap="400">
        <ResultBanner ref={banner} result={result} changedMeanwhile={isChangedElsewhere} />
        {children}
        <Box paddingInline={{ xs: '400', sm: '0' }}>
          <InlineStack align="end" blockAlign="center" gap="300">
            <SaveResult kind={result?.kind} isDirty={isDirty} />
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
