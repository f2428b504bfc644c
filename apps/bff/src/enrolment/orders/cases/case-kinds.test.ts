import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { caseDescriptions, caseKinds } from './case-kinds.ts';

it.each(caseKinds)('the runbook covers a case "%s"', (kind) => {
  const runbook = readFileSync(join(import.meta.dirname, '../../../../../../docs/operations.md'), 'utf8');
  const section = runbook.slice(runbook.indexOf('### Cases'));
  expect(section).toContain(`\`${kind}\``);
  expect(caseDescriptions[kind]).toMatch(/^[A-Z].+[^.]$/);
});
