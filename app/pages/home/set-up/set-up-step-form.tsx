import { BlockStack, Button, Form, InlineStack, Text } from '@shopify/polaris';
import { useEffect, type ReactNode } from 'react';
import { HANDFUL } from '../../../domain/lifecycle/hold.ts';
import { fieldErrors } from '../../settings/input/field-errors.ts';
import { SaveBar } from '../../settings/form/save-bar.tsx';
import type { SettingsFieldsProps } from '../../settings/form/settings-section.tsx';
import { differs, withCard } from '../../settings/input/settings-values.ts';
import { SaveResult } from '../../shell/save-result.tsx';
import { ResultBanner } from '../../shell/banners/result-banner.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import type { SetUpTyping, StepPart } from './use-set-up-typing.ts';

interface StepFormProps {
  readonly typing: SetUpTyping;
  readonly part: StepPart;
  readonly children: (fields: SettingsFieldsProps) => ReactNode;
}

/** A form for one part of the settings, which is saved separately. */
export function StepForm({ typing, part, children }: StepFormProps) {
  const texts = useTexts().settings;
  const { saved, values, submitted, change, isSaving } = typing;
  const result = typing.resultOf(part);
  const isDirty = differs(withCard(saved.values, values, part), saved.values);
  useEffect(() => {
    if (result) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [result]);
  const save = () => typing.save(part, values);
  return (
    <Form onSubmit={save}>
      <SaveBar isShown={isDirty} isSaving={isSaving} onSave={save} onDiscard={() => typing.discard(part)} />
      <BlockStack gap="300">
        <ResultBanner result={result} changedMeanwhile={result?.kind === 'changed-meanwhile'} />
        {children({ values, errors: fieldErrors(result, submitted, values, texts), change })}
        <InlineStack gap="300" blockAlign="center">
          <Button submit variant="primary" loading={isSaving}>
            {texts.save}
          </Button>
          <SaveResult kind={result?.kind} isDirty={isDirty} />
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

interface SwitchOnProps {
  readonly typing: SetUpTyping;
  readonly canSwitch: boolean;
  readonly waiting: number;
}

export function SwitchOn({ typing, canSwitch, waiting }: SwitchOnProps) {
  const texts = useTexts().home.setUp;
  const result = typing.resultOf('handOver');
  return (
    <BlockStack gap="300" inlineAlign="start">
      <ResultBanner result={result} changedMeanwhile={result?.kind === 'changed-meanwhile'} />
      {!canSwitch && <Text as="p">{texts.switchNotYet}</Text>}
      {waiting > 0 && (
        <Text as="p">
          {waiting > HANDFUL ? texts.waitingApproval({ count: waiting }) : texts.waiting({ count: waiting })}
        </Text>
      )}
      <Button
        variant="primary"
        disabled={!canSwitch}
        loading={typing.isSaving}
        onClick={() => typing.save('handOver', { ...typing.saved.values, handOverOn: 'true' })}
      >
        {texts.switchOn}
      </Button>
    </BlockStack>
  );
}
