import { createElement as h, type ReactNode } from 'react';
import { light } from './colours.ts';

/** A row of a table of facts. Rows without a value are omitted. */
export type Fact = readonly [label: string, value: ReactNode];

const cell = {
  padding: '10px 0',
  fontSize: 15,
  lineHeight: '22px',
  textAlign: 'left',
  verticalAlign: 'top',
  wordBreak: 'break-word',
} as const;

/** @param caption title of the table, for screen readers */
export function facts(caption: string, rows: readonly Fact[]) {
  // The colours are read now, because a brand sets them after this module is loaded.
  const borderTop = `1px solid ${light.line}`;
  const label = { ...cell, borderTop, paddingRight: 16, fontWeight: 400, color: light.soft };
  const value = { ...cell, borderTop, fontWeight: 600, color: light.ink };
  const known = rows.filter(
    ([, content]) => content !== null && content !== undefined && content !== '' && content !== false,
  );
  return h(
    'table',
    {
      'aria-label': caption,
      className: 'facts',
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      style: tableStyle,
    },
    h(
      'tbody',
      null,
      ...known.map(([name, content]) =>
        h(
          'tr',
          null,
          h('th', { scope: 'row', width: '28%', className: 'soft line', style: label } as object, name),
          h('td', { className: 'ink line', style: value }, content),
        ),
      ),
    ),
  );
}

const tableStyle = { width: '100%', margin: '8px 0 24px', borderCollapse: 'collapse' } as const;
