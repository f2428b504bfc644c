import { Marked } from 'marked';

const marked = new Marked({ async: false });

export interface MarkdownPicture {
  href: string;
  /** Offset in the text. */
  offset: number;
}

/** @returns the pictures of a Markdown text, in order */
export function findPictures(text: string): MarkdownPicture[] {
  if (!text.includes('![')) return [];
  const pictures: MarkdownPicture[] = [];
  let from = 0;
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type !== 'image') return;
    const found = text.indexOf(token.raw, from);
    // In a nested block, the source text of an image may differ from the token. The offset of the last image
    // found is then close enough.
    const offset = found === -1 ? from : found;
    from = found === -1 ? from : found + token.raw.length;
    pictures.push({ href: String(token.href), offset });
  });
  return pictures;
}
