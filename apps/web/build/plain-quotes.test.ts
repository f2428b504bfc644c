import { expect, it } from 'vitest';
import { withPlainQuotes } from './plain-quotes.ts';

it('writes plain template literals as strings', () => {
  expect(withPlainQuotes('a(`x`);import(`./b.js`).then(b=>b[`c d`])')).toBe(
    'a("x");import("./b.js").then(b=>b["c d"])',
  );
  expect(withPlainQuotes("var a=``,b=`don't`")).toBe('var a="",b="don\'t"');
});

it.each([
  ['has a placeholder', ['a(`x', '{b}`)'].join('$')],
  ['has a quote', 'a(`say "x"`)'],
  ['has an escape', 'a(`x\\u2028`)'],
  ['has a line break', 'a(`x\ny`)'],
  ['is tagged', 'String.raw`x`'],
  ['is text of a string', 'a("`x`")'],
  ['is part of a regular expression', 'a(/`x`/)'],
])('leaves alone what %s', (_what, code) => {
  expect(withPlainQuotes(code)).toBe(code);
});

it('goes into placeholders', () => {
  expect(withPlainQuotes(['a(`x', '{b?`c`:`d`}`)'].join('$'))).toBe(['a(`x', '{b?"c":"d"}`)'].join('$'));
});
