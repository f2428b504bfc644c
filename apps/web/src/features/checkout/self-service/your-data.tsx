import {
  type DataRequestKind,
  dataLinkAnswer,
  dataLinkRequest,
} from '@meridian/contracts/personal-data/data-requests';
import { provider } from '@meridian/contracts/provider';
import { Button } from '@meridian/ui/button';
import { TextField } from '@meridian/ui/text-field';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { callApi } from '../../../api/call.ts';
import { DataLink } from './data-link.tsx';

const { grievanceOfficer: officer } = provider;
const sent =
  'If we hold anything about this address, a link is on its way to it. Please look among spam, too. If none comes, we hold nothing.';
const notSent = `This site sends no e-mail just now. Please write to ${officer.name}, ${officer.email}.`;

/** @returns the token after `#data=`, which browsers send to no server */
const linkIn = (hash: string) => /^#data=([0-9a-f]{40})$/.exec(hash)?.[1];

/** Asks for a link to what is held about an address; the answer is the same for every address. */
export function YourData() {
  const { hash } = useLocation();
  const [link, setLink] = useState<string>();
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<DataRequestKind>();
  const [said, setSaid] = useState<string>();

  useEffect(() => setLink(linkIn(hash)), [hash]);

  async function ask(kind: DataRequestKind): Promise<void> {
    const request = dataLinkRequest.safeParse({ email, kind });
    if (!request.success) return setFault(request.error.issues[0]?.message);
    setFault(undefined);
    setBusy(kind);
    const result = await callApi('/api/data-requests', request.data);
    setBusy(undefined);
    if ('error' in result) return setFault(result.error.message);
    setSaid(dataLinkAnswer.safeParse(result.data).data?.by === 'mail' ? sent : notSent);
  }

  if (link !== undefined) return <DataLink link={link} />;
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void ask('access');
      }}
      className="mt-10 max-w-text"
    >
      <h2 className="mb-3 text-xl">What do we hold about you?</h2>
      <p className="mb-4 text-ink-soft">
        We send a link to the address. It shows your data, or erases what the law does not make us keep.
      </p>
      <TextField
        id="your-data-email"
        label="Your e-mail address"
        type="email"
        autoComplete="email"
        value={email}
        error={fault}
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
          onClick={() => void ask('erasure')}
        >
          Erase my data
        </Button>
      </div>
      <p role="status" className="mt-3 font-semibold text-brand-strong empty:hidden">
        {said}
      </p>
    </form>
  );
}
