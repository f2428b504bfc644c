import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { markPure } from './pure-calls.ts';

it('marks definitions by React calls only as free of side effects', () => {
  expect(markPure('const Memo = React$1.memo(Part);\nconst Own = React.createContext(null);')).toBe(
    'const Memo = /* @__PURE__ */ React$1.memo(Part);\nconst Own = /* @__PURE__ */ React.createContext(null);',
  );
  const others = 'const state = React.useState(0);\nstart(React.memo(Part));';
  expect(markPure(others)).toBe(others);
});

it('the installed React Router has the component that would retain its route matching', async () => {
  const library = dirname(fileURLToPath(import.meta.resolve('react-router')));
  const text = await readFile(join(library, 'lib/components.js'), 'utf8');
  expect(markPure(text)).toMatch(/\/\* @__PURE__ \*\/ React\$\d\.memo\(DataRoutes\)/);
});
