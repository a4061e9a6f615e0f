import { useFetcher } from '@remix-run/react';
import {
  BlockStack,
  Button,
  FormLayout,
  InlineError,
  InlineStack,
  Link,
  Select,
  Text,
  TextField,
} from '@shopify/polaris';
import { useState } from 'react';
import { withinSentence } from '../../texts/within-sentence.ts';
import { errorTexts, type SettingsResult } from './form/settings-result.ts';
import type { SettingsFieldsProps, SettingsValues, SettingsView } from './settings-view.ts';
import { useQuestion } from '../shell/question.tsx';
import { useTexts } from '../shell/use-texts.ts';

interface OperatorAccountFieldsProps extends SettingsFieldsProps {
  /** Absent where the token can be entered but not removed. */
  readonly removal?: { readonly isBusy: boolean; readonly onRemove: () => void };
  readonly view: Pick<SettingsView, 'operatorName' | 'environments' | 'keptToken' | 'support'>;
}

/** The environment and token, and whether the operator accepts them. */
export function OperatorAccountFields({ view, values, errorAt, change, removal }: OperatorAccountFieldsProps) {
  const { account } = useTexts().settings;
  const { environment, token } = values.account;
  const put = (typed: Partial<SettingsValues['account']>) => change({ account: { environment, token, ...typed } });
  const kept = view.keptToken?.environment === environment ? view.keptToken : null;
  const help = kept
    ? (kept.isPaused ? account.tokenPaused : account.tokenKept)({ lastFour: kept.lastFour })
    : account.tokenNone;
  return (
    <FormLayout>
      {view.environments.length > 1 && (
        <Select
          label={account.environment}
          name="environment"
          options={view.environments.map((name) => ({ value: name, label: account.environments[name] }))}
          value={environment}
          error={errorAt('account.environment')}
          onChange={(chosen) => put({ environment: chosen })}
        />
      )}
      <TextField
        label={account.token}
        name="token"
        type="password"
        autoComplete="off"
        value={token}
        helpText={help}
        error={errorAt('account.token')}
        onChange={(typed) => put({ token: typed })}
      />
      {view.keptToken === null && <WhereFrom {...view} />}
      <ConnectionTest environment={environment} token={token} isRefused={errorAt('account.token') !== undefined} />
      {kept && removal && <RemoveToken {...removal} />}
    </FormLayout>
  );
}

/** Where a newcomer gets a token. */
function WhereFrom({ operatorName: operator, support }: Pick<SettingsView, 'operatorName' | 'support'>) {
  const { account } = useTexts().settings;
  if (!support) return <Text as="p">{account.whereFromNobody({ operator })}</Text>;
  const [before, after] = account.whereFrom({ operator, address: ADDRESS }).split(ADDRESS);
  return (
    <Text as="p" breakWord>
      {before}
      <Link url={support.url} target="_blank">
        {support.shown}
      </Link>
      {after}
    </Text>
  );
}

/** Stands in the sentence where the link comes. */
const ADDRESS = '\u{FFFC}';

interface ConnectionTestProps {
  readonly environment: string;
  readonly token: string;
  /** Whether the token field already shows an error. */
  readonly isRefused: boolean;
}

function ConnectionTest({ environment, token, isRefused }: ConnectionTestProps) {
  const { account } = useTexts().settings;
  const fetcher = useFetcher<SettingsResult>();
  const [tested, setTested] = useState({ environment, token });
  const isOfThisToken = tested.environment === environment && tested.token === token;
  const test = () => {
    setTested({ environment, token });
    const body = JSON.stringify({ isTest: true, part: { account: { environment, token } } });
    fetcher.submit(body, { method: 'post', encType: 'application/json' });
  };
  return (
    <BlockStack gap="200">
      <InlineStack>
        <Button onClick={test} loading={fetcher.state !== 'idle'}>
          {account.test}
        </Button>
      </InlineStack>
      <div role="status">
        {fetcher.state === 'idle' && fetcher.data && isOfThisToken && !isRefused && (
          <TestResult result={fetcher.data} />
        )}
      </div>
    </BlockStack>
  );
}

function TestResult({ result }: { readonly result: SettingsResult }) {
  const texts = useTexts().settings;
  const { account } = texts;
  if (result.kind !== 'tested') {
    const [error = texts.unreachable.title] = Object.values(errorTexts(result, texts));
    return <InlineError message={error} fieldID="token" />;
  }
  const { verdict } = result;
  const message = verdict.kind === 'accepted' ? '' : withinSentence(verdict.message);
  if (verdict.kind === 'refused') return <InlineError message={account.refused({ message })} fieldID="token" />;
  return (
    <Text as="p" tone={verdict.kind === 'accepted' ? 'success' : 'caution'}>
      {verdict.kind === 'accepted' ? account.accepted : account.notChecked({ message })}
    </Text>
  );
}

/** Removes the saved token after the merchant confirms it. */
function RemoveToken({ isBusy, onRemove }: { readonly isBusy: boolean; readonly onRemove: () => void }) {
  const { removal } = useTexts().settings.account;
  const { ask, question } = useQuestion();
  const onConfirm = () => {
    onRemove();
    // a removed token has no button any more, and the next thing to do is to type another
    document.querySelector<HTMLElement>('input[name=token]')?.focus();
  };
  return (
    <InlineStack>
      <Button
        variant="plain"
        tone="critical"
        loading={isBusy}
        onClick={() => ask({ ...removal, confirm: removal.remove, onConfirm })}
      >
        {removal.remove}
      </Button>
      {question}
    </InlineStack>
  );
}
