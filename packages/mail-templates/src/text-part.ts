/** Derives the text part of an email from its HTML, so that both have the same content. */
import { compile, type HtmlToTextOptions } from 'html-to-text';

const plain = { options: { uppercase: false } };

const options: HtmlToTextOptions = {
  wordwrap: 78,
  selectors: [
    { selector: 'h1', ...plain },
    { selector: 'h2', ...plain },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'table.facts', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
};

/** Compiled once, because compiling takes longer than converting a text. */
const toText = compile(options);

/**
 * Matches style attributes. React escapes quotes in text, so that only tags match. Styles are most of the
 * markup, and are removed before parsing.
 */
const style = / style="[^"]*"/g;

/** @param html HTML rendered by React */
export function bodyText(html: string): string {
  return toText(html.replace(style, ''));
}

/** Maximum number of memoised footers. */
const maxMemory = 50;
const footers = new Map<string, string>();

/** @param options `isShared`: true if the footer has no data of the recipient, so that it can be memoised */
export function footerText(html: string, { isShared }: { isShared: boolean }): string {
  const known = footers.get(html);
  if (known !== undefined) return known;
  const text = bodyText(html);
  if (isShared && footers.size < maxMemory) footers.set(html, text);
  return text;
}
