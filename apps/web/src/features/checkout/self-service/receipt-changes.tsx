import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import { Loading } from '@meridian/ui/notice';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Dispatch } from '../../../api/store.ts';
import { lazyPart } from '../../../routing/lazy-part.tsx';
import { dropPageHash, usePageHash } from '../../../routing/page-hash.ts';
import { NoScriptNotice } from '../../leads/public.ts';
import { Collapsible } from '../attendees/collapsible.tsx';
import { receiptApi } from '../receipt/receipt-api.ts';

const ChangeBooking = lazyPart(async () => (await import('./change-booking.tsx')).ChangeBooking, <Loading />);
const ManageBooking = lazyPart(async () => (await import('./manage-booking.tsx')).ManageBooking, <Loading />);

const manageHash = /^#manage=([0-9a-f]{40})$/;

/**
 * The change forms, if the address contains the token of an emailed link. If not, and if the order is booked,
 * the section that starts a change.
 */
export function ReceiptChanges({ receipt, token }: { receipt: ReceiptData; token: string }) {
  const [opened, setOpened] = useState(false);
  const dispatch = useDispatch<Dispatch>();
  const link = manageHash.exec(usePageHash())?.[1];
  const isBooked = receipt.state === 'booked';
  if (!isBooked && link === undefined) return null;

  function refresh(): void {
    void dispatch(receiptApi.endpoints.receipt.initiate(token, { forceRefetch: true, subscribe: false }));
  }

  return (
    <section
      aria-label="Changes to the booking"
      className="border-t border-line px-5 pb-5 sm:px-8 print:hidden"
    >
      {link === undefined ? (
        <Collapsible
          title={
            receipt.statement?.called_off
              ? 'Choose another date or a refund'
              : 'Change or cancel this booking'
          }
          onOpen={() => setOpened(true)}
        >
          <NoScriptNotice>To change a booking, please turn on JavaScript in your browser.</NoScriptNotice>
          {opened ? <ChangeBooking token={token} /> : null}
        </Collapsible>
      ) : (
        <ManageBooking key={link} link={link} token={token} onChanged={refresh} onLeave={dropPageHash} />
      )}
    </section>
  );
}
