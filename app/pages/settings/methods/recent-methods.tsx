import { useFetcher } from '@remix-run/react';
import { BlockStack, SkeletonBodyText, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import type { RecentChoices } from '../../../shopify/reading/read-choices.ts';
import { useAdminPath } from '../../shell/admin-path.ts';
import { useTexts } from '../../shell/use-texts.ts';
import type { SettingsFieldsProps } from '../form/settings-section.tsx';
import type { SettingsView } from '../settings-view.ts';
import { printMethods, readMethods } from './method-services.ts';
import { MethodsFields } from './methods-fields.tsx';

/** What the shop's recent orders used; null when Shopify could not be asked. */
export interface ChoicesAnswer {
  readonly recent: RecentChoices | null;
}

/** The delivery services of the shipping methods, in the set-up guide. The methods are loaded when it is shown. */
export function RecentMethods({
  services,
  values,
  change,
}: Pick<SettingsFieldsProps, 'values' | 'change'> & Pick<SettingsView, 'services'>) {
  const words = useTexts().settingsGroups.methods;
  const toPath = useAdminPath();
  const fetcher = useFetcher<ChoicesAnswer>();
  const path = toPath('/app/choices');
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the fetcher is another object after each answer
  useEffect(() => fetcher.load(path), [path]);
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {words.title}
      </Text>
      <Text as="p" tone="subdued">
        {words.text}
      </Text>
      {fetcher.data ? (
        <MethodsFields
          recent={fetcher.data.recent?.methods ?? null}
          services={services}
          chosen={readMethods(values.methods)}
          onChange={(chosen) => change({ methods: printMethods(chosen) })}
        />
      ) : (
        <SkeletonBodyText lines={4} />
      )}
    </BlockStack>
  );
}
