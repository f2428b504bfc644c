import { type DataRequestKind, dataLinkRequest } from '@meridian/contracts/privacy/data-requests';
import { instance } from '@meridian/contracts/site/instance';
import { Button } from '@meridian/ui/button';
import { TextField } from '@meridian/ui/text-field';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../api/call-query.ts';
import { usePageHash } from '../../../routing/page-hash.ts';
import { DataLink } from './data-link.tsx';
import { selfServiceApi } from './self-service-api.ts';

const sent =
  'If we hold anything about this address, we have emailed a link to it. Please also check your spam folder. If no email arrives, we hold nothing about it or could not deliver the email.';
function notSent(): string {
  const { name, email } = instance().grievance;
  return `This site cannot send emails right now. Please write to ${name}, ${email}.`;
}

/** @returns the token after `#data=`; browsers do not send the hash to a server */
const linkIn = (hash: string) => /^#data=([0-9a-f]{40})$/.exec(hash)?.[1];

/**
 * Requests an emailed link to the personal data of an address. The response is the same for every address.
 */
export function YourData() {
  const link = linkIn(usePageHash());
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string>();
  const [send, { data, error, isLoading, originalArgs }] =
    selfServiceApi.endpoints.sendDataLink.useMutation();

  function request(kind: DataRequestKind): void {
    const input = dataLinkRequest.safeParse({ email, kind });
    setFault(input.error?.issues[0]?.message);
    if (input.success) void send(input.data);
  }

  const busy = isLoading ? originalArgs?.kind : undefined;
  if (link !== undefined) return <DataLink link={link} />;
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        request('access');
      }}
      className="mt-10 max-w-text"
    >
      <h2 className="mb-3 text-xl">What do we hold about you?</h2>
      <p className="mb-4 text-ink-soft">
        We send a link to the address. With it you can see your data, or ask us to erase everything that the
        law does not require us to keep.
      </p>
      <TextField
        id="your-data-email"
        label="Your email address"
        type="email"
        autoComplete="email"
        value={email}
        error={fault ?? messageOf(error)}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" busy={busy === 'access'} className="max-sm:w-full">
          Show me my data
        </Button>
        <Button
          tone="outline"
          busy={busy === 'erasure'}
          className="max-sm:w-full"
          onClick={() => request('erasure')}
        >
          Erase my data
        </Button>
      </div>
      <p role="status" className="mt-3 font-semibold text-brand-strong empty:hidden">
        {data && (data.by === 'mail' ? sent : notSent())}
      </p>
    </form>
  );
}
