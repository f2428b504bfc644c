import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { renderWithWords } from '../src/page-words.ts';
import { notingElements } from './noted-elements.ts';

const require = createRequire(import.meta.url);
const rendererPath = createRequire(require.resolve('react-dom/package.json')).resolve(
  './cjs/react-dom-server-legacy.node.production.js',
);

/** React DOM's renderer as the server build has it. */
async function notingRenderer(): Promise<(tree: ReactNode) => string> {
  const code = notingElements(await readFile(rendererPath, 'utf8'));
  const exports = {} as { renderToString(tree: ReactNode): string };
  new Function('require', 'exports', code)(createRequire(rendererPath), exports);
  return exports.renderToString;
}

// Made before: the renderer is the one for production, `createElement` that for tests.
const section = createElement(
  'section',
  { className: 'a [&>p]:b' },
  createElement('svg', { className: 'a' }),
);
const Card = () => section;

test('17: the words of a page are those of its own elements, rich texts apart', async () => {
  const tree = createElement(
    'main',
    null,
    createElement(Card),
    createElement('input', { type: 'file', className: undefined }),
    createElement('div', { dangerouslySetInnerHTML: { __html: '<p class="c">1</p>' } }),
  );
  const { html, words } = renderWithWords(tree, await notingRenderer());
  expect(html).toContain('<section class="a [&amp;&gt;p]:b"><svg class="a"></svg></section>');
  expect([...words.elements]).toEqual(['main', 'section', 'svg', 'input', 'type=file', 'div']);
  expect([...words.classes]).toEqual(['a [&>p]:b', 'a']);
  expect(words.richTexts).toEqual(['<p class="c">1</p>']);
});

test('17: a renderer of another form fails the build', () => {
  expect(() => notingElements('function pushStart(type) {}')).toThrow(TypeError);
});
