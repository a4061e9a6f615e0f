import { BlockStack, Button, Checkbox, FormLayout, InlineStack, Select, TextField, ChoiceList } from '@shopify/polaris';
import { shopCountry, type ShopCountry } from '../../../domain/settings/shop-country.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { checkboxOf, fieldOf } from '../../settings/form/typed-values.ts';
import type { GroupFieldsProps } from '../group-view.ts';
import { PairsField, NamesField } from './list-fields.tsx';
import { Advanced, SettingCard } from '../setting-card.tsx';
import type { DistrictSource } from '../../../domain/settings/shop-settings.ts';

const FILE_SOURCES = ['line-property', 'note-attribute', 'order-metafield'] as const;

/** What a mobile number looks like in each country. */
const PHONES: Readonly<Record<ShopCountry, string>> = {
  AR: '+5491123456789',
  BR: '+5511961234567',
  CL: '+56987654321',
  CO: '+573211234567',
  MX: '+522221234567',
  PE: '+51912345678',
};

/** How an order becomes a delivery order. */
export function MappingFields({ view, ...fields }: GroupFieldsProps) {
  const { values, errorAt, change } = fields;
  const country = shopCountry(view.currency);
  const texts = useTexts().settingsGroups.mapping;
  const fallback = (name: 'mapping.phoneFallback' | 'mapping.emailFallback') => ({
    autoComplete: 'off',
    value: values[name] ?? '',
    error: errorAt(name),
    onChange: (typed: string) => change({ [name]: typed.trim() || null }),
  });
  const files = values['mapping.files'];
  const putFile = (index: number, next: Partial<(typeof files)[number]>) =>
    change({ 'mapping.files': files.map((file, at) => (at === index ? { ...file, ...next } : file)) });
  return (
    <BlockStack gap="400">
      <SettingCard title={texts.district} text={texts.districtText}>
        <FormLayout>
          <DistrictSourcesField {...fieldOf(fields, 'mapping.districtSources')} />
          <PairsField label={texts.aliases} help={texts.aliasesHelp} {...fieldOf(fields, 'mapping.districtAliases')} />
        </FormLayout>
      </SettingCard>
      <SettingCard title={texts.contact} text={texts.contactText}>
        <FormLayout>
          <TextField
            type="tel"
            label={texts.phoneFallback}
            placeholder={country === null ? '+' : PHONES[country]}
            {...fallback('mapping.phoneFallback')}
          />
          <TextField type="email" label={texts.emailFallback} {...fallback('mapping.emailFallback')} />
        </FormLayout>
      </SettingCard>
      <SettingCard title={texts.packages}>
        <FormLayout>
          {view.packagesAre === 'items' && (
            <Checkbox
              label={texts.onePackage}
              helpText={texts.onePackageHelp}
              {...checkboxOf(fields, 'mapping.onePackage')}
            />
          )}
          <TextField
            type="number"
            min={1}
            label={texts.itemsPerBox}
            helpText={`${texts.itemsPerBoxHelp} ${view.packagesAre === 'boxes' ? texts.packagesAreBoxes : ''}`}
            autoComplete="off"
            value={String(values['mapping.itemsPerBox'] ?? '')}
            error={errorAt('mapping.itemsPerBox')}
            onChange={(typed) => change({ 'mapping.itemsPerBox': typed === '' ? null : Number(typed) })}
          />
          <PairsField
            label={texts.tags}
            help={texts.tagsHelp({ placeholders: '{shop}, {order}, {vendor}' })}
            {...fieldOf(fields, 'mapping.tags')}
          />
        </FormLayout>
      </SettingCard>
      <SettingCard title={texts.orderNumber} text={texts.orderNumberText}>
        <FormLayout>
          <TextField
            label={texts.prefix}
            helpText={texts.prefixHelp}
            autoComplete="off"
            value={values['orderNumber.prefix'] ?? ''}
            error={errorAt('orderNumber.prefix')}
            onChange={(typed) => change({ 'orderNumber.prefix': typed || null })}
          />
        </FormLayout>
      </SettingCard>
      <SettingCard title={texts.files} text={texts.filesText}>
        <Advanced isUsed={files.length > 0}>
          {files.map((file, index) => (
            <FormLayout key={index}>
              <FormLayout.Group>
                <Select
                  label={texts.fileFrom}
                  options={FILE_SOURCES.map((source) => ({ value: source, label: texts.fileSources[source] }))}
                  value={file.from}
                  onChange={(chosen) =>
                    putFile(index, { from: FILE_SOURCES.find((source) => source === chosen) ?? 'line-property' })
                  }
                />
                <TextField
                  label={texts.fileName}
                  helpText={texts.fileNameHelp[file.from]}
                  autoComplete="off"
                  value={file.name}
                  error={errorAt(`mapping.files.${index}.name`)}
                  onChange={(name) => putFile(index, { name })}
                />
              </FormLayout.Group>
              <Button
                variant="plain"
                tone="critical"
                onClick={() => change({ 'mapping.files': files.filter((_, at) => at !== index) })}
              >
                {texts.removeFile({ name: file.name })}
              </Button>
            </FormLayout>
          ))}
          <InlineStack>
            <Button
              onClick={() =>
                change({ 'mapping.files': [...files, { from: 'line-property', name: '', kind: view.fileKind }] })
              }
            >
              {texts.addFile}
            </Button>
          </InlineStack>
        </Advanced>
      </SettingCard>
    </BlockStack>
  );
}

const LINES = ['city', 'province', 'address2', 'zip', 'company'] as const;

interface DistrictSourcesFieldProps {
  readonly value: readonly DistrictSource[];
  readonly error: string | undefined;
  readonly onChange: (value: DistrictSource[]) => void;
}

/** Where customers write their district. Those that were chosen stay in their order, since the first with a text counts. */
function DistrictSourcesField({ value: sources, error, onChange }: DistrictSourcesFieldProps) {
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
        value={attributes.map(({ attribute }) => attribute)}
        error={error}
        onChange={putAttributes}
      />
    </BlockStack>
  );
}
