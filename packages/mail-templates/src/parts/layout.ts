/**
 * Frame of every email: at most 600 px wide, with tables and inline styles, without images and external
 * resources.
 */
import { Fragment, createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { light, styleSheet } from './colours.ts';
import { fonts } from './text.ts';

const table = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;

function head(title: string) {
  return h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    // Keeps phones from turning days and numbers into links.
    h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
    h('title', null, title),
    h('style', null, styleSheet()),
  );
}

/** Text that inboxes show after the subject. The filler keeps inboxes from also showing the body there. */
function preheader(text: string) {
  const style = { display: 'none', maxHeight: 0, overflow: 'hidden', fontSize: 1, lineHeight: '1px' };
  return h('div', { className: 'preheader', 'aria-hidden': true, style }, text, '\u00a0\u200c'.repeat(60));
}

function row(content: ReactNode, cell: { className?: string; style: object }) {
  return h('tr', null, h('td', cell, content));
}

/** @returns the HTML of the nodes, which need no keys, because they are rendered only once */
export function markupOf(nodes: readonly ReactNode[]): string {
  return renderToStaticMarkup(h(Fragment, null, ...nodes));
}

/** @param parts `body` and `footer` are HTML, from which the text part is derived too */
export function layout(parts: {
  subject: string;
  preheader: string;
  brand: string;
  body: string;
  footer: string;
}) {
  const brandStyle = { padding: '28px 32px 16px', fontSize: 18, lineHeight: '24px', fontWeight: 700 };
  const card = {
    padding: '32px',
    backgroundColor: light.surface,
    color: light.ink,
    border: `1px solid ${light.line}`,
    borderRadius: 12,
  };
  const column = { width: '100%', maxWidth: 600, borderCollapse: 'separate' } as const;
  const inner = h(
    'table',
    { ...table, align: 'center', width: 600, style: { ...column, margin: '0 auto' } } as object,
    h(
      'tbody',
      null,
      row(parts.brand, { className: 'ink pad brand', style: { ...brandStyle, color: light.link } }),
      row(h('div', { dangerouslySetInnerHTML: { __html: parts.body } }), {
        className: 'surface pad',
        style: card,
      }),
      row(h('div', { dangerouslySetInnerHTML: { __html: parts.footer } }), {
        className: 'pad',
        style: { padding: '24px 32px 32px' },
      }),
    ),
  );
  const ground = {
    margin: 0,
    padding: 0,
    backgroundColor: light.ground,
    color: light.ink,
    fontFamily: fonts,
  };
  const outer = { width: '100%', backgroundColor: light.ground, fontFamily: fonts };
  return h(
    'html',
    { lang: 'en-IN' },
    head(parts.subject),
    h(
      'body',
      { className: 'ground', style: ground },
      preheader(parts.preheader),
      h(
        'div',
        { role: 'article', 'aria-roledescription': 'email', 'aria-label': parts.subject, lang: 'en-IN' },
        h(
          'table',
          { ...table, width: '100%', className: 'ground', style: outer },
          h('tbody', null, row(inner, { style: { padding: '0 8px' } })),
        ),
      ),
    ),
  );
}
