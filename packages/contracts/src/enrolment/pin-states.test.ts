import { expect, it } from 'vitest';
import { pinFitsState } from './pin-states.ts';
import { abroad, states } from './states.ts';

it.each([
  ['560025', '29', true],
  ['560025', '32', false],
  ['160101', '04', true],
  ['160101', '03', true],
  ['194101', '38', true],
  ['194101', '01', true],
  ['396210', '26', true],
  ['500081', '36', true],
  ['500081', '37', true],
  ['605001', '34', true],
  ['605001', '33', true],
])('PIN %s in %s: %s', (pin, state, fits) => {
  expect(pinFitsState(pin, state)).toBe(fits);
});

it('accepts an unknown PIN or an unknown state', () => {
  for (const pin of ['999999', '5600', '']) expect(pinFitsState(pin, '29')).toBe(true);
  for (const state of [abroad, '97', '']) expect(pinFitsState('560025', state)).toBe(true);
});

it('has PINs of every state', () => {
  const named = states.filter(({ code }) => code !== abroad && code !== '97');
  for (const { code } of named) {
    const pins = Array.from({ length: 900 }, (_, index) => `${index + 100}001`);
    expect(
      pins.some((pin) => pinFitsState(pin, code) && !pinFitsState(pin, code === '29' ? '32' : '29')),
    ).toBe(true);
  }
});
