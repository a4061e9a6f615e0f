import { BlockStack, ChoiceList } from '@shopify/polaris';
import type { DistrictSource } from '../../../domain/settings/shop-settings.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { NamesField } from './names-field.tsx';

const LINES = ['city', 'province', 'address2', 'zip', 'company'] as const;

interface DistrictSourcesFieldProps {
  readonly sources: readonly DistrictSource[];
  readonly error: string | undefined;
  readonly onChange: (sources: DistrictSource[]) => void;
}

/** Where customers write their district. Those that were chosen stay in their order, since the first with a text counts. */
export function DistrictSourcesField({ sources, error, onChange }: DistrictSourcesFieldProps) {
  const texts = useTexts().settingsGroups.mapping;
  const lines = sources.filter((source) => typeof source === 'string');
  const attributes = sources.filter((source) => typeof source === 'object');
  const putLines = (chosen: readonly string[]) => {
    const added = LINES.filter((line) => chosen.includes(line) && !lines.includes(line));
    onChange([...sources.filter((source) => typeof source === 'object' || chosen.includes(source)), ...added]);
  };
  const putAttributes = (names: readonly string[]) => {
    const kept = sources.filter((source) => typeof source === 'string' || names.includes(source.attribute));
    const known = new Set(attributes.map(({ attribute }) => attribute));
    onChange([...kept, ...names.filter((name) => !known.has(name)).map((attribute) => ({ attribute }))]);
  };
  return (
    <BlockStack gap="300">
      <ChoiceList
        allowMultiple
        title={texts.districtSources}
        choices={LINES.map((value) => ({ value, label: texts.districtLines[value] }))}
        selected={lines}
        onChange={putLines}
      />
      <NamesField
        label={texts.districtAttributes}
        help={texts.districtSourcesHelp}
        names={attributes.map(({ attribute }) => attribute)}
        error={error}
        onChange={putAttributes}
      />
    </BlockStack>
  );
}
