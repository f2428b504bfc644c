/** Sanitises the upstream's HTML once, before caching. */
import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';
import { mediaAddress } from './media-address.ts';

const blocks = [
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'div',
  'section',
  'hr',
  'br',
  'blockquote',
  'pre',
  'figure',
];
const lists = ['ul', 'ol', 'li', 'dl', 'dt', 'dd'];
const tables = ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const inline = ['a', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'span'];
const others = ['figcaption', 'code', 'kbd', 'samp', 'var', 'q', 'cite', 'abbr', 'time', 'img'];

function toLink(attribs: Attributes): Attributes {
  const outside = /^https:/i.test(attribs.href ?? '');
  return {
    ...(attribs.href !== undefined && { href: attribs.href }),
    ...(attribs.title !== undefined && { title: attribs.title }),
    ...(outside && { target: '_blank', rel: 'noopener' }),
  };
}

function toPicture(attribs: Attributes, upstreamUrl: string): Attributes {
  const src = mediaAddress(attribs.src ?? '', upstreamUrl);
  const size = (value: string | undefined) => (/^\d{1,4}$/.test(value ?? '') ? value : undefined);
  const width = size(attribs.width);
  const height = size(attribs.height);
  return {
    ...(/^(?:https:|\/media\/)/.test(src) && { src }),
    // Without `alt`, a screen reader reads the URL aloud.
    alt: attribs.alt ?? '',
    ...(attribs.title !== undefined && { title: attribs.title }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    loading: 'lazy',
  };
}

function optionsFor(upstreamUrl: string): IOptions {
  return {
    allowedTags: [...blocks, ...lists, ...tables, ...inline, ...others],
    allowedAttributes: {
      a: ['href', 'title', 'target', 'rel'],
      img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      col: ['span'],
      colgroup: ['span'],
      ol: ['start', 'reversed', 'type'],
      time: ['datetime'],
      abbr: ['title'],
    },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https'] },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
    allowProtocolRelative: false,
    nestingLimit: 50,
    transformTags: {
      // The page already has an `h1`.
      h1: 'h2',
      a: (tagName, attribs) => ({
        tagName,
        attribs: toLink({
          ...attribs,
          ...(/\/media\//.test(attribs.href ?? '') && {
            href: mediaAddress(attribs.href ?? '', upstreamUrl),
          }),
        }),
      }),
      img: (tagName, attribs) => ({ tagName, attribs: toPicture(attribs, upstreamUrl) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  };
}

/**
 * @param upstreamUrl base URL of the upstream, whose images and files are served below `/media`
 * @returns a function that removes all elements and attributes that the options do not list, for example
 * scripts, forms and styles
 */
export function createSanitiser(upstreamUrl: string): (html: string) => string {
  const options = optionsFor(upstreamUrl);
  return (html) => sanitizeHtml(html, options);
}

/**
 * Maps the texts at a path, for example `faq.*.description`, in place.
 * @param path keys; `*` stands for each item of a list
 */
export function rewriteAt(data: unknown, path: readonly string[], rewrite: (text: string) => string): void {
  const [key, ...rest] = path;
  if (key === undefined || typeof data !== 'object' || data === null) return;
  if (key === '*') {
    if (Array.isArray(data)) for (const item of data) rewriteAt(item, rest, rewrite);
    return;
  }
  const record = data as Record<string, unknown>;
  const value = record[key];
  if (rest.length > 0) rewriteAt(value, rest, rewrite);
  else if (typeof value === 'string') record[key] = rewrite(value);
}
