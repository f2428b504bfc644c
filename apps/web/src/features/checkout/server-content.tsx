import './server-content.css';
import { serverContentId } from '@meridian/contracts/site/server-content';
import { useLayoutEffect } from 'react';
import type { UseFormSetValue } from 'react-hook-form';
import type { CheckoutAnswers } from './form/billing-form.ts';

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

/** Removes the server's content once the page shows its own. @param setValue gets what was typed into its form meanwhile */
export function useTakeOver(setValue?: UseFormSetValue<CheckoutAnswers>): void {
  useLayoutEffect(() => {
    const place = document.getElementById(id);
    if (!place?.firstChild) return;
    const active = place.contains(document.activeElement) ? document.activeElement : null;
    const typed = [...place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[id^="native-"]')];
    for (const { name, value } of typed)
      if (value !== '') setValue?.(name as keyof CheckoutAnswers, value as never, { shouldDirty: true });
    const name = active?.getAttribute('name');
    place.replaceChildren();
    if (name)
      document.querySelector<HTMLElement>(`form[name="checkout"] [name="${CSS.escape(name)}"]`)?.focus();
  }, [setValue]);
}

/** Removes the server's content if no form replaces it. */
export function TakeOver(): null {
  useTakeOver();
  return null;
}
