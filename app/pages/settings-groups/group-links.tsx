import { BlockStack, Box, Card, Divider, Link, Text } from '@shopify/polaris';
import { SETTINGS_GROUPS, type SettingsGroup } from '../../domain/settings/settings-groups.ts';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';

/** Links to the settings pages that few shops change. */
export function GroupLinks() {
  const { title, groups } = useTexts().settingsGroups;
  const names = (Object.keys(SETTINGS_GROUPS) as SettingsGroup[]).map((name) => ({ name, ...groups[name] }));
  return (
    <Box paddingBlockEnd="800">
      <Card padding="0" roundedAbove="sm">
        <Box padding="400">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
        </Box>
        {names.map(({ name, title: groupTitle, text }) => (
          <div key={name}>
            <Divider />
            <Box padding="400">
              <BlockStack gap="100">
                <Link url={`/app/settings/${name}`}>{groupTitle}</Link>
                <Subdued>{text}</Subdued>
              </BlockStack>
            </Box>
          </div>
        ))}
      </Card>
    </Box>
  );
}
