import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';

export type FieldPath = readonly PropertyKey[];

export interface YamlDocument {
  document: Document;
  /**
   * Returns the line of a field. If the field is missing, returns the line of the nearest field around it.
   */
  lineOf: (path: FieldPath) => number;
  /**
   * Returns the line of the document's first error. For a quote that is not closed, this is the line of the
   * quote.
   */
  lineOfError: () => number;
}

/** Parses YAML with positions. Errors are in `document.errors`. */
export function readDocument(text: string): YamlDocument {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(1, lineCounter.linePos(offset).line);
  return {
    document,
    lineOfError() {
      let offset = document.errors[0]?.pos[0] ?? 0;
      const end = offset;
      visit(document, {
        Scalar(_key, { type, range }) {
          if (type?.startsWith('QUOTE_') && range && range[0] < end && range[1] >= end) offset = range[0];
        },
      });
      return lineAt(offset);
    },
    lineOf(path) {
      let node: unknown = document.contents;
      let start = (node as Node | null)?.range?.[0] ?? 0;
      for (const step of path) {
        if (isMap(node)) {
          const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
          if (!isScalar(pair?.key)) break;
          start = pair.key.range?.[0] ?? start;
          node = pair.value;
        } else if (isSeq(node)) {
          node = node.items[Number(step)];
          start = (node as Node | undefined)?.range?.[0] ?? start;
        } else break;
      }
      return lineAt(start);
    },
  };
}

const frontMatterPattern = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)([\s\S]*)$/;

/** @returns front matter and Markdown; undefined if there is no front matter */
export function splitFrontMatter(text: string): { head: string; markdown: string } | undefined {
  const [, head, markdown] = frontMatterPattern.exec(text) ?? [];
  return head === undefined || markdown === undefined ? undefined : { head, markdown };
}

/** Returns the line of a field in a file that was parsed before. */
export function lineOfField(file: string, text: string, field: string): number {
  const path = field === '' ? [] : field.split('.');
  const parts = file.endsWith('.md') ? splitFrontMatter(text) : undefined;
  return parts ? readDocument(parts.head).lineOf(path) + 1 : readDocument(text).lineOf(path);
}
