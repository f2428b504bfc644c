/** Takes the build's style sheets apart into rules, from which the BFF chooses those of a page. */
import {
  type StyleGroup,
  type StyleNode,
  type StyleRule,
  type StyleSheets,
  styleRulesFile,
} from '@meridian/contracts/pages/style-rules';
import {
  type Atrule,
  type CssNode,
  generate,
  ident,
  type List,
  parse,
  type Rule,
  type Selector,
  walk,
} from 'css-tree';
import type { Plugin } from 'vite';

/** These hold rules; what else stands in braces after an at-sign is one piece. */
const groups = new Set(['layer', 'media', 'supports', 'container']);

/** In every document, or no element at all. */
const everywhere = new Set(['*', 'html', 'body', 'from', 'to']);

/** Elements and classes that a page must have for the selector to match; more may be asked for. */
function needsOf(selector: Selector): string[] {
  return [...selector.children].flatMap((part) => {
    if (part.type === 'ClassSelector') return [`.${ident.decode(part.name)}`];
    if (part.type === 'TypeSelector') return everywhere.has(part.name) ? [] : [part.name];
    if (part.type !== 'PseudoClassSelector' || !['is', 'where'].includes(part.name)) return [];
    const choices = part.children?.first;
    // Of several choices any one will do.
    if (choices?.type !== 'SelectorList' || choices.children.size !== 1) return [];
    const [only] = choices.children;
    return only?.type === 'Selector' ? needsOf(only) : [];
  });
}

function usesOf(text: string, animations: ReadonlySet<string>): string[] {
  const properties = text.match(/--[\w-]+/g) ?? [];
  const values = [...text.matchAll(/animation(?:-name)?:([^;}]*)/g)].map(([, value = '']) => value);
  const named = values.flatMap((value) => value.split(/[\s,]+/)).filter((word) => animations.has(word));
  return [...new Set([...properties, ...named])];
}

const isCustomProperty = (node: CssNode) => node.type === 'Declaration' && node.property.startsWith('--');

/** A rule of custom properties alone, for no class: each of them counts where it is used. */
function definitionsOf(rule: Rule): StyleGroup | undefined {
  const { prelude, block } = rule;
  if (prelude.type !== 'SelectorList' || [...block.children].some((child) => !isCustomProperty(child)))
    return undefined;
  if ([...prelude.children].some((selector) => selector.type === 'Selector' && needsOf(selector).length > 0))
    return undefined;
  return {
    open: `${generate(prelude)}{`,
    rules: [...block.children].flatMap((child) =>
      child.type === 'Declaration' ? [{ text: `${generate(child)};`, defines: child.property }] : [],
    ),
  };
}

function ruleOf(rule: Rule): StyleNode {
  const { prelude } = rule;
  const text = generate(rule);
  if (prelude.type !== 'SelectorList') return { text };
  const needs = [...prelude.children].map((selector) =>
    selector.type === 'Selector' ? needsOf(selector) : [],
  );
  const isFree = needs.some((names) => names.length === 0);
  return definitionsOf(rule) ?? { text, ...(!isFree && { needs }) };
}

function atRuleOf(atRule: Atrule): StyleNode {
  const { name, prelude, block } = atRule;
  const text = generate(atRule);
  if (!block) return { text: `${text};` };
  const condition = prelude ? generate(prelude) : '';
  if (groups.has(name))
    return { open: `@${name}${condition && ` ${condition}`}{`, rules: nodesOf(block.children) };
  const isDefinition = name === 'property' || name === 'keyframes';
  return { text, ...(isDefinition && { defines: condition }) };
}

function nodesOf(children: List<CssNode>): StyleNode[] {
  return [...children].flatMap((child) => {
    if (child.type === 'Rule') return [ruleOf(child)];
    return child.type === 'Atrule' ? [atRuleOf(child)] : [];
  });
}

function withUses(node: StyleNode, animations: ReadonlySet<string>): StyleNode {
  if ('open' in node) return { ...node, rules: node.rules.map((inner) => withUses(inner, animations)) };
  const uses = usesOf(node.text, animations).filter((name) => name !== node.defines);
  return uses.length > 0 ? { ...node, uses } : node;
}

/** A layer that a page leaves out would come after the others, once the whole sheet is there: so all are named. */
function layerOrder(nodes: readonly StyleNode[]): StyleRule[] {
  const names = nodes.flatMap((node) => ('open' in node && /^@layer ([\w-]+)\{$/.exec(node.open)?.[1]) || []);
  return names.length > 0 ? [{ text: `@layer ${[...new Set(names)].join(',')};` }] : [];
}

/** @param css a style sheet @returns its rules in their order */
export function readStyleRules(css: string): StyleNode[] {
  const sheet = parse(css, { parseCustomProperty: false });
  const animations = new Set<string>();
  walk(sheet, {
    visit: 'Atrule',
    enter: ({ name, prelude }) => void (name === 'keyframes' && prelude && animations.add(generate(prelude))),
  });
  const nodes = sheet.type === 'StyleSheet' ? nodesOf(sheet.children) : [];
  return [...layerOrder(nodes), ...nodes.map((node) => withUses(node, animations))];
}

/** Writes the rules of every style sheet beside the manifest. */
export function styleRules(): Plugin {
  return {
    name: 'style-rules',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const sheets: StyleSheets = {};
      for (const { fileName, ...file } of Object.values(bundle))
        if (file.type === 'asset' && fileName.endsWith('.css'))
          sheets[fileName] = readStyleRules(
            typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source),
          );
      this.emitFile({ type: 'asset', fileName: styleRulesFile, source: JSON.stringify(sheets) });
    },
  };
}
