/** The text part of a mail, read off its HTML, so that the two say the same. */
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

/** Compiled once: that takes longer than a text. */
const toText = compile(options);

/** React escapes quotes in text: this is found in tags only. Styles are most of what would be parsed. */
const style = / style="[^"]*"/g;

/** @param html markup of React */
export function bodyText(html: string): string {
  return toText(html.replace(style, ''));
}

/** More than there are reasons for a mail. */
const maxMemory = 50;
const footers = new Map<string, string>();

/** @param known.isShared the footer has nothing of one recipient, and is read once */
export function footerText(html: string, { isShared }: { isShared: boolean }): string {
  const known = footers.get(html);
  if (known !== undefined) return known;
  const text = bodyText(html);
  if (isShared && footers.size < maxMemory) footers.set(html, text);
  return text;
}
