/** The words by which the rules of a page's style sheet are chosen, noted while React renders its markup. */
import type { PageWords } from '@meridian/contracts/pages/renderer';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

interface ElementProps {
  className?: unknown;
  type?: unknown;
  dangerouslySetInnerHTML?: { __html?: unknown } | null;
}

declare global {
  /** Called by React DOM in the server build (`build/noted-elements.ts`). */
  var noteElement: ((name: string, props: ElementProps) => void) | undefined;
}

/** @returns the tree's markup, and its words; `renderToString` does not wait, so no other page renders meanwhile */
export function renderWithWords(
  tree: ReactNode,
  render: (tree: ReactNode) => string = renderToString,
): { html: string; words: PageWords } {
  const elements = new Set<string>();
  const classes = new Set<string>();
  const richTexts: string[] = [];
  globalThis.noteElement = (name, { className, type, dangerouslySetInnerHTML: inner }) => {
    elements.add(name);
    if (typeof className === 'string') classes.add(className);
    if (typeof type === 'string') elements.add(`type=${type}`);
    if (inner) richTexts.push(String(inner.__html));
  };
  try {
    return { html: render(tree), words: { elements, classes, richTexts } };
  } finally {
    globalThis.noteElement = undefined;
  }
}
