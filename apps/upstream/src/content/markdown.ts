import { Marked } from 'marked';
import { mediaUrl } from './media.ts';

const markdown = new Marked({
  async: false,
  walkTokens(token) {
    if (token.type === 'image') token.href = mediaUrl(token.href);
  },
  renderer: {
    // A paragraph that contains only an image with a title becomes a figure with a caption.
    paragraph({ tokens }) {
      const [only] = tokens;
      if (tokens.length > 1 || only?.type !== 'image' || !only.title) return false;
      const { title, ...picture } = only;
      const image = this.parser.parseInline([{ ...picture, title: null }]);
      const caption = this.parser.parseInline([{ type: 'text', raw: title, text: title, escaped: false }]);
      return `<figure>${image}<figcaption>${caption}</figcaption></figure>\n`;
    },
  },
});

/** Renders Markdown to HTML. Paths of images are below `media/`. */
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

/** Plain text of HTML, for the search. */
export function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
