/** Renders pseudo-class states (hover, focus-visible) without pointer or keyboard. */
const pseudoClass = /(?<!\\):(hover|focus-visible)(?![\w-])/g;
const marked = '[data-state=';

export type Scheme = 'system' | 'light' | 'dark';
const schemeQuery = /\(prefers-color-scheme: ?(light|dark)\)/;
const originalMedia = new WeakMap<CSSMediaRule, string>();
let chosen: Scheme = 'system';

/** Makes a rule for a state, for example `:hover`, also apply to `data-state="hover"`. */
function extendSelector(rule: CSSStyleRule): void {
  if (rule.selectorText.includes(marked)) return;
  const extended = rule.selectorText.replace(pseudoClass, ':is(:$1, [data-state="$1"])');
  if (extended !== rule.selectorText) rule.selectorText = extended;
}

/** Makes a media rule follow the chosen colour scheme. */
function applyScheme(rule: CSSMediaRule): void {
  const media = originalMedia.get(rule) ?? rule.media.mediaText;
  const [, scheme] = schemeQuery.exec(media) ?? [];
  if (!scheme) return;
  originalMedia.set(rule, media);
  rule.media.mediaText = chosen === 'system' ? media : scheme === chosen ? 'screen' : 'not all';
}

function visit(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) extendSelector(rule);
    if (rule instanceof CSSMediaRule) applyScheme(rule);
    if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) visit(rule.cssRules);
  }
}

function adaptStyles(): void {
  for (const sheet of document.styleSheets) visit(sheet.cssRules);
}

/** Shows the catalogue in this colour scheme. */
export function chooseScheme(scheme: Scheme): void {
  chosen = scheme;
  document.documentElement.style.colorScheme = scheme === 'system' ? '' : scheme;
  adaptStyles();
}

/** Adapts the style sheets now and after each HMR update. */
export function followStyles(): void {
  adaptStyles();
  new MutationObserver(adaptStyles).observe(document.head, { childList: true, subtree: true });
}
