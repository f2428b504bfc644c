import { expect, test } from 'vitest';
import { alternate } from './rounds.ts';

test('all contenders are warmed up, then measured in alternating order', async () => {
  const order: string[] = [];
  const contender = (name: string) => ({
    name,
    measure: async () => {
      order.push(name);
      return order.length;
    },
  });
  const samples = await alternate(['a', 'b', 'c'].map(contender), 2);
  expect(order.join('')).toBe('abc' + 'abc' + 'cba');
  expect([...samples]).toEqual([
    ['a', [4, 9]],
    ['b', [5, 8]],
    ['c', [6, 7]],
  ]);
});
