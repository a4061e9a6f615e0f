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
import { useEffect, useState, type ReactNode } from 'react';
import { HANDFUL } from '../../domain/lifecycle/hold.ts';
import { useAdminPath } from '../shell/admin-path.ts';
import { showToast } from '../shell/app-bridge.ts';
import { DryRunForm } from '../dry-run/dry-run-form.tsx';
import { fieldErrors } from '../settings/field-errors.ts';
import { OperatorAccountFields } from '../settings/operator-account-section.tsx';
import { PickupFields } from '../settings/pickup-section.tsx';
import { ResultBanner } from '../shell/result-banner.tsx';
import { ServiceFields } from '../settings/service-fields.tsx';
import type { SettingsResult } from '../settings/settings-result.ts';
import type { SettingsFieldsProps } from '../settings/settings-section.tsx';
import type { SettingsView } from '../settings/settings-view.ts';
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
  const contents: Readonly<Record<SetUpStep, ReactNode>> = {
    token: (
      <StepForm view={view} part="account">
        {(fields) => <OperatorAccountFields view={view} {...fields} />}
      </StepForm>
    ),
    pickup: (
      <StepForm view={view} part="pickup">
        {(fields) => <PickupFields {...fields} />}
      </StepForm>
    ),
    service: (
      <StepForm view={view} part="service">
        {(fields) => <ServiceFields services={view.services} {...fields} />}
      </StepForm>
    ),
    dryRun: <DryRunForm />,
    switch: <SwitchOn view={view} canSwitch={done.includes('token') && done.includes('pickup')} waiting={waiting} />,
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

interface StepFormProps {
  readonly view: SettingsView;
  readonly part: 'account' | 'pickup' | 'service';
  readonly children: (fields: SettingsFieldsProps) => ReactNode;
}

/** A form for one part of the settings, which is saved separately. */
function StepForm({ view, part, children }: StepFormProps) {
  const texts = useTexts().settings;
  const { submit, result, isSaving } = useStepSaving();
  const [values, setValues] = useState(view.values);
  const [submitted, setSubmitted] = useState(view.values);
  const save = () => {
    setSubmitted(values);
    submit({ intent: `save-${part}`, version: String(view.version), ...values });
  };
  return (
    <Form onSubmit={save}>
      <BlockStack gap="300">
        <ResultBanner result={result} changedMeanwhile={result?.kind === 'changed-meanwhile'} />
        {children({
          values,
          errors: fieldErrors(result, submitted, values, texts),
          change: (change) => setValues((present) => ({ ...present, ...change })),
        })}
        <InlineStack>
          <Button submit variant="primary" loading={isSaving}>
            {texts.save}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

function SwitchOn({ view, canSwitch, waiting }: { view: SettingsView; canSwitch: boolean; waiting: number }) {
  const texts = useTexts().home.setUp;
  const { submit, result, isSaving } = useStepSaving();
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
        loading={isSaving}
        onClick={() => submit({ intent: 'save-handOver', version: String(view.version), handOverOn: 'true' })}
      >
        {texts.switchOn}
      </Button>
    </BlockStack>
  );
}

function useStepSaving() {
  const texts = useTexts().settings;
  const toPath = useAdminPath();
  const fetcher = useFetcher<SettingsResult>();
  const isSaving = fetcher.state !== 'idle';
  const { data } = fetcher;
  useEffect(() => {
    if (!isSaving && data?.kind === 'saved') showToast(texts.saved);
  }, [isSaving, data, texts]);
  return {
    isSaving,
    result: isSaving ? undefined : data,
    submit: (values: Readonly<Record<string, string>>) => {
      if (!isSaving) fetcher.submit(values, { method: 'post', action: toPath('/app/settings') });
    },
  };
}
