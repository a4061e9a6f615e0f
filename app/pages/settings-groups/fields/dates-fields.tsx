import { Badge, BlockStack, Checkbox, ChoiceList, FormLayout, InlineStack, Text, TextField } from '@shopify/polaris';
import type { DeliveryService } from '../../../domain/mapping/delivery-services.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { checkboxOf, fieldOf } from '../../settings/form/typed-values.ts';
import type { GroupFieldsProps } from '../group-view.ts';
import { Advanced, SettingCard } from '../setting-card.tsx';
import { HolidaysField, WeekdaysField } from './day-fields.tsx';

/** Cutoffs, working days, holidays and windows. */
export function DatesFields({ view, ...fields }: GroupFieldsProps) {
  const { values, errorAt, change } = fields;
  const { settingsGroups, services } = useTexts();
  const texts = settingsGroups.dates;
  const cutoffs = values['service.cutoffs'];
  const windows = values['service.windows'];
  const attributes = values['mapping.windowAttributes'];
  const putCutoff = (service: DeliveryService, typed: string) => {
    change({ 'service.cutoffs': { ...cutoffs, [service]: typed || undefined } });
  };
  const isInUse = (service: DeliveryService) => view.servicesInUse.includes(service) || cutoffs[service] !== undefined;
  const withWindow = (['SamedayWithWindow', 'NextdayWithWindow'] as const).filter(
    (service) => view.servicesInUse.includes(service) || windows[service] !== null,
  );
  const attributeNames = ['date', 'start', 'end'] as const;
  return (
    <BlockStack gap="400">
      <SettingCard title={texts.cutoffs} text={texts.cutoffsText({ zone: view.timeZone ?? '–' })}>
        <FormLayout>
          {view.services.filter(isInUse).map((service) => (
            <TextField
              key={service}
              type="time"
              label={services[service].name}
              autoComplete="off"
              value={cutoffs[service] ?? ''}
              error={errorAt(`service.cutoffs.${service}`)}
              onChange={(typed) => putCutoff(service, typed)}
            />
          ))}
          <ChoiceList
            title={texts.afterCutoff}
            choices={[
              { value: 'next-day', label: texts.nextDay },
              { value: 'ask', label: texts.ask },
            ]}
            selected={[values['service.afterCutoff']]}
            onChange={([chosen]) => change({ 'service.afterCutoff': chosen === 'ask' ? 'ask' : 'next-day' })}
          />
        </FormLayout>
      </SettingCard>
      <SettingCard title={texts.calendar}>
        <FormLayout>
          <WeekdaysField label={texts.workingDays} {...fieldOf(fields, 'service.workingDays')} />
          <HolidaysField suggested={view.countryHolidays} {...fieldOf(fields, 'service.holidays')} />
        </FormLayout>
      </SettingCard>
      {withWindow.length > 0 && (
        <SettingCard title={texts.windows} text={texts.windowsText}>
          <FormLayout>
            {withWindow.map((service) => {
              const window = windows[service];
              const put = (next: { start: string; end: string } | null) =>
                change({ 'service.windows': { ...windows, [service]: next } });
              return (
                <BlockStack key={service} gap="200">
                  <Checkbox
                    label={texts.hasWindow({ service: services[service].name })}
                    checked={window !== null}
                    onChange={(isOn) => put(isOn ? { start: '09:00', end: '18:00' } : null)}
                  />
                  {window && (
                    <FormLayout.Group>
                      {(['start', 'end'] as const).map((edge) => (
                        <TextField
                          key={edge}
                          type="time"
                          label={texts[edge]}
                          autoComplete="off"
                          value={window[edge]}
                          error={edge === 'start' && errorAt(`service.windows.${service}`)}
                          onChange={(typed) => put({ ...window, [edge]: typed })}
                        />
                      ))}
                    </FormLayout.Group>
                  )}
                </BlockStack>
              );
            })}
          </FormLayout>
        </SettingCard>
      )}
      <SettingCard title={texts.pickers} text={texts.pickersText}>
        <Advanced
          isUsed={attributeNames.some((name) => attributes[name] !== null) || !values['mapping.knownDatePickers']}
        >
          <BlockStack gap="300">
            <FormLayout>
              {attributeNames.map((name) => (
                <TextField
                  key={name}
                  label={texts.attributes[name]}
                  helpText={name === 'date' ? texts.attributeHelp : undefined}
                  autoComplete="off"
                  value={attributes[name] ?? ''}
                  error={errorAt(`mapping.windowAttributes.${name}`)}
                  onChange={(typed) => change({ 'mapping.windowAttributes': { ...attributes, [name]: typed || null } })}
                />
              ))}
            </FormLayout>
            <Checkbox
              label={texts.knownDatePickers}
              helpText={texts.knownDatePickersHelp}
              {...checkboxOf(fields, 'mapping.knownDatePickers')}
            />
            {values['mapping.knownDatePickers'] &&
              view.datePickers.map(({ app, attributes: written }) => (
                <BlockStack key={app ?? ''} gap="050">
                  <InlineStack gap="200">
                    <Text as="span" fontWeight="semibold">
                      {app ?? texts.otherPickers}
                    </Text>
                    <Badge tone="success">{texts.recognised}</Badge>
                  </InlineStack>
                  <Text as="p" tone="subdued" breakWord>
                    {written.join(', ')}
                  </Text>
                </BlockStack>
              ))}
          </BlockStack>
        </Advanced>
      </SettingCard>
    </BlockStack>
  );
}
