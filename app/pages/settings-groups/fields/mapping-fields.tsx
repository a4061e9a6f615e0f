import { BlockStack, Button, Checkbox, FormLayout, InlineStack, Select, TextField } from '@shopify/polaris';
import { shopCountry, type ShopCountry } from '../../../domain/settings/shop-country.ts';
import { useTexts } from '../../shell/use-texts.ts';
import type { GroupFieldsProps } from '../group-view.ts';
import { DistrictSourcesField } from './district-sources-field.tsx';
import { PairsField } from './pairs-field.tsx';
import { Advanced } from '../advanced.tsx';
import { SettingCard } from '../setting-card.tsx';

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
export function MappingFields({ view, values, errorAt, change }: GroupFieldsProps) {
  const country = shopCountry(view.currency);
  const texts = useTexts().settingsGroups.mapping;
  const files = values['mapping.files'];
  const putFile = (index: number, next: Partial<(typeof files)[number]>) =>
    change({ 'mapping.files': files.map((file, at) => (at === index ? { ...file, ...next } : file)) });
  return (
    <BlockStack gap="400">
      <SettingCard title={texts.district} text={texts.districtText}>
        <FormLayout>
          <DistrictSourcesField
            sources={values['mapping.districtSources']}
            error={errorAt('mapping.districtSources')}
            onChange={(sources) => change({ 'mapping.districtSources': sources })}
          />
          <PairsField
            label={texts.aliases}
            help={texts.aliasesHelp}
            pairs={values['mapping.districtAliases']}
            error={errorAt('mapping.districtAliases')}
            onChange={(pairs) => change({ 'mapping.districtAliases': pairs })}
          />
        </FormLayout>
      </SettingCard>
      <SettingCard title={texts.contact} text={texts.contactText}>
        <FormLayout>
          <TextField
            type="tel"
            label={texts.phoneFallback}
            placeholder={country === null ? '+' : PHONES[country]}
            autoComplete="off"
            value={values['mapping.phoneFallback'] ?? ''}
            error={errorAt('mapping.phoneFallback')}
            onChange={(typed) => change({ 'mapping.phoneFallback': typed.trim() || null })}
          />
          <TextField
            type="email"
            label={texts.emailFallback}
            autoComplete="off"
            value={values['mapping.emailFallback'] ?? ''}
            error={errorAt('mapping.emailFallback')}
            onChange={(typed) => change({ 'mapping.emailFallback': typed.trim() || null })}
          />
        </FormLayout>
      </SettingCard>
      <SettingCard title={texts.packages}>
        <FormLayout>
          {view.packagesAre === 'items' && (
            <Checkbox
              label={texts.onePackage}
              helpText={texts.onePackageHelp}
              checked={values['mapping.onePackage']}
              onChange={(isOn) => change({ 'mapping.onePackage': isOn })}
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
            pairs={values['mapping.tags']}
            error={errorAt('mapping.tags')}
            onChange={(pairs) => change({ 'mapping.tags': pairs })}
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
