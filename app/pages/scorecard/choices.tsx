import { useNavigate } from '@remix-run/react';
import { InlineStack, Select, Tag } from '@shopify/polaris';
import { DIMENSIONS, type Dimension } from '../../domain/scorecard/slice.ts';
import { useAdminPath } from '../shell/admin-path.ts';
import { useTexts } from '../shell/use-texts.ts';
import { PERIODS, scorecardPath, type ScorecardQuery } from './scorecard-query.ts';

interface ChoicesProps {
  readonly asked: ScorecardQuery;
  readonly keyName: (by: Dimension, key: string) => string;
}

const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'];

/** The period, what deliveries are grouped by, the weekday, and what else they are narrowed to. */
export function Choices({ asked, keyName }: ChoicesProps) {
  const texts = useTexts().scorecard;
  const navigate = useNavigate();
  const toPath = useAdminPath();
  const { period, by, only } = asked;
  const change = (part: Partial<ScorecardQuery>) => navigate(toPath(scorecardPath({ ...asked, ...part })));
  return (
    <InlineStack gap="300" blockAlign="end">
      <Select
        label={texts.period}
        options={PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
        value={period}
        onChange={(value) => change({ period: PERIODS.find((each) => each === value) ?? period })}
      />
      <Select
        label={texts.groupBy}
        options={DIMENSIONS.map((value) => ({ value, label: texts.by[value] }))}
        value={by}
        onChange={(value) => change({ by: DIMENSIONS.find((each) => each === value) ?? by })}
      />
      <Select
        label={texts.by.weekday}
        options={[
          { value: '', label: texts.everyDay },
          ...WEEKDAYS.map((value) => ({ value, label: keyName('weekday', value) })),
        ]}
        value={only.weekday ?? ''}
        onChange={(value) => change({ only: { ...only, weekday: value || null } })}
      />
      {DIMENSIONS.map((name) => {
        const key = only[name];
        if (key === null || name === 'weekday') return null;
        return (
          <Tag key={name} onRemove={() => change({ only: { ...only, [name]: null } })}>
            {`${texts.by[name]}: ${keyName(name, key)}`}
          </Tag>
        );
      })}
    </InlineStack>
  );
}
