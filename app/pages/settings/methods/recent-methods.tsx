import { BlockStack, SkeletonBodyText, Text } from '@shopify/polaris';
import type { RecentChoices } from '../../../shopify/reading/read-choices.ts';
import { RequestFailureBanner } from '../../shell/banners/request-failure-banner.tsx';
import { useRequestAtOnce } from '../../shell/use-request.ts';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import type { SettingsFieldsProps, SettingsView } from '../settings-view.ts';
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
  const { body, failure, isAsking, ask } = useRequestAtOnce<ChoicesAnswer>('/app/choices', 'recent');
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {words.title}
      </Text>
      <Subdued>{words.text}</Subdued>
      {failure && (
        <RequestFailureBanner
          failure={failure}
          action={{ content: words.reload, onAction: () => void ask(), loading: isAsking }}
        />
      )}
      {body && (
        <MethodsFields
          recent={body.recent?.methods ?? null}
          services={services}
          chosen={values['service.methods']}
          onChange={(chosen) => change({ 'service.methods': chosen })}
        />
      )}
      {!body && !failure && <SkeletonBodyText lines={4} />}
    </BlockStack>
  );
}
