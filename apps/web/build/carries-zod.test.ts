import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { carriesZod } from './carries-zod.ts';

const contracts = resolve(import.meta.dirname, '../../../packages/contracts/src');

it.each([
  ['leads/fields.ts', true],
  ['enrolment/attendees.ts', true],
  ['enrolment/pricing.ts', false],
  ['india-time.ts', false],
  ['leads/campaign-parameters.ts', false],
])('%s imports zod: %s', (file, carries) => {
  expect(carriesZod(resolve(contracts, file))).toBe(carries);
});
