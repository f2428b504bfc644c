import type { StyleNode } from '@meridian/contracts/pages/style-rules';
import { expect, it } from 'vitest';
import { createStyleChooser } from './page-styles.ts';

const rule = (name: string, ...needs: string[]): StyleNode => ({ text: `${name}{}`, needs: [needs] });
const chosen = (nodes: StyleNode[], html: string) => createStyleChooser(nodes)(html);

it('17 takes the rules whose elements and classes are in the markup', () => {
  const nodes = [rule('a', '.a'), rule('b', '.a', 'h2'), rule('c', '.c'), { text: 'd{}' }];
  expect(chosen(nodes, '<h1 class="x a">')).toBe('a{}d{}');
  expect(chosen(nodes, '<p class="a"><h2>')).toBe('a{}b{}d{}');
});

it('17 reads names of classes that are escaped in the markup', () => {
  expect(chosen([rule('a', '.[&>p]:mt-2')], '<p class="b [&amp;&gt;p]:mt-2">')).toBe('a{}');
});

it('17 takes definitions that are used, also by each other and by style attributes', () => {
  const nodes: StyleNode[] = [
    {
      open: ':root{',
      rules: [
        { text: '--a:1;', defines: '--a' },
        { text: '--b:var(--a);', defines: '--b', uses: ['--a'] },
        { text: '--c:1;', defines: '--c' },
        { text: '--d:1;', defines: '--d' },
      ],
    },
    { text: '.x{}', needs: [['.x']], uses: ['--b'] },
    { text: '.y{}', needs: [['.y']], uses: ['--c'] },
  ];
  expect(chosen(nodes, '<p class="x" style="width:var(--d)">')).toBe(':root{--a:1;--b:var(--a);--d:1;}.x{}');
});

it('17 leaves out groups of which nothing is used', () => {
  const nodes = [
    { open: '@media print{', rules: [rule('a', '.a')] },
    { open: '@layer z{', rules: [rule('b', 'p')] },
  ];
  expect(chosen(nodes, '<p>')).toBe('@layer z{b{}}');
});
