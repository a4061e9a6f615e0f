import { useLocation, useNavigate, useNavigation } from '@remix-run/react';
import { IndexTable, useBreakpoints, useIndexResourceState } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useServerTime } from '../../delivery-state/time-ago.tsx';
import { useAdminPath } from '../../shell/admin-path.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { printLabelsPath } from '../../warehouse/print-query.ts';
import { useAskNotToSend } from '../not-sending.tsx';
import { OFFERED_IN_BULK, useBulkAction, type Bulk } from './use-bulk-action.ts';
import type { DeliveryList } from '../delivery-list-view.ts';
import {
  COLUMNS,
  deliveriesPath,
  isSearch,
  orderingBy,
  sortingOf,
  type DeliveryQuery,
  type Sorting,
} from '../delivery-query.ts';
import { RowContent } from './delivery-row.tsx';

interface DeliveryTableProps {
  readonly list: DeliveryList;
  readonly asked: DeliveryQuery;
  /** Shown in place of the rows when there are none. */
  readonly empty: ReactNode;
}

/** The deliveries of one page, as a table. On a narrow screen the rows become a list. */
export function DeliveryTable(props: DeliveryTableProps) {
  const bulk = useBulkAction();
  const { search } = useLocation();
  // a selection belongs to one page and to one action
  return <SelectableTable key={`${search} ${bulk.at}`} bulk={bulk} {...props} />;
}

function SelectableTable({ list, asked, empty, bulk }: DeliveryTableProps & { readonly bulk: Bulk }) {
  const texts = useTexts().deliveries;
  const { columns, resource } = texts;
  const { smDown: isNarrow } = useBreakpoints();
  const now = useServerTime(list.at);
  const isLoading = useNavigation().state === 'loading';
  const navigate = useNavigate();
  const toPath = useAdminPath();
  const { selectedResources, allResourcesSelected, handleSelectionChange } = useIndexResourceState(
    list.rows.map(({ id }) => ({ id })),
  );
  const turnTo = (position: string | null) => () => {
    if (position) navigate(toPath(deliveriesPath(asked, position)));
  };
  const sorted = sortingOf(asked.ordering);
  const sortBy = (sorting: Sorting) =>
    navigate(toPath(deliveriesPath({ ...asked, ordering: orderingBy(sorting) })), {
      preventScrollReset: true,
      replace: true,
    });
  const { actions: names, bulk: words, warehouse } = useTexts();
  const selected = list.rows.filter(({ id }) => allResourcesSelected || selectedResources.includes(id));
  const { ask, question } = useAskNotToSend();
  const actions = OFFERED_IN_BULK.flatMap((action) => {
    const takers = selected.filter(({ actions: its }) => its.includes(action));
    if (takers.length === 0) return [];
    const act = () => bulk.act(action, takers);
    return {
      content: words.counted({ action: names[action], count: takers.length }),
      disabled: bulk.isActing,
      onAction: () => (action === 'stop' ? ask(takers.length, act) : act()),
    };
  });
  return (
    <>
      {question}
      <IndexTable
        resourceName={resource}
        itemCount={list.rows.length}
        condensed={isNarrow}
        loading={isLoading || bulk.isActing}
        selectedItemsCount={allResourcesSelected ? 'All' : selectedResources.length}
        onSelectionChange={handleSelectionChange}
        promotedBulkActions={actions}
        bulkActions={[
          { content: warehouse.printLabels, onAction: () => navigate(toPath(printLabelsPath(selectedResources))) },
        ]}
        emptyState={empty}
        headings={[
          { title: columns.order },
          { title: columns.date },
          { title: columns.state },
          { title: columns.service },
          { title: columns.orderNumber },
          { title: columns.problem },
        ]}
        sortable={COLUMNS.map(() => true)}
        sortColumnIndex={COLUMNS.indexOf(sorted.column)}
        sortDirection={sorted.direction}
        onSort={(index, direction) => sortBy({ column: COLUMNS[index] ?? 'date', direction })}
        pagination={
          list.next || list.previous
            ? {
                hasPrevious: list.previous !== null,
                hasNext: list.next !== null,
                onPrevious: turnTo(list.previous),
                onNext: turnTo(list.next),
                accessibilityLabels: { previous: texts.previous, next: texts.next },
              }
            : undefined
        }
      >
        {list.rows.map((delivery, position) => (
          <IndexTable.Row
            key={delivery.id}
            id={delivery.id}
            position={position}
            selected={selectedResources.includes(delivery.id)}
            accessibilityLabel={texts.select({
              name: delivery.fulfillmentName ?? delivery.orderName ?? texts.unnamedOrder,
            })}
          >
            <RowContent
              isNarrow={isNarrow}
              delivery={delivery}
              now={now}
              outcome={bulk.outcomes[delivery.id] ?? null}
              action={bulk.action}
              isSearched={isSearch(asked)}
            />
          </IndexTable.Row>
        ))}
      </IndexTable>
    </>
  );
}
