import { BlockStack, Link, Text, Banner } from '@shopify/polaris';
import { DIMENSIONS, type Slice } from '../../domain/scorecard/slice.ts';
import type { Share } from '../../domain/scorecard/scorecard.ts';
import { PlainTable } from '../delivery/cards/plain-table.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { useFigureWords } from './scorecard-words.ts';
import { listPath, scorecardPath, type ScorecardQuery, type Shown } from './scorecard-query.ts';
import type { Figures, ScorecardFigures, Times, ScorecardRow } from './scorecard-view.ts';

interface FiguresTableProps extends ScorecardFigures {
  readonly asked: ScorecardQuery;
  readonly shown: Shown;
  readonly keyName: (by: ScorecardQuery['by'], key: string) => string;
}

/** A row for each group, the worst first, and one for all of them. Each figure leads to its deliveries. */
export function FiguresTable({ asked, shown, total, rows, keyName }: FiguresTableProps) {
  const texts = useTexts().scorecard;
  const { headings } = texts;
  const { number } = useFigureWords();
  const { by, only } = asked;
  const next = DIMENSIONS.find((each) => each !== by && only[each] === null) ?? by;
  const cells = (figures: Figures, slice: Slice) => [
    <Link key="all" url={listPath(slice)}>
      {number(figures.onTime.of)}
    </Link>,
    <OnTime key="on-time" figures={figures} slice={slice} mark={total.onTime.share} />,
    <Missed key="missed" figures={figures} slice={slice} />,
    <ShareText key="first" share={figures.firstAttempt} slice={{ ...slice, counted: 'first-attempt' }} />,
    <TimesText key="collected" times={figures.collected} />,
    <TimesText key="delivered" times={figures.delivered} />,
    <NeededPerson key="person" figures={figures} slice={{ ...slice, counted: 'needed-person' }} />,
  ];
  return (
    <PlainTable
      label={texts.title}
      headings={[
        texts.by[by],
        headings.deliveries,
        headings.onTime,
        headings.missed,
        headings.firstAttempt,
        headings.collected,
        headings.delivered,
        headings.person,
      ]}
      rows={[
        ...rows.map((row) => ({
          id: `row-${row.key}`,
          cells: [
            <Link key="name" url={scorecardPath({ ...asked, by: next, only: { ...only, [by]: row.key } })}>
              {keyName(by, row.key)}
            </Link>,
            ...cells(row, { ...shown.slice, [by]: row.key }),
          ],
        })),
        {
          id: 'total',
          cells: [
            <Text key="name" as="span" fontWeight="semibold">
              {texts.all}
            </Text>,
            ...cells(total, shown.slice),
          ],
        },
      ]}
    />
  );
}

/** A share with its interval, or how many there are where that says too little. */
function ShareText({ share, slice }: { readonly share: Share; readonly slice: Slice }) {
  const { tooFew, of } = useTexts().scorecard;
  const { percent, interval, number } = useFigureWords();
  const counts = of({ count: number(share.count), of: number(share.of) });
  return (
    <BlockStack>
      <Link url={listPath(slice)}>{share.isEnough ? percent(share.share) : counts}</Link>
      <Text as="span" variant="bodySm" tone="subdued">
        {share.isEnough ? `${interval(share)} · ${counts}` : tooFew}
      </Text>
    </BlockStack>
  );
}

function OnTime({ figures, slice, mark }: { readonly figures: Figures; readonly slice: Slice; readonly mark: number }) {
  const { change, before } = useTexts().scorecard;
  const { percent } = useFigureWords();
  const { onTime, before: former } = figures;
  return (
    <BlockStack gap="100">
      {onTime.isEnough && <IntervalBar share={onTime} mark={mark} />}
      <ShareText share={onTime} slice={{ ...slice, counted: 'on-time' }} />
      {onTime.isEnough && former.share.isEnough && (
        <Text as="span" variant="bodySm" tone={former.is === 'lower' ? 'critical' : 'subdued'}>
          {`${before({ share: percent(former.share.share) })} ${former.is === 'too-few' ? '' : change[former.is]}`}
        </Text>
      )}
    </BlockStack>
  );
}

