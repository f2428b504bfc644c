/** A dialog of the console. */
import { Dialog as SharedDialog } from '@meridian/ui/dialog';
import { type ComponentProps, useEffect, useState } from 'react';

/** Gives the focus back to what opened it: a dialog that is taken out of the page without being closed drops it. */
export function Dialog(props: ComponentProps<typeof SharedDialog>) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    },
    [opener],
  );
  return <SharedDialog {...props} />;
}
