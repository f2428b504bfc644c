import type { ReactNode } from 'react';
import type { FormNotice } from './use-lead-form.ts';

/**
 * Messages about the whole form: the number of invalid fields, and a message whose toast could not be shown.
 */
export function FormMessages({
  faults,
  notice,
  children,
}: {
  /** Number of invalid fields. A single invalid field gets the focus, so screen readers read its message. */
  faults: number;
  notice?: FormNotice;
  children?: ReactNode;
}) {
  return (
    <>
      <div role="alert" className="grid gap-1 text-sm font-semibold text-alert-strong empty:hidden">
        {faults > 1 ? <p>Please check the {faults} marked fields.</p> : null}
        {notice?.kind === 'error' ? <p>{notice.message}</p> : null}
      </div>
      <div role="status" className="grid gap-3 empty:hidden">
        {notice?.kind === 'success' ? (
          <p className="font-semibold text-brand-strong">{notice.message}</p>
        ) : null}
        {children}
      </div>
    </>
  );
}
