import { BlockStack, Link, Text } from '@shopify/polaris';
import { useLocale } from '../shell/use-texts.ts';

interface FigureProps {
  readonly name: string;
  readonly count: number;
  /** The list of the deliveries that the figure counts. */
  readonly url?: string | undefined;
  readonly isCritical?: boolean;
}

/** A number and what it counts. */
export function Figure({ name, count, url, isCritical = false }: FigureProps) {
  const locale = useLocale();
  return (
    <BlockStack gap="100">
      <Text as="span" variant="headingXl" tone={isCritical ? 'critical' : undefined}>
        {new Intl.NumberFormat(locale).format(count)}
      </Text>
      {url ? <Link url={url}>{name}</Link> : <Text as="span">{name}</Text>}
    </BlockStack>
  );
}
