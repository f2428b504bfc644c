import { describe, expect, it } from 'vitest';
import { missingRules } from './later-rules.ts';

const sheet = [
  '@layer a,b;',
  '@layer a{',
  '.block{display:block}',
  '.flex{display:flex}',
  '}',
  '@layer b{@media print{',
  '.block{display:block}',
  '}}',
  '',
  'body{margin:0}',
  '.late{margin:0}',
  '',
].join('\n');

describe('the rules that a document lacks', () => {
  it('17 are all but those that it has within the same at-rules', () => {
    const part = ['@layer a,b;', '@layer a{', '.block{display:block}', '}', '', 'body{margin:0}', ''].join(
      '\n',
    );
    expect(missingRules(sheet, part).split('\n')).toEqual([
      '@layer a{.flex{display:flex}}',
      '@layer b{@media print{.block{display:block}}}',
      '.late{margin:0}',
    ]);
  });

  it('17 are none where it has them all', () => {
    expect(missingRules(sheet, sheet)).toBe('');
  });
});
