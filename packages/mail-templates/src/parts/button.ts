import { createElement as h } from 'react';
import { light } from './colours.ts';

/**
 * A link that looks like a button. The table cell has the background colour, because Outlook ignores the
 * padding of links.
 */
export function button(label: string, href: string) {
  const cell = { borderRadius: 8, backgroundColor: light.button };
  const anchor = {
    display: 'inline-block',
    padding: '14px 24px',
    color: light.onButton,
    fontWeight: 700,
    fontSize: 16,
    lineHeight: '20px',
    textDecoration: 'none',
    borderRadius: 8,
  };
  return h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, style: { margin: '8px 0 24px' } },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h(
          'td',
          { bgcolor: light.button, className: 'button', style: cell } as object,
          h('a', { href, style: anchor }, label),
        ),
      ),
    ),
  );
}
