import type { Share } from '../../domain/scorecard/scorecard.ts';

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
