/** A style sheet of which a page can carry a part, and add the rest later without a change of what wins. */
import { withPageNeeds } from './page-needs.ts';
import { overlap, type StyleRule } from './style-rules.ts';

/** Rules within the same at-rules. Each part of the sheet has the first and last line of the group around its rules. */
export interface RuleGroup {
  open: string;
  close: string;
  rules: readonly StyleRule[];
}

export interface OrderedSheet {
  /** Names all layers in their order; every part of the sheet begins with it. */
  head: string;
  groups: readonly RuleGroup[];
}

/** Layers whose rules become one layer for each step of the cascade. */
const isStepped = (layer: string) => layer === 'components' || layer === 'utilities';

function sameContext(one: StyleRule | undefined, other: StyleRule): boolean {
  return one?.context.join() === other.context.join();
}

/** Whether it matters which of two rules comes later. No element has two classes of one kind. */
function conflict(one: StyleRule, other: StyleRule): boolean {
  return one.kind !== other.kind && overlap(one, other);
}

/**
 * Sorts the rules of a layer into steps: whatever wins against a rule is in a later step, so that the order within a
 * step does not matter. All rules of a step are in the same at-rules.
 * @throws Error for an important rule: among those the earlier layer wins
 */
export function cascadeSteps(rules: readonly StyleRule[]): StyleRule[][] {
  const steps: StyleRule[][] = [];
  let first = 0;
  let last: StyleRule | undefined;
  for (const rule of rules.toSorted((one, other) => one.specificity - other.specificity)) {
    if (rule.isImportant) throw new Error(`An important rule has no place among the steps: ${rule.text}`);
    if (!sameContext(last, rule)) first = steps.length;
    const before = steps.slice(first).findLastIndex((step) => step.some((other) => conflict(other, rule)));
    const step = steps[first + before + 1];
    if (step) step.push(rule);
    else steps.push([rule]);
    last = rule;
  }
  return steps;
}

/** `a`, `b`, … `z`, `aa`, … */
function layerName(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return `${rest < 0 ? '' : layerName(rest)}${String.fromCharCode(97 + (index % 26))}`;
}

/** @returns the rules in their order, those that follow each other in the same at-rules together */
function runs(rules: readonly StyleRule[]): StyleRule[][] {
  const found: StyleRule[][] = [];
  for (const rule of rules) {
    const last = found.at(-1);
    if (last && sameContext(last.at(-1), rule)) last.push(rule);
    else found.push([rule]);
  }
  return found;
}

function groupsOf(rules: readonly StyleRule[], layer: readonly string[]): RuleGroup[] {
  return runs(rules).map((run) => {
    const around = [...layer, ...(run[0]?.context ?? [])];
    return { open: around.map((text) => `${text}{`).join(''), close: '}'.repeat(around.length), rules: run };
  });
}

/** @param rules of the sheet in their order @param layers names of its layers in their order */
export function orderedSheet(rules: readonly StyleRule[], layers: readonly string[]): OrderedSheet {
  const complete = withPageNeeds(rules, isStepped);
  const rulesOf = (layer: string) => complete.filter((rule) => rule.layer === layer);
  const steps = layers.flatMap((layer) =>
    isStepped(layer) ? cascadeSteps(rulesOf(layer)) : [rulesOf(layer)],
  );
  return {
    head: `@layer ${steps.map((_, index) => layerName(index)).join(',')};`,
    groups: [
      ...steps.flatMap((step, index) => groupsOf(step, [`@layer ${layerName(index)}`])),
      ...groupsOf(rulesOf(''), []),
    ],
  };
}

/** @returns the whole sheet, each rule in a line of its own, as the browser compares it with the page's part */
export function sheetLines({ head, groups }: OrderedSheet): string[] {
  return [
    head,
    ...groups.flatMap(({ open, close, rules }) => [open, ...rules.map(({ text }) => text), close]),
  ];
}
