import { receiptLinksRequest } from '@meridian/contracts/enrolment/self-service';
import { Button } from '@meridian/ui/button';
import { TextField } from '@meridian/ui/text-field';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../api/call-query.ts';
import { contact } from '../../../content/contact.ts';
import { selfServiceApi } from './self-service-api.ts';

const sent =
  'If there are bookings with this address, we have emailed the links to it. Please also check your spam folder.';
function notSent(): string {
  const { phone, email } = contact();
  return `This site cannot send emails right now. Please call ${phone} or write to ${email}.`;
}

/** Emails an address the links to its bookings. The response is the same for every address. */
export function FindBookings() {
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string>();
  const [send, { data, error, isLoading }] = selfServiceApi.endpoints.sendReceiptLinks.useMutation();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const request = receiptLinksRequest.safeParse({ email });
    setFault(request.error?.issues[0]?.message);
    if (request.success) void send(request.data);
  }

  return (
    <form noValidate onSubmit={submit} className="mt-6 max-w-text">
      <h2 className="mb-3 text-xl">Lost the link to your booking?</h2>
      <TextField
        id="find-bookings-email"
        label="Email address of the booking"
        type="email"
        autoComplete="email"
        value={email}
        error={fault ?? messageOf(error)}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={isLoading} className="mt-4 max-sm:w-full">
        Send me the links
      </Button>
      <p role="status" className="mt-3 font-semibold text-brand-strong empty:hidden">
        {data && (data.by === 'mail' ? sent : notSent())}
      </p>
    </form>
  );
}
