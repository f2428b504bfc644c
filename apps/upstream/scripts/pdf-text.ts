/** Text of Markdown in characters that the PDF fonts have. */
import type { Token } from 'marked';

/** Standard PDF fonts lack the rupee sign and rare typographic characters. */
export function settable(text: string): string {
  return text
    .replaceAll('₹', 'Rs. ')
    .replaceAll('→', '->')
    .replaceAll('≤', '<=')
    .replaceAll('≥', '>=')
    .replaceAll('−', '-')
    .replaceAll('λ', 'lambda');
}

/** Plain text of Markdown. */
export function plainText(tokens: readonly Token[]): string {
  return settable(
    tokens
      .map((token) => {
        if ('tokens' in token && token.tokens) return plainText(token.tokens);
        return 'text' in token ? String(token.text) : token.type === 'br' ? '\n' : '';
      })
      .join(''),
  )
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");
}

type Piece = { text: string; bold: boolean; italic: boolean };

/** Markdown as runs of one style. */
export function piecesOf(tokens: readonly Token[], style: { bold: boolean; italic: boolean }): Piece[] {
  return tokens.flatMap((token): Piece[] => {
    const inner = 'tokens' in token ? token.tokens : undefined;
    if (!inner) return [{ text: plainText([token]), ...style }];
    return piecesOf(inner, {
      bold: style.bold || token.type === 'strong',
      italic: style.italic || token.type === 'em',
    });
  });
}
