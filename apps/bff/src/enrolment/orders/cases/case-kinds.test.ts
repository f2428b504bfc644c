import { expect, it } from 'vitest';
import { caseDescriptions, caseKinds } from './case-kinds.ts';

it.each(caseKinds)('the description of the case "%s" has a capital letter first and no full stop', (kind) => {
  expect(caseDescriptions[kind]).toMatch(/^[A-Z].+[^.]$/);
});
