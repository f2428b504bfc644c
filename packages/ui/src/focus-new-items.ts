/** After this time the visitor has moved on. */
const timeoutMs = 15_000;

/**
 * Puts the focus on the first item that a list gains, so that whoever asked for more goes on where it begins. A
 * visitor who has gone elsewhere meanwhile is left there.
 *
 * @param list holds the items
 * @param asked the button that was pressed
 */
export function focusNewItems(list: Element, asked: Element): void {
  const count = list.childElementCount;
  const observer = new MutationObserver(() => {
    const item = list.children[count];
    if (!item) return;
    stop();
    if (document.activeElement !== asked && document.activeElement !== document.body) return;
    const summary = item.querySelector<HTMLElement>(':scope > summary');
    if (summary) summary.focus();
    else if (item instanceof HTMLElement) {
      item.tabIndex = -1;
      item.focus();
    }
  });
  const timer = setTimeout(() => stop(), timeoutMs);
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
  }
  observer.observe(list, { childList: true });
}
