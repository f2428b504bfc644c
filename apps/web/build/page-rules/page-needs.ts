/** Which rules of a sheet a page can leave for later. */
import { overlap, type StyleRule } from './style-rules.ts';

type Needs = StyleRule['needs'];

/** Every page has the rule. */
const always: Needs = [[]];
/** No page has it. */
const never: Needs = [];
/** What the loader makes by itself. */
const byLoader = '.load-failure';
/** Initial values for browsers without `@property`, which have neither colour mixing nor container queries. */
const oldBrowsers = 'properties';
/** Elements that every document has. */
const everywhere = new Set(['html', 'body']);
/** An animation, which others use by its name. `@property` is on every page: a late one has all elements styled again. */
const animation = /^@keyframes ([\w-]+)/;

/** Whether each page that has the other rule has this one as well. */
function comesWith(one: StyleRule, other: StyleRule): boolean {
  return other.needs.every((words) =>
    one.needs.some((needed) => needed.every((word) => words.includes(word))),
  );
}

/** Whether the second one, behind the first one in the sheet, wins only because of that. */
function winsByOrder(one: StyleRule, other: StyleRule): boolean {
  return (
    one.layer === other.layer &&
    one.specificity === other.specificity &&
    one.isImportant === other.isImportant &&
    overlap(one, other)
  );
}

/** What has been left out comes behind all rules of the page: where that changes what wins, the rule stays. */
function keepsOrder(rule: StyleRule, behind: readonly StyleRule[]): boolean {
  return behind.every((other) => !winsByOrder(rule, other) || comesWith(rule, other));
}

function distinct(needs: Needs): Needs {
  const byText = new Map(
    needs
      .map((words) => words.filter((word) => !everywhere.has(word)))
      .map((words) => [words.join(' '), words]),
  );
  return byText.has('') || needs.some((words) => words.includes(byLoader)) ? always : [...byText.values()];
}

/**
 * Completes what rules need of a page.
 * @param rules in the order of the sheet
 * @param isStepped whether the order of the rules of a layer does not matter, because of its steps
 */
export function withPageNeeds(
  rules: readonly StyleRule[],
  isStepped: (layer: string) => boolean,
): StyleRule[] {
  const kept = rules.map((rule, index) =>
    rule.layer === oldBrowsers
      ? { ...rule, needs: never }
      : isStepped(rule.layer) || keepsOrder(rule, rules.slice(index + 1))
        ? rule
        : { ...rule, needs: always },
  );
  return kept.map((rule) => {
    const [, name] = animation.exec(rule.text) ?? [];
    if (!name) return { ...rule, needs: distinct(rule.needs) };
    const users = kept.filter(({ text }) => !animation.test(text) && text.includes(name));
    return { ...rule, needs: distinct(users.flatMap(({ needs }) => needs)) };
  });
}
