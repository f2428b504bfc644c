import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { needsOf, points } from './capacity-model.ts';
import { formatNumber } from './table.ts';

const document = readFileSync(resolve(import.meta.dirname, '../../docs/explanation/capacity.md'), 'utf8');

test.each(points)(
  'capacity: the document states what the model computes for $pages pages and $leads leads a second',
  (load) => {
    const { webCores, webReplicas, workerCores, databaseCores, ...network } = needsOf(load);
    const { siteMbit, documentsMbit, logMbit, leadsOfYear } = network;
    const what =
      load.pages > 0
        ? `${load.pages.toLocaleString('en')} pages`
        : `${load.leads.toLocaleString('en')} leads`;
    const cells = [
      webCores,
      webReplicas,
      workerCores,
      databaseCores,
      siteMbit,
      documentsMbit,
      logMbit,
      leadsOfYear,
    ];
    expect(document).toContain(`| ${[what, ...cells.map(formatNumber)].join(' | ')} |`);
  },
);

test('capacity: the needs of pages and leads add up', () => {
  const sum = needsOf({ pages: 1_000, leads: 100 }).webCores;
  expect(sum).toBeCloseTo(
    needsOf({ pages: 1_000, leads: 0 }).webCores + needsOf({ pages: 0, leads: 100 }).webCores,
  );
});
