import { Text } from '@shopify/polaris';
import type { ReactNode } from 'react';

/** What weighs less than the text around it: an explanation, a time, a count. */
export function Subdued({ as = 'p', children }: { readonly as?: 'p' | 'span'; readonly children: ReactNode }) {
  return (
    <Text as={as} tone="subdued">
      {children}
    </Text>
  );
}
