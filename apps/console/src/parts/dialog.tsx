/** A dialog of the console. */
import { Dialog as SharedDialog } from '@meridian/ui/dialog';
import { type ComponentProps, useEffect, useState } from 'react';

/** The value of a checkbox or radio button is not typed. */
const isTyped = (field: HTMLInputElement | HTMLTextAreaElement) => field.value !== field.defaultValue;

const mayDiscard = (dialog: HTMLDialogElement) =>
  ![
    ...dialog.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=radio], [type=hidden])'),
    ...dialog.querySelectorAll('textarea'),
  ].some(isTyped) || window.confirm('Discard your changes?');

/**
 * Escape closes it: it asks first if something was typed, and does nothing while `isBusy`. Gives the focus back to what
 * opened it: a dialog that is taken out of the page without being closed drops it.
 */
export function Dialog({
  isBusy = false,
  ...props
}: ComponentProps<typeof SharedDialog> & { isBusy?: boolean }) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    },
    [opener],
  );
  return <SharedDialog {...props} closesOnEscape={(dialog) => !isBusy && mayDiscard(dialog)} />;
}
