import { useFetcher } from '@remix-run/react';
import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  Collapsible,
  Divider,
  Form,
  InlineStack,
  ProgressBar,
  Text,
} from '@shopify/polaris';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { HANDFUL } from '../../domain/lifecycle/hold.ts';
import { useAdminPath } from '../shell/admin-path.ts';
import { withinSentence } from '../../texts/within-sentence.ts';
import { showToast } from '../shell/app-bridge.ts';
import { useNotice } from '../shell/banners/notice.tsx';
import { DryRunForm } from '../dry-run/dry-run-form.tsx';
import { fieldErrors } from '../settings/field-errors.ts';
import { OperatorAccountFields } from '../settings/operator-account-section.tsx';
import { PickupFields } from '../settings/pickup-section.tsx';
import { ResultBanner } from '../shell/result-banner.tsx';
import { ServiceFields } from '../settings/service-fields.tsx';
import { RecentMethods } from '../settings/methods/recent-methods.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { SaveResult } from '../shell/save-result.tsx';
import type { SettingsResult } from '../settings/settings-result.ts';
import type { SettingsFieldsProps } from '../settings/settings-section.tsx';
import { differs, rebase, withCard, type SettingsValues } from '../settings/settings-values.ts';
import type { SettingsView } from '../settings/settings-view.ts';
import { useLeaveConfirmation } from '../settings/use-leave-confirmation.ts';
import { useTexts } from '../shell/use-texts.ts';
import { SET_UP_STEPS, type SetUpStep } from './set-up-steps.ts';

interface SetUpGuideProps {
  readonly view: SettingsView;
  readonly done: readonly SetUpStep[];
  /** Fulfillments that will be sent once the last step is done. */
  readonly waiting: number;
}

/** The steps from installation to the first hand-over. Each is completed in place. */
export function SetUpGuide({ view, done, waiting }: SetUpGuideProps) {
  const texts = useTexts().home.setUp;
  const next = SET_UP_STEPS.find((step) => !done.includes(step)) ?? null;
  const [open, setOpen] = useState(next);
  const [present, setPresent] = useState(next);
  if (present !== next) {
    setPresent(next);
    // a completed step opens the next one, except the dry run, whose result the merchant reads first
    if (open === present && open !== 'dryRun') setOpen(next);
  }
  useFocusOnNextStep(present, open);
  const typing = useTyping(view);
  const contents: Readonly<Record<SetUpStep, ReactNode>> = {
    token: (
      <StepForm typing={typing} part="account">
        {(fields) => <OperatorAccountFields view={view} {...fields} />}
      </StepForm>
    ),
    pickup: (
      <StepForm typing={typing} part="pickup">
        {(fields) => <PickupFields {...fields} />}
      </StepForm>
    ),
    service: (
      <StepForm typing={typing} part="service">
        {(fields) => (
          <BlockStack gap="400">
            <ServiceFields services={view.services} {...fields} />
            <RecentMethods services={view.services} {...fields} />
          </BlockStack>
        )}
      </StepForm>
    ),
    dryRun: <DryRunForm />,
    switch: (
      <SwitchOn typing={typing} canSwitch={done.includes('token') && done.includes('pickup')} waiting={waiting} />
    ),
  };
  const steps = SET_UP_STEPS.map((step) => ({ step, ...texts.steps[step] }));
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            {texts.title}
          </Text>
          <Text as="p" tone="subdued">
            {texts.text({ operator: view.operatorName })}
          </Text>
          <BlockStack gap="100">
            <Text as="span" variant="bodySm" id="set-up-progress">
              {texts.progress({ done: done.length, all: SET_UP_STEPS.length })}
            </Text>
            <ProgressBar
              progress={(done.length / SET_UP_STEPS.length) * 100}
              size="small"
              ariaLabelledBy="set-up-progress"
            />
          </BlockStack>
        </BlockStack>
      </Box>
      {steps.map(({ step, title, text }, index) => (
        <div key={step}>
          <Divider />
          <Box padding="400">
            <BlockStack gap="300">
              <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
                <Button
                  id={headingOf(step)}
                  variant="monochromePlain"
                  textAlign="start"
                  size="large"
                  disclosure={open === step ? 'up' : 'down'}
                  ariaExpanded={open === step}
                  ariaControls={`set-up-${step}`}
                  onClick={() => setOpen(open === step ? null : step)}
                >
                  {`${index + 1}. ${title}`}
                </Button>
                {done.includes(step) && <Badge tone="success">{texts.done}</Badge>}
              </InlineStack>
              <Collapsible id={`set-up-${step}`} open={open === step} transition={false}>
                {open === step && (
                  <BlockStack gap="300">
                    <Text as="p" tone="subdued">
                      {typeof text === 'string' ? text : text({ operator: view.operatorName })}
                    </Text>
                    {contents[step]}
                  </BlockStack>
                )}
              </Collapsible>
            </BlockStack>
          </Box>
        </div>
      ))}
    </Card>
  );
}

