import { BlockStack, Button, Form, InlineStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { HANDFUL } from '../../../domain/lifecycle/hold.ts';
import { SaveBar } from '../../settings/form/save-bar.tsx';
import type { SettingsFieldsProps } from '../../settings/settings-view.ts';
import { SaveResult, ResultBanner } from '../../settings/form/save-result.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { STEP_SETTINGS, type FilledStep, type SetUpTyping } from './use-set-up-typing.ts';

interface StepFormProps {
  readonly typing: SetUpTyping;
  readonly step: FilledStep;
  readonly children: (fields: SettingsFieldsProps) => ReactNode;
}

/** A form for one part of the settings, which is saved separately. */
export function StepForm({ typing, step, children }: StepFormProps) {
  const texts = useTexts().settings;
  const { values, changes, errorAt, change, isSaving } = typing;
  const result = typing.resultOf(step);
  const isDirty = STEP_SETTINGS[step].some((name) => name in changes);
  const save = () => typing.saveStep(step);
  return (
    <Form onSubmit={save}>
      <SaveBar isShown={isDirty} isSaving={isSaving} onSave={save} onDiscard={() => typing.discardStep(step)} />
      <BlockStack gap="300">
        <ResultBanner result={result} changedMeanwhile={result?.kind === 'changed-meanwhile'} />
        {children({ values, errorAt, change })}
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
  const result = typing.resultOf('switch');
  return (
    <BlockStack gap="300" inlineAlign="start">
      <ResultBanner result={result} changedMeanwhile={result?.kind === 'changed-meanwhile'} />
      {!canSwitch && <Text as="p">{texts.switchNotYet}</Text>}
      {waiting > 0 && (
        <Text as="p">
          {waiting > HANDFUL ? texts.waitingApproval({ count: waiting }) : texts.waiting({ count: waiting })}
        </Text>
      )}
      <Button variant="primary" disabled={!canSwitch} loading={typing.isSaving} onClick={typing.switchOn}>
        {texts.switchOn}
      </Button>
    </BlockStack>
  );
}
