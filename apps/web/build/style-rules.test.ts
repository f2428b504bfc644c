import { expect, it } from 'vitest';
import { readStyleRules } from './style-rules.ts';

it('17 a rule says which elements and classes each of its selectors needs', () => {
  expect(readStyleRules('.a .b\\:c>p,#x h2.d{color:red}')).toEqual([
    {
      text: '.a .b\\:c>p,#x h2.d{color:red}',
      needs: [
        ['.a', '.b:c', 'p'],
        ['h2', '.d'],
      ],
    },
  ]);
});

it('17 a rule for everything, or for what can be there in many ways, always counts', () => {
  for (const css of [
    '*{margin:0}',
    'html,.a{margin:0}',
    ':is(.a,.b){margin:0}',
    ':not(.a){margin:0}',
    '[hidden]{margin:0}',
  ])
    expect(readStyleRules(css)).toEqual([{ text: css }]);
  expect(readStyleRules(':where(.a>p){margin:0}')).toEqual([
    { text: ':where(.a>p){margin:0}', needs: [['.a', 'p']] },
  ]);
});

it('17 definitions are known by their names, and rules by those that they use', () => {
  const css =
    ':root{--a:1px;--b:var(--a)}.x{width:var(--b);animation:turn 1s}@property --c{syntax:"*";inherits:false}' +
    '@keyframes turn{to{left:0}}';
  expect(readStyleRules(css)).toEqual([
    {
      open: ':root{',
      rules: [
        { text: '--a:1px;', defines: '--a' },
        { text: '--b:var(--a);', defines: '--b', uses: ['--a'] },
      ],
    },
    { text: '.x{width:var(--b);animation:turn 1s}', needs: [['.x']], uses: ['--b', 'turn'] },
    { text: '@property --c{syntax:"*";inherits:false}', defines: '--c' },
    { text: '@keyframes turn{to{left:0}}', defines: 'turn' },
  ]);
});

it('17 layers are named first, in their order, and groups keep their rules', () => {
  expect(
    readStyleRules('@layer one{p{top:0}}@layer two{@media print{.a{top:0}}}@layer one{.b{top:0}}'),
  ).toEqual([
    { text: '@layer one,two;' },
    { open: '@layer one{', rules: [{ text: 'p{top:0}', needs: [['p']] }] },
    {
      open: '@layer two{',
      rules: [{ open: '@media print{', rules: [{ text: '.a{top:0}', needs: [['.a']] }] }],
    },
    { open: '@layer one{', rules: [{ text: '.b{top:0}', needs: [['.b']] }] },
  ]);
});
