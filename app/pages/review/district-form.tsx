import { useFetcher } from '@remix-run/react';
import { Autocomplete, BlockStack, Box, Button, InlineStack, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { DISTRICTS, type ReviewResult } from './review-result.ts';
import type { ReviewGroup } from './review-view.ts';

interface DistrictFormProps {
  readonly district: NonNullable<ReviewGroup['district']>;
  /** How many deliveries of the group can be retried. */
  readonly retryable: number;
  readonly version: number;
  /** The operator's districts; null when there is no list of them. */
  readonly served: readonly string[] | null;
  readonly isFirst: boolean;
}

/** The most options shown at once, because nobody reads a longer list. */
const OFFERED_LIMIT = 50;

/** Asks which of the operator's districts is meant. Nothing is chosen in advance. */
export function DistrictForm({ district, retryable, version, served, isFirst }: DistrictFormProps) {
  const { key, written, nearest } = district;
  const texts = useTexts().review.district;
  const fetcher = useFetcher<ReviewResult>({ key: DISTRICTS });
  const [typed, setTyped] = useState('');
  const chosen = served === null ? typed.trim() : (served.find((name) => isSame(name, typed)) ?? '');
  const isSaving = fetcher.state !== 'idle' && fetcher.formData?.get('key') === key;
  const result = fetcher.data;
  const refusal = result?.kind === 'refused' && result.key === key ? texts.errors[result.error] : undefined;
  const found = (served ?? []).filter((name) => name.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()));
  const field = { label: texts.label, value: typed, onChange: setTyped, autoComplete: 'off' };
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="use" />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="written" value={written} />
      <input type="hidden" name="district" value={chosen} />
      <input type="hidden" name="version" value={version} />
      <BlockStack gap="200" inlineAlign="start">
        <Text as="p">{texts.unknown({ district: written })}</Text>
        {nearest.length > 0 && (
          <InlineStack gap="200" blockAlign="center">
            <Subdued as="span">{texts.similar}</Subdued>
            {nearest.map((name) => (
              <Button key={name} size="slim" pressed={name === chosen} onClick={() => setTyped(name)}>
                {name}
              </Button>
            ))}
          </InlineStack>
        )}
        <Box width="100%" maxWidth="30rem">
          {served === null ? (
            <TextField {...field} maxLength={60} error={refusal} />
          ) : (
            <Autocomplete
              options={found.slice(0, OFFERED_LIMIT).map((name) => ({ value: name, label: name }))}
              selected={chosen === '' ? [] : [chosen]}
              onSelect={([name]) => setTyped(name ?? '')}
              textField={<Autocomplete.TextField {...field} error={refusal} />}
            />
          )}
        </Box>
        <Button
          submit
          {...(isFirst ? { variant: 'primary' as const } : {})}
          disabled={chosen === ''}
          loading={isSaving}
        >
          {chosen === '' ? texts.choose : texts.use({ district: chosen, written, count: retryable })}
        </Button>
      </BlockStack>
    </fetcher.Form>
  );
}

function isSame(name: string, typed: string): boolean {
  return name.toLocaleLowerCase() === typed.trim().toLocaleLowerCase();
}
