import { ChoiceList } from '@shopify/polaris';
import type { SettingsFieldsProps, SettingsView } from './settings-view.ts';
import { useTexts } from '../shell/use-texts.ts';

export interface ServiceFieldsProps extends SettingsFieldsProps {
  readonly services: SettingsView['services'];
}

/** The delivery service for orders that no rule matches. */
export function ServiceFields({ services, values, errorAt, change }: ServiceFieldsProps) {
  const texts = useTexts();
  const { label } = texts.settings.service;
  return (
    <ChoiceList
      title={label}
      titleHidden
      name="service"
      choices={services.map((name) => ({
        value: name,
        label: texts.services[name].name,
        helpText: texts.services[name].explanation,
      }))}
      selected={[values['service.default']]}
      error={errorAt('service.default')}
      onChange={([chosen = '']) => change({ 'service.default': chosen })}
    />
  );
}
