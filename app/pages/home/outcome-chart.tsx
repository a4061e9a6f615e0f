import { BlockStack, Collapsible, InlineStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { PlainTable } from '../delivery/cards/plain-table.tsx';
import { Subdued } from '../shell/subdued.tsx';
import { useLocale, useTexts } from '../shell/use-texts.ts';
import type { ChartDay } from './home-view.ts';

const HEIGHT = 120;
const STEP = 20;
const BAR = 14;
const DELIVERED = '#29845a';
const FAILED = '#c5280c';

/** How deliveries ended, day by day: as bars, and as a table for screen readers. */
export function OutcomeChart({ days }: { readonly days: readonly ChartDay[] }) {
  const { home, scorecard } = useTexts();
  const texts = home.chart;
  const { headings } = texts;
  const locale = useLocale();
  const [showsTable, setShowsTable] = useState(false);
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const highest = Math.max(1, ...days.map(({ delivered, failed }) => delivered + failed));
  const delivered = days.reduce((sum, day) => sum + day.delivered, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  const busy = days.filter((day) => day.delivered + day.failed > 0);
  return (
    <CardSection title={texts.title}>
      {busy.length === 0 ? (
        <Subdued>{texts.empty}</Subdued>
      ) : (
        <BlockStack gap="300">
          <svg
            viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            style={{ inlineSize: '100%', blockSize: `${HEIGHT}px` }}
            role="img"
            aria-label={texts.summary({ delivered, failed })}
          >
            {days.map((day, index) => {
              const badly = (day.failed / highest) * HEIGHT;
              const well = (day.delivered / highest) * HEIGHT;
              const x = index * STEP + (STEP - BAR) / 2;
              return (
                <g key={day.day}>
                  <title>{`${day.label}: ${texts.delivered} ${day.delivered}, ${texts.failed} ${day.failed}`}</title>
                  <rect x={index * STEP} y={0} width={STEP} height={HEIGHT} fill="transparent" />
                  <rect x={x} y={HEIGHT - well} width={BAR} height={well} fill={DELIVERED} />
                  <rect x={x} y={HEIGHT - well - badly} width={BAR} height={badly} fill={FAILED} />
                </g>
              );
            })}
          </svg>
          <InlineStack align="space-between">
            <Text as="span" tone="subdued" variant="bodySm">
              {days[0]?.label}
            </Text>
            <Text as="span" tone="subdued" variant="bodySm">
              {days.at(-1)?.label}
            </Text>
          </InlineStack>
          <InlineStack gap="400">
            <Legend color={DELIVERED} text={`${texts.delivered}: ${number.format(delivered)}`} />
            <Legend color={FAILED} text={`${texts.failed}: ${number.format(failed)}`} />
          </InlineStack>
          <div>
            <Link
              onClick={() => setShowsTable(!showsTable)}
              removeUnderline
              accessibilityLabel={showsTable ? texts.hideTable : texts.showTable}
            >
              {showsTable ? texts.hideTable : texts.showTable}
            </Link>
          </div>
          <Collapsible id="outcomes-table" open={showsTable}>
            <PlainTable
              label={texts.title}
              headings={[headings.day, headings.delivered, headings.failed, headings.median]}
              rows={busy.toReversed().map((day) => ({
                id: day.day,
                cells: [
                  day.label,
                  number.format(day.delivered),
                  number.format(day.failed),
                  day.medianHours === null ? '–' : texts.hours({ hours: number.format(day.medianHours) }),
                ],
              }))}
            />
          </Collapsible>
          <Link url="/app/scorecard">{scorecard.open}</Link>
        </BlockStack>
      )}
    </CardSection>
  );
}

function Legend({ color, text }: { readonly color: string; readonly text: string }) {
  return (
    <InlineStack gap="100" blockAlign="center">
      <span aria-hidden style={{ inlineSize: '12px', blockSize: '12px', borderRadius: '2px', background: color }} />
      <Text as="span">{text}</Text>
    </InlineStack>
  );
}
