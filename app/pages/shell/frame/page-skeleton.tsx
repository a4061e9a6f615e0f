import { BlockStack, Card, SkeletonBodyText, SkeletonDisplayText, SkeletonPage } from '@shopify/polaris';

/** While the next page is on its way. */
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
