import { instance } from '@meridian/contracts/site/instance';
import type { SalesOfPages } from '@meridian/contracts/site/renderer';
import { salesMeta } from '../api/sales.ts';
import { absoluteUrl, documentTitle, type Head } from './head.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/**
 * JSON for a script element, escaped so that it cannot close the element.
 * @param value any value that JSON can represent
 */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * The head of a page as markup. Used on the server.
 * @param head the page's metadata
 * @param options the site's origin, whether the page is noindex, and the state of sales
 */
export function headMarkup(
  head: Head,
  options: { publicUrl: string; noindex: boolean; sales: SalesOfPages },
): string {
  const title = escapeHtml(documentTitle(head));
  const description = escapeHtml(head.description);
  const url = escapeHtml(absoluteUrl(options.publicUrl, head.canonical));
  const { name, logo, socialImage } = instance();
  const lines = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${url}">`,
    options.noindex ? '<meta name="robots" content="noindex">' : '',
    `<meta name="${salesMeta}" content="${[options.sales.isOpen ? 'open' : 'closed', options.sales.since].join(' ').trim()}">`,
    `<meta property="og:site_name" content="${escapeHtml(name)}">`,
    `<meta property="og:type" content="${head.type ?? 'website'}">`,
    `<meta property="og:title" content="${escapeHtml(head.title)}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${url}">`,
    `<meta property="og:image" content="${escapeHtml(absoluteUrl(options.publicUrl, head.image ?? socialImage))}">`,
    logo === undefined ? '' : `<link rel="icon" href="${escapeHtml(logo)}" type="image/svg+xml">`,
    '<meta property="og:locale" content="en_IN">',
    '<meta name="twitter:card" content="summary_large_image">',
    ...(head.structuredData ?? []).map(
      (item) =>
        `<script type="application/ld+json">${jsonForScript({ '@context': 'https://schema.org', ...item })}</script>`,
    ),
  ];
  return lines.filter(Boolean).join('\n');
}
