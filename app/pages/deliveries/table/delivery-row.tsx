import { BlockStack, Box, IndexTable, InlineStack, Text } from '@shopify/polaris';
import { DeliveryProblem } from '../delivery-problem.tsx';
import {
  BeforeSending,
  OrderNames,
  Outcome,
  Pressable,
  PromisedDay,
  StateOfDelivery,
  Tracking,
  type RowProps,
} from './row-cells.tsx';
import { Subdued } from '../../shell/subdued.tsx';

/** Without this, table cells keep their text on one line, however long the operator's words are. */
const WRAPPED = { whiteSpace: 'normal', minInlineSize: '12rem' } as const;

export function WideRow({ delivery, now, outcome, action, isSearched }: RowProps) {
  return (
    <>
      <IndexTable.Cell>
        <OrderNames delivery={delivery} isSearched={isSearched} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span">{delivery.date}</Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <div style={WRAPPED}>
          <StateOfDelivery delivery={delivery} now={now} />
          <Outcome outcome={outcome} action={action} />
          <BeforeSending delivery={delivery} now={now} />
        </div>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <PromisedDay delivery={delivery} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Pressable>
          <Tracking delivery={delivery} />
        </Pressable>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <div style={WRAPPED}>
          <Pressable>
            <DeliveryProblem delivery={delivery} />
          </Pressable>
        </div>
      </IndexTable.Cell>
    </>
  );
}

export function NarrowRow({ delivery, now, outcome, action, isSearched }: RowProps) {
  return (
    <Box padding="300" width="100%">
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="start" gap="200">
          <OrderNames delivery={delivery} isSearched={isSearched} />
          <StateOfDelivery delivery={delivery} now={now} />
        </InlineStack>
        <Subdued as="span">{delivery.date}</Subdued>
        <PromisedDay delivery={delivery} />
        <BeforeSending delivery={delivery} now={now} />
        <Pressable>
          <Tracking delivery={delivery} />
        </Pressable>
        <Outcome outcome={outcome} action={action} />
        <Pressable>
          <DeliveryProblem delivery={delivery} />
        </Pressable>
      </BlockStack>
    </Box>
  );
}
