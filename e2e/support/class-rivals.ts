/**
 * Finds classes of one element that set the same properties in the same state: which of them wins would be chance. Runs
 * in the page, on every sheet that is in use.
 */
export function classRivals(): string[] {
  const kinds = new Map<string, string>();
  function read(list: CSSRuleList, around: string): void {
    for (const rule of list) {
      const [, name, state = ''] =
        (rule instanceof CSSStyleRule && /^\.((?:\\.|[\w-])+)(:[\w-]+|)$/.exec(rule.selectorText)) || [];
      if (rule instanceof CSSStyleRule) {
        const plain = name?.replaceAll('\\', '');
        if (plain) kinds.set(plain, `${around}${state} ${[...rule.style].join()}`);
      } else if (rule instanceof CSSLayerBlockRule) read(rule.cssRules, around);
      else if (rule instanceof CSSGroupingRule) read(rule.cssRules, `${around}${rule.cssText.split('{')[0]}`);
    }
  }
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  for (const sheet of sheets)
    if (!sheet.disabled)
      for (const rule of sheet.cssRules) if (rule instanceof CSSLayerBlockRule) read(rule.cssRules, '');
  const found = new Set<string>();
  for (const { classList } of document.querySelectorAll('[class]')) {
    const known = [...classList].filter((name) => kinds.has(name));
    const byKind = Map.groupBy(known, (name) => kinds.get(name));
    for (const names of byKind.values()) if (names.length > 1) found.add(names.join(' '));
  }
  return kinds.size > 100 ? [...found] : ['no rules'];
}