const headingOf = (step: SetUpStep) => `set-up-step-${step}`;

/** Moves the focus to the heading of the step that opens after another one is done. */
function useFocusOnNextStep(next: SetUpStep | null, open: SetUpStep | null): void {
  const before = useRef(next);
  useEffect(() => {
    if (before.current === next) return;
    before.current = next;
    if (next !== null && open === next) document.getElementById(headingOf(next))?.focus();
  }, [next, open]);
}

/**
 * What is typed in the steps, and its saving. What is typed stays when another step is opened, and when the settings
 * change elsewhere. The admin asks before the merchant leaves the page with it.
 */
function useTyping(view: SettingsView) {
  const saving = useStepSaving();
  const [base, setBase] = useState(view);
  const [values, setValues] = useState(view.values);
  const [submitted, setSubmitted] = useState<{ readonly part: Intent; readonly values: SettingsValues } | null>(null);
  if (base.version !== view.version) {
    const own = saving.savedVersion === view.version ? submitted : null;
    const before = own && own.part !== 'handOver' ? withCard(base.values, own.values, own.part) : base.values;
    setBase(view);
    setValues(rebase(values, before, view.values));
  }
  useLeaveConfirmation(differs(values, base.values));
  return {
    saved: base,
    values,
    submitted: submitted?.values ?? base.values,
    isSaving: saving.isSaving,
    resultOf: (part: Intent) => (submitted?.part === part ? saving.result : undefined),
    change: (change: Partial<SettingsValues>) => setValues((present) => ({ ...present, ...change })),
    discard: (part: StepPart) => setValues((present) => withCard(present, base.values, part)),
    save: (part: Intent, given: SettingsValues) => {
      setSubmitted({ part, values: given });
      saving.submit({ intent: `save-${part}`, version: String(base.version), ...given });
    },
  };
}

type StepPart = 'account' | 'pickup' | 'service';
type Intent = StepPart | 'handOver';
type Typing = ReturnType<typeof useTyping>;

interface StepFormProps {
  readonly typing: Typing;
  readonly part: StepPart;
  readonly children: (fields: SettingsFieldsProps) => ReactNode;
}

/** A form for one part of the settings, which is saved separately. */
function StepForm({ typing, part, children }: StepFormProps) {
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
  readonly typing: Typing;
  readonly canSwitch: boolean;
  readonly waiting: number;
}

function SwitchOn({ typing, canSwitch, waiting }: SwitchOnProps) {
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

/** Saves one step at a time. A warning about a saved token is a notice, because its step closes. */
function useStepSaving() {
  const texts = useTexts().settings;
  const { tell } = useNotice();
  const toPath = useAdminPath();
  const fetcher = useFetcher<SettingsResult>();
  const isSaving = fetcher.state !== 'idle';
  const { data } = fetcher;
  useEffect(() => {
    if (isSaving || data?.kind !== 'saved') return;
    showToast(texts.saved);
    if (data.token?.kind !== 'not-checked') return;
    const { title, text } = texts.savedUnchecked;
    tell({ tone: 'warning', title, lines: [text({ message: withinSentence(data.token.message) })] });
  }, [isSaving, data, texts, tell]);
  return {
    isSaving,
    result: isSaving || data?.kind === 'saved' ? undefined : data,
    savedVersion: data?.kind === 'saved' ? data.version : null,
    submit: (values: Readonly<Record<string, string>>) => {
      if (!isSaving) fetcher.submit(values, { method: 'post', action: toPath('/app/settings') });
    },
  };
}
