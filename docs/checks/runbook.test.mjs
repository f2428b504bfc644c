import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findScreen } from '../../apps/console/src/app/screens.tsx';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const runbook = read('docs/operations.md');

/** @returns name → pages of the console, of the table below a heading */
function pagesBelow(heading) {
  const [, section = ''] = runbook.split(`\n### ${heading}\n`);
  const [table = ''] = section.split('\n### ');
  const rows = table.split('\n').filter((line) => /^\| `/.test(line));
  return new Map(
    rows.flatMap((row) => {
      const [, names = '', , page = ''] = row.split('|');
      const links = [...page.matchAll(/`([^`]+)`/g)].map(([, link]) => link);
      return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, links]);
    }),
  );
}

const alerts = [...read('deploy/observability/alerts.yml').matchAll(/- alert: (\w+)/g)].map(
  ([, name]) => name,
);
const kinds = [...read('apps/bff/src/enrolment/orders/cases/case-kinds.ts').matchAll(/^ {2}(\w+):/gm)].map(
  ([, name]) => name,
);

describe.each([
  ['Alerts', alerts],
  ['Cases', kinds],
])('the runbook: %s', (heading, names) => {
  const pages = pagesBelow(heading);

  it.each(names)('%s is solved on a page of the console', (name) => {
    const links = pages.get(name) ?? [];
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(findScreen(link.split('?')[0].replace(':id', 'x')), link).toBeDefined();
  });
});
