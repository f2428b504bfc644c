import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findScreen } from '../../apps/console/src/app/find-screen.ts';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');

const rules = parse(read('deploy/observability/alerts.yml')).groups.flatMap((group) => group.rules);
const kinds = [...read('apps/bff/src/enrolment/orders/cases/case-kinds.ts').matchAll(/^ {2}(\w+):/gm)].map(
  ([, name]) => name,
);

describe.each([
  ['alerts', rules.map(({ alert }) => alert)],
  ['cases', kinds],
])('docs/%s', (folder, names) => {
  it('has one page for each, no other page, and an index', () => {
    const pages = readdirSync(join(root, 'docs', folder)).map((file) => basename(file, '.md'));
    expect(pages.toSorted()).toEqual([...names, 'README'].toSorted());
    const index = read(`docs/${folder}/README.md`);
    for (const name of names) expect(index).toContain(`(${name}.md)`);
  });

  it.each(names)('%s names at least one page of the console, and only pages that exist', (name) => {
    const [, where = ''] = /^(?:\| console \||Console:)(.+)$/m.exec(read(`docs/${folder}/${name}.md`)) ?? [];
    const links = [...where.matchAll(/`([^`]+)`/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(findScreen(link.split('?')[0].replace(':id', 'x')), link).toBeDefined();
  });
});

it('each alert rule has the URL of its page', () => {
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(`https://docs.example.com/docs/alerts/${alert}`);
});
