import './server-content.css';
import { serverContentId } from '@meridian/contracts/site/server-content';
import { useLayoutEffect } from 'react';

const id = serverContentId;
const nothing = { __html: '' };

/**
 * The place where the server writes the checkout of browsers without scripts, for each request. React leaves what is in
 * it. If it is filled, the following content is hidden until the page's own form is loaded.
 */
export function ServerContent() {
  return <div id={id} dangerouslySetInnerHTML={nothing} suppressHydrationWarning />;
}

/** @returns whether the visitor is in the server's form */
export function isTyping(): boolean {
  return document.getElementById(id)?.contains(document.activeElement) ?? false;
}

/** Removes the server's content once the page shows its own. @param take gets each value of its form, by its field's name */
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

/** Removes the server's content if no form replaces it. */
export function TakeOver(): null {
  useTakeOver();
  return null;
}
