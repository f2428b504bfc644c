import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { useCallback } from 'react';
import { ChangeForms } from './change-forms.tsx';
import { readChanges, requestChange } from './self-service-calls.ts';
import { SendLink } from './send-link.tsx';
import { useAnswer } from './use-answer.ts';

/** The way to a change: a link by mail, or a request to us where no mails are sent. */
export function ChangeBooking({ token }: { token: string }) {
  const read = useCallback(() => readChanges(token), [token]);
  const { answer, again } = useAnswer(read);
  if (!answer) return <Loading />;
  if ('message' in answer)
    return (
      <>
        <p role="alert">{answer.message}</p>
        <Button tone="outline" className="mt-3" onClick={() => void again()}>
          Try again
        </Button>
      </>
    );
  const { by, closed, email_hint: hint, changes, booking } = answer.data;
  if (closed !== undefined) return <p>{closed}</p>;
  if (changes.length === 0) return <p>The course has begun: please contact us.</p>;
  if (by === 'link')
    return (
      <>
        <p>
          You can put other people in the seats, move to another batch, or cancel seats; the refund is shown
          before. To be sure that it is you, we send a link to the e-mail address of the order.
        </p>
        <SendLink token={token} hint={hint} />
      </>
    );
  return booking ? (
    <ChangeForms booking={booking} isRequest send={(requested) => requestChange(token, requested)} />
  ) : null;
}
