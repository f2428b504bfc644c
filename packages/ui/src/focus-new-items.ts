/** If no item is added within this time, the focus is not moved. */
const timeoutMs = 15_000;

/**
 * Moves the focus to the first item that is added to a list, unless the focus has moved elsewhere meanwhile.
 * @param list container of the items
 * @param requested the button that was clicked
 */
export function focusNewItems(list: Element, requested: Element): void {
  const count = list.childElementCount;
  const observer = new MutationObserver(() => {
    const item = list.children[count];
    if (!item) return;
    stop();
    if (document.activeElement !== requested && document.activeElement !== document.body) return;
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
