import { expect, type Locator, type Page } from '@playwright/test';

/** Runs in the page. @returns why the focused element is not clearly visible */
function unseenFocus(): string[] {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return ['nothing has the focus'];
  const name = `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;

  const [box] = element.getClientRects();
  if (!box || box.width < 2 || box.height < 2) return [`${name} has no size`];
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  const exists = top !== null && (element.contains(top) || top.contains(element));
  const isCovered = exists && top !== element && getComputedStyle(top).position === 'sticky';
  if (!exists || isCovered) {
    const cover = top ? `${top.tagName.toLowerCase()}.${top.className}`.slice(0, 60) : 'the window’s edge';
    return [`${name} at ${Math.round(x)}, ${Math.round(y)} is hidden by ${cover}`];
  }

  const look = () => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    return { outline: outlineStyle === 'none' ? 'none' : `${outlineWidth} ${outlineColor}`, boxShadow };
  };
  const focused = look();
  element.blur();
  const unfocused = look();
  element.focus({ preventScroll: true });
  if (focused.outline === unfocused.outline && focused.boxShadow === unfocused.boxShadow) {
    return [`${name} looks the same without the focus: ${JSON.stringify(focused)}`];
  }
  return [];
}

/** Asserts that the focused element is in view, not covered, and has a focus mark. */
export async function expectFocusSeen(page: Page): Promise<void> {
  // Polled, because the page scrolls to the focused element after the key event.
  await expect.poll(() => page.evaluate(unseenFocus)).toEqual([]);
}

/**
 * @returns whether the focus is in the open modal, or in the browser's own controls that follow the modal
 */
export function focusIsInModal(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement, body } = document;
    return activeElement === body || activeElement?.closest('dialog[open]') !== null;
  });
}

/**
 * Presses Tab until the target has the focus. Checks the focus at every stop.
 * @param key `Shift+Tab` goes back
 * @throws Error after 150 stops
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stops = 0; stops < 150; stops += 1) {
    await page.keyboard.press(key);
    // After the last control of a modal, the focus moves to the browser's own controls.
    if (await page.evaluate(() => document.activeElement === document.body)) continue;
    await expectFocusSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not reach ${target}`);
}
