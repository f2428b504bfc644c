import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '../..');
const writes =
  /(?:insert\s+into|update|delete\s+from)\s+leads\b|(?:insertInto|updateTable|deleteFrom)\(\s*'leads'/i;

function isProduct(path: string): boolean {
  return path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(?:^|\/)(?:testing|migrations)\//.test(path);
}

test('13 nothing outside this folder writes the table of leads', () => {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(isProduct);
  const writers = paths.filter((path) => writes.test(readFileSync(resolve(source, path), 'utf8')));
  expect(writers.length).toBeGreaterThan(3);
  expect(writers.filter((path) => !path.startsWith('leads/ledger/'))).toEqual([]);
});
