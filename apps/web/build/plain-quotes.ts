/** Quotes plain strings as HTML and the rest of the bundle do. */
import { parseSync, Visitor } from 'oxc-parser';
import type { Plugin } from 'vite';

/** What a template literal says in another way than a string, and what would have to be escaped. */
const unlikeString = /["\\\n\r]/;

/** @param code a minified module @returns the same with `"text"` for each `` `text` `` without a placeholder */
export function withPlainQuotes(code: string): string {
  const tags = new Set<number>();
  const templates: { start: number; end: number; text: string }[] = [];
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => {
      tags.add(quasi.start);
    },
    TemplateLiteral({ start, end, expressions, quasis: [text] }) {
      if (expressions.length === 0 && text && !tags.has(start) && !unlikeString.test(text.value.raw))
        templates.push({ start, end, text: text.value.raw });
    },
  }).visit(parseSync('chunk.js', code, { sourceType: 'module' }).program);
  let written = '';
  let at = 0;
  for (const { start, end, text } of templates.toSorted((a, b) => a.start - b.start)) {
    written += `${code.slice(at, start)}"${text}"`;
    at = end;
  }
  return written + code.slice(at);
}

/**
 * The minifier writes every string as a template literal. Brotli knows `="` and the like from its dictionary, and a module's
 * imports have quotes anyway: React DOM is 0.1 kB smaller with them.
 */
export function plainQuotes(): Plugin {
  return {
    name: 'plain-quotes',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    // After the minifier and Vite's lists of preloads.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = withPlainQuotes(file.code);
      },
    },
  };
}
