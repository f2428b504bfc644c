import type { SalesState } from '@meridian/contracts/operators/actions/sales';
import { Timestamp } from './timestamp.tsx';

/** Whether sales are open, since when, and by whom they were opened or closed. */
export function SalesStateText({ sales: { open, since, changed_by: by } }: { sales: SalesState }) {
  return (
    <p>
      <strong>Sales have been {open ? 'open' : 'closed'}</strong> since <Timestamp iso={since} />
      {by === null ? '' : `, by ${by}`}.{open ? '' : ' The site takes enquiries only.'}
    </p>
  );
}
