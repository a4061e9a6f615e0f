import { BlockStack, Button, Form, InlineStack, Text } from '@shopify/polaris';
import { type ReactNode, useEffect, useState } from 'react';
import { HANDFUL } from '../../../domain/lifecycle/hold.ts';
import { SaveBar, SaveResult, ResultBanner } from '../../settings/form/save-bar.tsx';
import type { SettingsFieldsProps, SettingsValues, SettingsView } from '../../settings/settings-view.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { withinSentence } from '../../../texts/within-sentence.ts';
import { pick } from '../../settings/form/typed-values.ts';
import { useSettingsForm } from '../../settings/form/use-settings-form.ts';
import { useNotice } from '../../shell/banners/notice.tsx';

/** The settings of each step that is filled in. */
const STEP_SETTINGS = {
  token: ['account'],
  pickup: ['pickup.default'],
  service: ['service.default', 'service.methods'],
} as const satisfies Readonly<Record<string, readonly (keyof SettingsValues)[]>>;
type FilledStep = keyof typeof STEP_SETTINGS;
type SavedStep = FilledStep | 'switch';

type SetUpTyping = ReturnType<typeof useSetUpTyping>;

/**
 * What is typed in the steps, and its saving, one step at a time. What is typed stays when another step is opened. A
 * warning about a saved token is a notice, because its step closes.
 */
export function useSetUpTyping(view: SettingsView) {
  const texts = useTexts().settings;
  const { tell } = useNotice();
  const { result, save, ...form } = useSettingsForm(view);
  const [last, setLast] = useState<SavedStep | null>(null);
  const unchecked = result?.kind === 'saved' && result.token?.kind === 'not-checked' ? result.token : null;
  useEffect(() => {
    if (!unchecked) return;
    const { title, text } = texts.savedUnchecked;
    tell({ tone: 'warning', title, lines: [text({ message: withinSentence(unchecked.message) })] });
  }, [unchecked, texts, tell]);
  return {
    ...form,
    resultOf: (step: SavedStep) => (last === step && result?.kind !== 'saved' ? result : undefined),
    discardStep: (step: FilledStep) => form.change(pick(form.saved.values, STEP_SETTINGS[step])),
    saveStep: (step: FilledStep) => {
      setLast(step);
      save(pick(form.values, STEP_SETTINGS[step]));
    },
    switchOn: () => {
      setLast('switch');
      save({}, { handOverOn: true });
    },
  };
}

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
