/** The rules of a style sheet, one by one, with what decides which of them wins. */
import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Rule } from 'postcss';
import { propertyFamily } from './property-family.ts';
import { canMeet, readSelectors, type Selector } from './selectors.ts';

export interface StyleRule {
  /** Without the at-rules around it, minified. */
  text: string;
  /** At-rules around it but for its layer, the outermost first, such as `@media print`. */
  context: readonly string[];
  /** Name of its layer; empty outside all layers. */
  layer: string;
  /** All of one specificity; none for at-rules that match no elements. */
  selectors: readonly Selector[];
  /** Of two rules of a layer that apply, the one with the higher number wins, and of equal ones the later. */
  specificity: number;
  /** Families of the properties that it sets. */
  families: readonly string[];
  isImportant: boolean;
  /** Rules of one kind set the same properties in the same state, each by a single class of its own. */
  kind: string;
  /** A page needs the rule where it has all words of one of the lists: classes begin with a dot, others are elements. */
  needs: readonly (readonly string[])[];
}

/** @returns whether two rules can set the same property of the same element */
export function overlap(one: StyleRule, other: StyleRule): boolean {
  return (
    one.families.some((family) => other.families.includes(family)) &&
    one.selectors.some((selector) => other.selectors.some((second) => canMeet(selector, second)))
  );
}

/** At-rules that are a whole: what they contain does not match elements. */
const whole = new Set(['property', 'keyframes', 'font-face', 'page']);

interface Leaf {
  node: Rule | AtRule;
  around: readonly AtRule[];
}

function leavesOf(container: Container<ChildNode>, around: readonly AtRule[] = []): Leaf[] {
  return (container.nodes ?? []).flatMap((node): Leaf[] => {
    if (node.type === 'rule') return [{ node, around }];
    if (node.type !== 'atrule' || !node.nodes) return [];
    return whole.has(node.name)
      ? [{ node, around }]
      : leavesOf(node as Container<ChildNode>, [...around, node]);
  });
}

/** Tailwind needs it anyway; what stands before it for other browsers is left out. */
const colorMix = '@supports (color:color-mix(in lab, red, red))';

const atText = ({ name, params }: AtRule) => `@${name} ${params}`;
const isDeclaration = (node: ChildNode): node is Declaration => node.type === 'decl';

function bodyOf({ nodes = [] }: Rule | AtRule): string {
  // What Tailwind falls back on where a theme has no fonts of its own.
  const plain = (text: string) => text.replace(/var\((--default-(?:mono-)?font-family),[^)]*\)/g, 'var($1)');
  return nodes.map((node) => plain(node.toString())).join(';');
}

function ruleOf(leaf: Leaf, selectors: readonly Selector[]): StyleRule {
  const { node, around } = leaf;
  const context = around
    .filter(({ name }) => name !== 'layer')
    .map(atText)
    .filter((text) => text !== colorMix);
  const layer = around.find(({ name }) => name === 'layer')?.params ?? '';
  if (node.type === 'atrule') {
    const text = node.toString();
    return {
      text,
      context,
      layer,
      selectors,
      specificity: 0,
      families: [],
      isImportant: false,
      kind: text,
      needs: [[]],
    };
  }
  const declarations = (node.nodes ?? []).filter(isDeclaration);
  const properties = declarations.map(({ prop }) => prop);
  const text = selectors.map((selector) => selector.text).join(',');
  const needs = selectors.map((selector) => selector.needs);
  const [single = ''] = needs.length === 1 && /^\.[^\s>+~]+$/.test(text) ? (needs[0] ?? []) : [];
  return {
    text: `${text}{${bodyOf(node)}}`,
    context,
    layer,
    selectors,
    specificity: selectors[0]?.specificity ?? 0,
    families: [...new Set(properties.map(propertyFamily))],
    isImportant: declarations.some(({ important }) => important === true),
    kind: single
      ? [stateOf(text, single), ...properties, ...context].join('|')
      : `${text} ${node.source?.start?.offset}`,
    needs,
  };
}

/** What is left of a selector without its class. */
function stateOf(text: string, single: string): string {
  const escaped = single.slice(1).replace(/[^\w-]/g, (sign) => `\\${sign}`);
  return text.replace(`.${escaped}`, '.');
}

/** @returns the names of a sheet's layers in their order */
export function layersOf(css: string): string[] {
  const named = postcss.parse(css).nodes.filter((node) => node.type === 'atrule' && node.name === 'layer');
  return [...new Set(named.flatMap((node) => (node.type === 'atrule' ? node.params.split(/,\s*/) : [])))];
}

/** Whether the second rule, next in the sheet, always wins: the first one was for browsers without colour mixing. */
function isFallback({ node, around }: Leaf, next: Leaf | undefined): boolean {
  const nextAround = next?.around.map(atText) ?? [];
  return (
    node.type === 'rule' &&
    next?.node.type === 'rule' &&
    node.selector === next.node.selector &&
    nextAround.at(-1) === colorMix &&
    around.map(atText).join() === nextAround.slice(0, -1).join() &&
    node.nodes.length === next.node.nodes.length
  );
}

/**
 * @param css a minified sheet without nested rules
 * @returns its rules in order; one with selectors of several specificities becomes several
 */
export function readStyleRules(css: string): StyleRule[] {
  const leaves = leavesOf(postcss.parse(css)).filter((leaf, index, all) => !isFallback(leaf, all[index + 1]));
  const selectors = readSelectors(leaves.flatMap(({ node }) => (node.type === 'rule' ? node.selectors : [])));
  let read = 0;
  return leaves.flatMap((leaf) => {
    if (leaf.node.type !== 'rule') return [ruleOf(leaf, [])];
    const own = selectors.slice(read, read + leaf.node.selectors.length);
    read += own.length;
    return [...Map.groupBy(own, ({ specificity }) => specificity).values()].map((group) =>
      ruleOf(leaf, group),
    );
  });
}
