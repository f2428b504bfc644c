import { formatTimestamp } from '@meridian/contracts/format-time';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../api/call-query.ts';
import { ChangeForms } from './change-forms.tsx';
import { selfServiceApi } from './self-service-api.ts';
import { SendLink } from './send-link.tsx';

const over = {
  used: 'This link has already been used.',
  expired: 'This link is older than 15 minutes.',
};

/** The changes that an emailed link allows. Opening the link changes nothing. */
export function ManageBooking({
  link,
  token,
  onChanged,
  onLeave,
}: {
  link: string;
  token: string;
  onChanged(): void;
  onLeave(): void;
}) {
  const [isDone, setIsDone] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const { managedBooking, makeChange } = selfServiceApi.endpoints;
  const { currentData: answer, error, isError, refetch } = managedBooking.useQuery(link);
  const [make] = makeChange.useMutation();
  useEffect(() => title.current?.focus(), []);

  function finish(): void {
    setIsDone(true);
    onChanged();
  }

  function content(): ReactNode {
    if (isError)
      return (
        <>
          <p role="alert">{messageOf(error)}</p>
          <Button tone="outline" className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </>
      );
    if (!answer) return <Loading />;
    const { state, booking, expires_at: end } = answer;
    if (state !== 'open')
      return (
        <>
          <p>{over[state]}</p>
          <SendLink token={token} />
        </>
      );
    if (!booking || booking.changes.length === 0)
      return <p>This booking cannot be changed online now. Please contact us.</p>;
    return (
      <>
        <p className="mb-4 text-ink-soft">
          You can make one change with this link, until {formatTimestamp(end)}.
        </p>
        <ChangeForms booking={booking} send={(change) => make({ link, change })} onDone={finish} />
      </>
    );
  }

  return (
    <div className="pt-5">
      <h2 ref={title} tabIndex={-1} className="mb-2 text-xl outline-none">
        Change your booking
      </h2>
      {content()}
      <Button tone="quiet" size="sm" className="mt-4" onClick={onLeave}>
        {isDone ? 'Close' : 'Keep the booking'}
      </Button>
    </div>
  );
}
