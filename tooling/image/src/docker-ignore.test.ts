import { expect, it } from 'vitest';
import { parseDockerIgnore } from './docker-ignore.ts';

const ignored = parseDockerIgnore(
  '# only these\n*\n!apps\n!deploy/image\n**/node_modules\n**/*.test.ts\n**/.env\n',
);

it.each([
  ['README.md', true],
  ['.env', true],
  ['.git/config', true],
  ['apps', false],
  ['apps/bff/src/main.ts', false],
  ['apps/bff/node_modules/pg/index.js', true],
  ['apps/bff/src/main.test.ts', true],
  ['apps/bff/.env', true],
  ['deploy/nginx/nginx.conf', true],
  ['deploy/image/ops', false],
])('%s: left out is %s', (path, expected) => {
  expect(ignored(path)).toBe(expected);
});
