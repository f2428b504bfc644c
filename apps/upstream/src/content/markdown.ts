import { Marked } from 'marked';
import { mediaUrl } from './media.ts';

const markdown = new Marked({
  async: false,
  walkTokens(token) {
    if (token.type === 'image') token.href = mediaUrl(token.href);
  },
});

/** @returns the HTML of a Markdown text; its pictures are named by their path below `media/` */
export function htmlOf(text: string): string {
  return markdown.parse(text, { async: false }).trim();
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The words of an HTML text, for searching. */
export function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
