import { BlockStack, Card, SkeletonBodyText, SkeletonDisplayText, SkeletonPage } from '@shopify/polaris';

/** Shown while the next page is loading. */
export function PageSkeleton() {
  return (
    <SkeletonPage primaryAction={false}>
      <BlockStack gap="400">
        {[6, 4].map((lines) => (
          <Card key={lines}>
            <BlockStack gap="400">
              <SkeletonDisplayText size="small" />
              <SkeletonBodyText lines={lines} />
            </BlockStack>
          </Card>
        ))}
      </BlockStack>
    </SkeletonPage>
  );
}
