import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { messageOf } from '../../../api/call-query.ts';
import { ChangeForms } from './change-forms.tsx';
import { selfServiceApi } from './self-service-api.ts';
import { SendLink } from './send-link.tsx';

/**
 * Starts a change of the booking. Offers to email a link to the payer. If emails are off, shows forms that
 * send a request to an operator.
 */
export function ChangeBooking({ token }: { token: string }) {
  const { bookingChanges, requestChange } = selfServiceApi.endpoints;
  const { currentData: answer, error, isError, refetch } = bookingChanges.useQuery(token);
  const [request] = requestChange.useMutation();
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
  const { by, closed, email_hint: hint, changes, booking } = answer;
  if (closed !== undefined) return <p>{closed}</p>;
  if (changes.length === 0) return <p>This booking cannot be changed online now. Please contact us.</p>;
  if (by === 'link')
    return (
      <>
        <p>
          To verify that it is you, we send a link to the email address of the order. The link opens a page
          with the changes that are possible now. You see the refund before you confirm.
        </p>
        <SendLink token={token} hint={hint} />
      </>
    );
  return booking ? (
    <ChangeForms booking={booking} isRequest send={(change) => request({ token, change })} />
  ) : null;
}
