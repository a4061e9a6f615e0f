import { useRevalidator } from '@remix-run/react';
import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  Collapsible,
  Divider,
  InlineStack,
  ProgressBar,
  Text,
} from '@shopify/polaris';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { DryRunForm } from '../../dry-run/dry-run-form.tsx';
import { RecentMethods, ServiceFields } from '../../settings/service-fields.tsx';
import { OperatorAccountFields } from '../../settings/operator-account-fields.tsx';
import { PickupFields } from '../../settings/pickup-fields.tsx';
import type { SettingsView } from '../../settings/settings-view.ts';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { StepForm, SwitchOn, useSetUpTyping } from './set-up-step-form.tsx';

/** The steps from installation to the first hand-over, in order. */
const SET_UP_STEPS = ['token', 'pickup', 'service', 'dryRun', 'switch'] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

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
  const typing = useSetUpTyping(view);
  const { revalidate } = useRevalidator(); // the first dry run completes its step
  const contents: Readonly<Record<SetUpStep, ReactNode>> = {
    token: (
      <StepForm typing={typing} step="token">
        {(fields) => <OperatorAccountFields view={view} {...fields} />}
      </StepForm>
    ),
    pickup: (
      <StepForm typing={typing} step="pickup">
        {(fields) => <PickupFields branches={view.branches} {...fields} />}
      </StepForm>
    ),
    service: (
      <StepForm typing={typing} step="service">
        {(fields) => (
          <BlockStack gap="400">
            <ServiceFields services={view.services} {...fields} />
            <RecentMethods services={view.services} {...fields} />
          </BlockStack>
        )}
      </StepForm>
    ),
    dryRun: <DryRunForm onRan={revalidate} />,
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
          <Subdued>{texts.text({ operator: view.operatorName })}</Subdued>
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
                    <Subdued>{typeof text === 'string' ? text : text({ operator: view.operatorName })}</Subdued>
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
