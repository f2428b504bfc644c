import { expect, it } from 'vitest';
import { readArguments, wholeNumber } from './arguments.ts';

const grammar = {
  options: { json: { type: 'boolean' }, state: { type: 'string' } },
  verbs: { '': ['json', 'state'], show: ['json'] },
  usage: 'ops things',
} as const;

function read(...args: string[]) {
  const lines: string[] = [];
  return { read: readArguments(args, grammar, (line) => lines.push(line)), text: lines.join('\n') };
}

it('parses a verb, its arguments and its options', () => {
  expect(read('show', 'x', '--json').read).toEqual({ verb: 'show', rest: ['x'], values: { json: true } });
  expect(read('--state', 'paid').read).toEqual({ verb: '', rest: [], values: { state: 'paid' } });
});

it.each([
  [['--sate', 'x'], "Unknown option '--sate'"],
  [['--state'], "Option '--state <value>' argument missing"],
  [['show', '--state', 'x'], '--state cannot be used with "show"'],
  [['hide'], 'Unknown command "hide"'],
  [['constructor'], 'Unknown command "constructor"'],
])('refuses %j with an error and the usage', (args, sentence) => {
  const { read: answer, text } = read(...args);
  expect(answer).toBeUndefined();
  expect(text).toContain(sentence);
  expect(text).toContain('ops things');
});

it('accepts only whole numbers from 1, and limits them to the maximum', () => {
  expect([undefined, '3', '900', '0', '-1', '1.5', 'x', ''].map((text) => wholeNumber(text, 7, 100))).toEqual(
    [7, 3, 100, undefined, undefined, undefined, undefined, undefined],
  );
});
