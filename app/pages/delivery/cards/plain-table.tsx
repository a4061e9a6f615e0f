import { Button, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';

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

const CELL = { textAlign: 'start', verticalAlign: 'top', padding: '6px 12px 6px 0', overflowWrap: 'anywhere' } as const;

/** A column is at least as wide as its heading. */
const HEADING = { ...CELL, overflowWrap: 'normal', whiteSpace: 'nowrap' } as const;

/** A read-only table. On a narrow screen it scrolls by itself, so that the page does not. */
export function PlainTable({ label, headings, rows, sorting = null, onSort }: PlainTableProps) {
  return (
    <div role="region" aria-label={label} tabIndex={0} style={{ overflowX: 'auto' }}>
      <table style={{ borderCollapse: 'collapse', inlineSize: '100%', minInlineSize: '28rem' }}>
        <thead>
          <tr>
            {headings.map((heading, column) => (
              <th
                key={heading}
                scope="col"
                style={HEADING}
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
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, index) => (
                <td key={index} style={CELL}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortButtonProps {
  readonly heading: string;
  readonly column: number;
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting) => void;
}

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
