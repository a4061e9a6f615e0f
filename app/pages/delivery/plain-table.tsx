import { Text } from '@shopify/polaris';
import type { ReactNode } from 'react';

interface PlainTableProps {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly headings: readonly string[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
}

const CELL = { textAlign: 'start', verticalAlign: 'top', padding: '6px 12px 6px 0', overflowWrap: 'anywhere' } as const;

/** A column is at least as wide as its heading. */
const HEADING = { ...CELL, overflowWrap: 'normal', whiteSpace: 'nowrap' } as const;

/** A read-only table. On a narrow screen it scrolls by itself, so that the page does not. */
export function PlainTable({ label, headings, rows }: PlainTableProps) {
  return (
    <div role="region" aria-label={label} tabIndex={0} style={{ overflowX: 'auto' }}>
      <table style={{ borderCollapse: 'collapse', inlineSize: '100%', minInlineSize: '28rem' }}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col" style={HEADING}>
                <Text as="span" tone="subdued" variant="bodySm">
                  {heading}
                </Text>
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
