import { expect, it } from 'vitest';
import { caseDescriptions, caseKinds } from './case-kinds.ts';

it.each(caseKinds)('the case "%s" is described in a sentence', (kind) => {
  expect(caseDescriptions[kind]).toMatch(/^[A-Z].+[^.]$/);
});
