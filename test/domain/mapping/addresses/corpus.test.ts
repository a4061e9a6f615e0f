import { describe, expect, it } from 'vitest';
import { resolveDistrict } from '../../../../app/domain/mapping/district/district.ts';
import type { MailingAddress } from '../../../../app/domain/fulfillment/fulfillment.ts';
import { shopSettingsSchema } from '../../../../app/domain/settings/shop-settings.ts';
import { anAddress, anOrder } from '../../planning/inputs/plan-inputs.ts';
import { LISTED_TOWNS, type ListedTown } from './towns.ts';
import { WAYS, type Way } from './ways.ts';

/** Addresses as buyers write them, of every district of eight towns. */

const { mapping } = shopSettingsSchema.parse({});

interface Read {
  readonly way: string;
  readonly district: string;
  readonly town: string;
  readonly address: Partial<MailingAddress>;
  readonly result: 'right' | 'asked' | 'wrong';
  readonly read: string | null;
  /** The places and the rules that decided. */
  readonly why: string;
  readonly nearest: readonly string[];
}

function readAll(): Read[] {
  return LISTED_TOWNS.flatMap((town) =>
    town.served.flatMap((district) => WAYS.flatMap((way) => readOne(way, district, town))),
  );
}

function readOne(way: Way, district: string, town: ListedTown): Read[] {
  const written = way.write(district, town);
  if (!written) return [];
  const { countryCode, province, provinceCode, street } = town;
  const whole = { countryCode, province, provinceCode, address1: street, address2: null, zip: null, ...written };
  const shippingAddress = anAddress({ company: null, city: null, ...whole });
  const resolved = resolveDistrict(
    anOrder({ shippingAddress, attributes: [] }),
    mapping,
    town.served,
    town.countryCode,
  );
  const read = resolved.ok ? resolved.value : null;
  const nearest = resolved.ok
    ? []
    : resolved.problems.flatMap(({ details }) => [details.nearest ?? []].flat().map(String));
  const isRight = way.reads === 'nothing for sure' ? read === null : read === district;
  const result = isRight ? 'right' : read === null ? 'asked' : 'wrong';
  const why = resolved.decisions
    .map(({ source, rule = '' }) => `${source.split('.').at(-1)} ${rule}`.trim())
    .join(', ');
  return [{ way: way.name, district, town: town.name, address: written, result, read, why, nearest }];
}

describe('the addresses of eight towns', () => {
  const all = readAll();
  const of = (result: Read['result']) => all.filter((each) => each.result === result);
  const asked = of('asked');
  const first = asked.filter(({ nearest, district }) => nearest[0] === district);
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
  // eslint-disable-next-line no-console -- the figures are what the corpus is for
  console.log(
    `addresses: ${all.length}, right ${share(of('right').length, all.length)}, asked ${share(asked.length, all.length)}, ` +
      `wrong ${of('wrong').length}; where asked, the right name first in ${share(first.length, asked.length)}`,
  );

  it('are at least 400', () => {
    expect(all.length).toBeGreaterThan(400);
  });

  it('are never read as another district', () => {
    expect(of('wrong')).toEqual([]);
  });

  it('are seldom asked about, and then with the right name first', () => {
    expect(asked.length / all.length, namesOf(asked)).toBeLessThan(0.06);
    const others = asked.filter((each) => !first.includes(each));
    expect(first.length / Math.max(1, asked.length), namesOf(others)).toBeGreaterThanOrEqual(0.98);
  });

  it('are read by the same places and rules as before, one district of each town in each way', async () => {
    const seen = new Set<string>();
    const lines = all.flatMap(({ town, way, district, read, why, nearest, address }) => {
      if (seen.has(`${town} ${way}`)) return [];
      seen.add(`${town} ${way}`);
      const answer = read === null ? `asked: ${nearest.join(', ')}` : `${read} by ${why}`;
      return [`${town} | ${way} | ${district} | ${JSON.stringify(address)} | ${answer}`];
    });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./readings.txt');
  });

  it('that are asked about are these, so that a change of what is read shows itself', async () => {
    const lines = asked.map(
      ({ town, way, district, nearest }) => `${town} | ${way} | ${district} | ${nearest.join(', ')}`,
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./asked.txt');
  });
});

const namesOf = (reads: readonly Read[]) =>
  reads
    .slice(0, 20)
    .map(
      ({ way, district, address, nearest }) => `${way}: ${district} ${JSON.stringify(address)} ${nearest.join(', ')}`,
    )
    .join('\n');
