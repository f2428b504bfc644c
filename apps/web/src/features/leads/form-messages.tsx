import type { ReactNode } from 'react';
import type { FormNotice } from './use-lead-form.ts';

/** Messages of the whole form: the number of invalid fields, and what a toast could not show. */
export function FormMessages({
  faults,
  notice,
  children,
}: {
  /** Number of invalid fields. A single one gets the focus, and is read with its message. */
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