function Missed({ figures, slice }: { readonly figures: Figures; readonly slice: Slice }) {
  const { missed } = useTexts().scorecard;
  const { number } = useFigureWords();
  const parts = [
    ['late-shop', figures.lateShop],
    ['late-operator', figures.lateOperator],
    ['not-delivered', figures.notDelivered],
  ] as const;
  const present = parts.filter(([, count]) => count > 0);
  if (present.length === 0) return '0';
  return (
    <BlockStack>
      {present.map(([counted, count]) => (
        <Link key={counted} url={listPath({ ...slice, counted })}>
          {missed[counted]({ count: number(count) })}
        </Link>
      ))}
    </BlockStack>
  );
}

function TimesText({ times: { half, nine } }: { readonly times: Times }) {
  const texts = useTexts().scorecard;
  const { hours } = useFigureWords();
  if (half === null) return '–';
  return (
    <BlockStack>
      <span>{texts.half({ time: hours(half) })}</span>
      <span>{texts.nine({ time: hours(nine) })}</span>
    </BlockStack>
  );
}

function NeededPerson({ figures, slice }: { readonly figures: Figures; readonly slice: Slice }) {
  const { minutesEach } = useTexts().scorecard;
  const { number } = useFigureWords();
  return (
    <BlockStack>
      <ShareText share={figures.neededPerson} slice={slice} />
      {figures.minutesEach !== null && (
        <Text as="span" variant="bodySm" tone="subdued">
          {minutesEach({ minutes: number(Math.round(figures.minutesEach)) })}
        </Text>
      )}
    </BlockStack>
  );
}

const HEIGHT = 12;
const TRACK = '#ebebeb';
const BAR = '#29845a';
const REACH = '#303030';

interface IntervalBarProps {
  readonly share: Share;
  /** The share of all deliveries, as a line across the bar. */
  readonly mark?: number;
}

/** A share as a bar, with its interval as a thin line. The figures stand next to it, so screen readers pass over it. */
export function IntervalBar({ share: { share, interval }, mark }: IntervalBarProps) {
  const x = (value: number) => value * 100;
  return (
    <svg
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      style={{ inlineSize: '100%', minInlineSize: '96px', blockSize: `${HEIGHT}px`, display: 'block' }}
      aria-hidden
    >
      <rect width={100} height={HEIGHT} fill={TRACK} />
      <rect width={x(share)} height={HEIGHT} fill={BAR} />
      <rect x={x(interval.low)} y={5} width={x(interval.high - interval.low)} height={2} fill={REACH} />
      {mark !== undefined && <rect x={x(mark) - 0.4} width={0.8} height={HEIGHT} fill={REACH} />}
    </svg>
  );
}

/** Which group is the worst, and whether luck can explain it. It renders nothing where there is nothing to compare. */
export function Verdict({ worst, name }: { readonly worst: ScorecardRow | undefined; readonly name: string }) {
  const { verdict: texts } = useTexts().scorecard;
  const { percent, interval } = useFigureWords();
  if (!worst || worst.others.is === 'too-few') return null;
  const { onTime, others } = worst;
  const isLuck = others.is !== 'lower';
  const facts = {
    name,
    share: percent(onTime.share),
    interval: interval(onTime),
    others: percent(others.share.share),
    othersInterval: interval(others.share),
  };
  return (
    <Banner tone={isLuck ? 'info' : 'warning'} title={isLuck ? texts.luck(facts) : texts.notLuck(facts)}>
      <Text as="p">{isLuck ? texts.luckText(facts) : texts.notLuckText(facts)}</Text>
    </Banner>
  );
}
