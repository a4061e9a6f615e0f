import { Button, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import styles from './plain-table.css?inline';

interface PlainTableProps {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly headings: readonly string[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
  /** How the rows are sorted; null when they are in their own order. */
  readonly sorting?: Sorting | null;
  /** Called when the reader chooses another sorting. Without it, the table cannot be sorted. */
  readonly onSort?: (sorting: Sorting) => void;
}

/** A column by its place, and the direction in which it is sorted. */
export interface Sorting {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/**
 * A read-only table. On a phone, each row is its first value above a list of the other headings and values. The roles
 * keep it a table for screen readers even if its styles make blocks of it.
 */
export function PlainTable({ label, headings, rows, sorting = null, onSort }: PlainTableProps) {
  return (
    <>
      <style>{styles}</style>
      <table className="plain-table" role="table" aria-label={label}>
        <thead role="rowgroup" {...(onSort ? {} : { className: 'unsorted' })}>
          <tr role="row">
            {headings.map((heading, column) => (
              <th
                key={heading}
                scope="col"
                role="columnheader"
                aria-sort={sorting?.column === column ? sorting.direction : undefined}
              >
                {onSort ? (
                  <SortButton heading={heading} column={column} sorting={sorting} onSort={onSort} />
                ) : (
                  <Text as="span" tone="subdued" variant="bodySm">
                    {heading}
                  </Text>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ id, cells }) => (
            <tr key={id} role="row">
              {cells.map((cell, index) => (
                <td key={index} role="cell" data-heading={headings[index]}>
                  <div>{cell}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type SortButtonProps = Required<Pick<PlainTableProps, 'sorting' | 'onSort'>> & {
  readonly heading: string;
  readonly column: number;
};

function SortButton({ heading, column, sorting, onSort }: SortButtonProps) {
  const present = sorting?.column === column ? sorting.direction : null;
  return (
    <Button
      variant="monochromePlain"
      size="micro"
      {...(present ? { disclosure: present === 'ascending' ? ('up' as const) : ('down' as const) } : {})}
      onClick={() => onSort({ column, direction: present === 'ascending' ? 'descending' : 'ascending' })}
    >
      {heading}
    </Button>
  );
}
