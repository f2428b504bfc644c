import { Dialog as SharedDialog } from '@meridian/ui/dialog';
import { type ComponentProps, useEffect, useState } from 'react';

/** @returns whether the text of a field was changed */
const isTyped = (field: HTMLInputElement | HTMLTextAreaElement) => field.value !== field.defaultValue;

const mayDiscard = (dialog: HTMLDialogElement) =>
  ![
    ...dialog.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=radio], [type=hidden])'),
    ...dialog.querySelectorAll('textarea'),
  ].some(isTyped) || window.confirm('Discard your changes?');

/**
 * A dialog of the console. Escape closes it, after a confirmation if something was typed. While `isBusy`,
 * Escape does nothing. When the dialog is removed, the focus returns to the element that opened it.
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
