import './server-content.css';
import { serverContentId } from '@meridian/contracts/site/server-content';
import { useLayoutEffect } from 'react';

const id = serverContentId;
const nothing = { __html: '' };

/**
 * Element into which the server writes the checkout for browsers without scripts, at each request. React does
 * not change its content. While it has content, the elements after it are hidden. The page's own form removes
 * the content.
 */
export function ServerContent() {
  return <div id={id} dangerouslySetInnerHTML={nothing} suppressHydrationWarning />;
}

/** @returns whether the focus is in the server's form */
export function isTyping(): boolean {
  return document.getElementById(id)?.contains(document.activeElement) ?? false;
}

/**
 * Removes the server's content when the page shows its own form.
 * @param take called with the name and value of each field that has a value
 */
export function useTakeOver(take?: (name: string, value: string) => void): void {
  useLayoutEffect(() => {
    const place = document.getElementById(id);
    if (!place?.firstChild) return;
    const active = place.contains(document.activeElement) ? document.activeElement : null;
    const typed = [...place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[id^="native-"]')];
    for (const { name, value } of typed) if (value !== '') take?.(name, value);
    const name = active?.getAttribute('name');
    place.replaceChildren();
    if (name)
      document.querySelector<HTMLElement>(`form[name="checkout"] [name="${CSS.escape(name)}"]`)?.focus();
  }, [take]);
}

/** Removes the server's content where no form replaces it. */
export function TakeOver(): null {
  useTakeOver();
  return null;
}
