/** Chooses from a style sheet what a page's markup uses. The whole sheet comes with the page's code. */
import type { StyleNode, StyleRule } from '@meridian/contracts/pages/style-rules';

/** What the loader's script shows before the whole style sheet is there. */
const loaderNames = ['.load-failure', 'p', 'button'];

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function unescaped(text: string): string {
  return text.includes('&')
    ? text.replace(/&(amp|lt|gt|quot|#x27);/g, (_all, name) => entities[name] ?? '')
    : text;
}

/** @returns the elements (`h2`) and classes (`.flex`) of markup */
function namesIn(html: string): Set<string> {
  const names = new Set(loaderNames);
  for (const [, element = ''] of html.matchAll(/<([a-z][\w-]*)/g)) names.add(element);
  const lists = new Set([...html.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) => list));
  for (const list of lists) for (const name of unescaped(list).split(/\s+/)) names.add(`.${name}`);
  return names;
}

function rulesOf(nodes: readonly StyleNode[]): StyleRule[] {
  return nodes.flatMap((node) => ('open' in node ? rulesOf(node.rules) : [node]));
}

/** A sheet, its definitions by the names that they define. */
interface Sheet {
  nodes: readonly StyleNode[];
  rules: StyleRule[];
  definitions: ReadonlyMap<string, StyleRule[]>;
}

/** Rules that match the page, with the definitions that they use, and those that these use. */
function usedRules(
  { rules, definitions }: Sheet,
  present: ReadonlySet<string>,
  variables: readonly string[],
): Set<StyleRule> {
  const matches = ({ needs }: StyleRule) =>
    needs?.some((names) => names.every((name) => present.has(name))) ?? true;
  const used = new Set(rules.filter((rule) => rule.defines === undefined && matches(rule)));
  const add = (name: string) => {
    for (const rule of definitions.get(name) ?? []) {
      if (used.has(rule)) continue;
      used.add(rule);
      for (const further of rule.uses ?? []) add(further);
    }
  };
  for (const rule of [...used]) for (const name of rule.uses ?? []) add(name);
  for (const name of variables) add(name);
  return used;
}

function textOf(nodes: readonly StyleNode[], used: ReadonlySet<StyleRule>): string {
  return nodes
    .map((node) => {
      if (!('open' in node)) return used.has(node) ? node.text : '';
      const inner = textOf(node.rules, used);
      return inner && `${node.open}${inner}}`;
    })
    .join('');
}

/**
 * @param nodes the rules of a style sheet, as the build has written them
 * @returns a function that gives the text of the rules that a page's markup uses
 */
export function createStyleChooser(nodes: readonly StyleNode[]): (html: string) => string {
  const rules = rulesOf(nodes);
  const definitions = Map.groupBy(rules, ({ defines }) => defines ?? '');
  definitions.delete('');
  const sheet = { nodes, rules, definitions };
  return (html) => {
    // What style attributes and drawings use of the theme.
    const variables = new Set([...html.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
    return textOf(nodes, usedRules(sheet, namesIn(html), [...variables]));
  };
}
