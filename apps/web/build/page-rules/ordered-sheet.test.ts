import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderedSheet, type RuleGroup, sheetLines } from './ordered-sheet.ts';
import { layersOf, overlap, readStyleRules, type StyleRule } from './style-rules.ts';

const css = [
  '@layer properties,theme,base,components,utilities;',
  '@layer properties{@supports (-webkit-hyphens:none){*{--tw-shadow:initial}}}',
  '@layer theme{:root,:host{--color-ink:#123}}',
  '@layer base{*{margin:0}html{font-size:16px}pre{font-family:monospace}code,kbd{font-family:monospace}',
  'h1,h2{font-size:inherit}button,input{font:inherit}input::placeholder{opacity:1}textarea{resize:vertical}}',
  '@layer components{.rich-text>*{margin-top:1em}.rich-text h2{font-size:2rem}.reading h2{margin-top:2em;font-size:3rem}}',
  '@layer utilities{.block{display:block}.hidden{display:none}.p-2{padding:8px}.p-4{padding:16px}.px-2{padding-inline:8px}',
  '.pl-1{padding-left:4px}.text-ink{color:var(--color-ink)}.text-white{color:#fff}.border{border-width:1px}',
  '.border-ink{border-color:var(--color-ink)}.bg-faint{background-color:#fff1}',
  '@supports (color:color-mix(in lab, red, red)){.bg-faint{background-color:color-mix(in oklab, white 10%, transparent)}}',
  '.group:hover .group-hover\\:block{display:block}',
  '@media (hover:hover){.hover\\:p-4:hover{padding:16px}.hover\\:text-white:hover{color:#fff}}',
  '@media (min-width:40rem){.sm\\:block{display:block}.sm\\:p-8{padding:32px}.sm\\:px-4{padding-inline:16px}}',
  '@media (min-width:64rem){.lg\\:hidden{display:none}.lg\\:p-8{padding:32px}}}',
  '@media print{.bg-faint{background-color:#fff}form{display:none}}',
  '.bg-faint{outline:none}:focus-visible{outline:1px solid}',
  '@keyframes spin{to{rotate:1turn}}.spinner{animation:spin 1s}@property --tw-shadow{syntax:"*";inherits:false}',
].join('');
const rules = readStyleRules(css);
const layers = layersOf(css);
const sheet = orderedSheet(rules, layers);

const words = [...new Set(rules.flatMap(({ needs }) => needs.flat()))];
const isOn = (page: ReadonlySet<string>, { needs }: StyleRule) =>
  needs.some((list) => list.every((word) => page.has(word)));

interface Placed {
  rule: StyleRule;
  layer: number;
  position: number;
}

function compare(one: Placed, other: Placed): number {
  return (
    one.layer - other.layer || one.rule.specificity - other.rule.specificity || one.position - other.position
  );
}

const names = sheet.head.slice('@layer '.length, -1).split(',');
const layerOf = ({ open }: RuleGroup) => {
  const name = /^@layer (\w+)/.exec(open)?.[1];
  return name === undefined ? names.length : names.indexOf(name);
};

/** The rules of a page and behind them all others, as a browser sorts them. */
function withTheRest(page: ReadonlySet<string>): Map<string, Placed> {
  const all = sheet.groups.flatMap((group) => group.rules.map((rule) => ({ rule, layer: layerOf(group) })));
  const sorted = [
    ...all.filter(({ rule }) => isOn(page, rule)),
    ...all.filter(({ rule }) => !isOn(page, rule)),
  ];
  return new Map(sorted.map((placed, position) => [keyOf(placed.rule), { ...placed, position }]));
}
const keyOf = ({ text, context, layer }: StyleRule) => [layer, ...context, text].join(' ');

const before = rules.map((rule, position) => ({
  rule,
  layer: rule.layer === '' ? layers.length : layers.indexOf(rule.layer),
  position,
}));

/** Of which it matters which one wins. */
const pairs = before.flatMap((one, index) =>
  before
    .slice(0, index)
    .filter(({ rule }) => overlap(one.rule, rule) && one.rule.kind !== rule.kind)
    .map((other) => [one, other] as const),
);

describe('a sheet of which pages carry a part', () => {
  it('17 has all rules, each in a line of its own', () => {
    const lines = sheetLines(sheet);
    for (const { text } of rules) expect(lines).toContain(text);
    expect(lines[0]).toMatch(/^@layer a,b,c,[a-z,]+;$/);
    expect(lines).toContain('@layer c{');
  });

  it('17 lets the same rule win, whatever a page carries', () => {
    fc.assert(
      fc.property(fc.subarray(words), (page) => {
        const placed = withTheRest(new Set(page));
        for (const [one, other] of pairs) {
          const [first, second] = [placed.get(keyOf(one.rule)), placed.get(keyOf(other.rule))];
          if (!first || !second) throw new Error('A rule is missing');
          if (Math.sign(compare(first, second)) !== Math.sign(compare(one, other)))
            throw new Error(`${keyOf(one.rule)} against ${keyOf(other.rule)} with ${page.join(' ')}`);
        }
      }),
    );
  });

  it('17 keeps classes apart only where their order matters', () => {
    const linesOf = (text: string) =>
      sheet.groups
        .find((group) => group.rules.some((rule) => rule.text === text))
        ?.rules.map((rule) => rule.text);
    expect(linesOf('.p-2{padding:8px}')).toContain('.p-4{padding:16px}');
    expect(linesOf('.p-2{padding:8px}')).not.toContain('.px-2{padding-inline:8px}');
    expect(linesOf('.block{display:block}')).toContain('.hidden{display:none}');
  });

  it.each([
    ['.rich-text h2{font-size:2rem}', [['.rich-text', 'h2']]],
    ['.group:hover .group-hover\\:block{display:block}', [['.group', '.group-hover:block']]],
    ['textarea{resize:vertical}', [['textarea']]],
    // A later rule for the same elements would lose against it.
    ['.bg-faint{outline:none}', [[]]],
    ['html{font-size:16px}', [[]]],
    ['@keyframes spin{to{rotate:1turn}}', [['.spinner']]],
    ['@property --tw-shadow{syntax:"*";inherits:false}', [[]]],
    ['*{--tw-shadow:initial}', []],
  ])('17 knows what a page needs for %s', (text, needs) => {
    const found = sheet.groups.flatMap((group) => group.rules).find((rule) => rule.text === text);
    expect(found?.needs).toEqual(needs);
  });

  it('17 leaves out what stands there for browsers without colour mixing', () => {
    expect(rules.map(({ text }) => text)).not.toContain('.bg-faint{background-color:#fff1}');
    expect(sheetLines(sheet).join('\n')).not.toContain('@supports (color:');
  });

  it('17 takes no important rule among the steps: there the earlier layer would win', () => {
    const important = '@layer utilities{.p-2{padding:8px!important}}';
    expect(() => orderedSheet(readStyleRules(important), layersOf(important))).toThrow('important');
  });
});
