/**
 * The document carries the rules of the style sheet that its markup uses. Before the page is hydrated the others follow
 * as a sheet of their own, so that the browser computes the styles only of elements that they match.
 */

/** @returns each rule of a sheet with one rule a line, within the at-rules around it */
function* rulesOf(sheet: string): Generator<string> {
  let open = '';
  for (const line of sheet.split('\n')) {
    if (line === '' || line.endsWith('{')) open = line;
    else if (!line.startsWith('}')) yield open + line + '}'.repeat(open.split('{').length - 1);
  }
}

/** @returns the rules of a sheet that its part in the document does not have */
export function missingRules(sheet: string, part: string): string {
  const carried = new Set(rulesOf(part));
  return [...rulesOf(sheet)].filter((rule) => !carried.has(rule)).join('\n');
}

/** Adds the rules that the document does not carry. It waits while the site cannot be reached. */
export async function addLaterRules(): Promise<void> {
  const style = document.querySelector<HTMLStyleElement>('style[data-rest]');
  const address = style?.dataset.rest;
  if (!address) return;
  for (;;) {
    try {
      const answer = await fetch(address);
      if (!answer.ok) break;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(missingRules(await answer.text(), style.textContent));
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      return;
    } catch {
      if (!('adoptedStyleSheets' in document)) break;
      await window.early?.again();
    }
  }
  // An older browser, or a build that is gone: the whole sheet, at the price of another layout.
  const whole = document.querySelector<HTMLLinkElement>('style[data-rest] + link');
  if (whole) whole.disabled = false;
}
