/** Parses PromQL expressions with Prometheus's grammar. */
import { parser } from '@prometheus-io/lezer-promql';

export interface Matcher {
  label: string;
  operator: string;
  value: string;
}

export interface Selector {
  metric: string;
  matchers: Matcher[];
}

export interface Expression {
  selectors: Selector[];
  /** Labels of `by (…)`. */
  grouping: string[];
  /** Syntax errors; empty if valid. */
  faults: string[];
}

export function readExpression(text: string): Expression {
  const read: Expression = { selectors: [], grouping: [], faults: [] };
  parser.parse(text).iterate({
    enter(node) {
      const words = text.slice(node.from, node.to);
      const parent = node.node.parent?.name;
      if (node.type.isError) read.faults.push(text.slice(Math.max(0, node.from - 20), node.to + 20));
      else if (node.name === 'Identifier' && parent === 'VectorSelector')
        read.selectors.push({ metric: words, matchers: [] });
      else if (node.name === 'LabelName' && parent === 'GroupingLabels') read.grouping.push(words);
      else if (node.name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(words) ?? [];
        read.selectors.at(-1)?.matchers.push({ label, operator, value });
      }
    },
  });
  return read;
}
