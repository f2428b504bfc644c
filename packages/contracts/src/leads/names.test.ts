import { expect, it } from 'vitest';
import { splitFullName } from './names.ts';

it.each([
  ['Asha Rao', 'Asha', 'Rao'],
  ['  Asha   Rao  ', 'Asha', 'Rao'],
  ['Asha\tK\u00a0Rao', 'Asha', 'K Rao'],
  ['Anne Marie de Souza', 'Anne', 'Marie de Souza'],
  ['Asha', '', 'Asha'],
])('%j', (fullName, firstName, lastName) => {
  expect(splitFullName(fullName)).toEqual({ firstName, lastName });
});
