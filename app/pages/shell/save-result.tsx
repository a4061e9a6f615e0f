import { Text } from '@shopify/polaris';
import { useTexts } from './use-texts.ts';

interface SaveResultProps {
  readonly kind: string | undefined;
  readonly isDirty: boolean;
}

/** The result of a save, next to its button. It comes late when the server is slow, and here it moves nothing. */
export function SaveResult({ kind, isDirty }: SaveResultProps) {
  const texts = useTexts().settings;
  if (kind === 'saved' && !isDirty) {
    return (
      <Text as="span" tone="success">
        {texts.saved}
      </Text>
    );
  }
  if (kind !== 'invalid' && kind !== 'token-refused') return null;
  return (
    <Text as="span" tone="critical">
      {texts.invalid}
    </Text>
  );
}
