/** Accepts an invitation: asks for a name and a password, then for a code of the authenticator app. */
import { roleDescriptions } from '@meridian/contracts/operators/console/roles';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { TextField } from '@meridian/ui/text-field';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { encode } from 'uqr';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { CodeField } from '../../parts/form-fields.tsx';
import { Frame } from './frame.tsx';

const textOf = (event: FormEvent<HTMLFormElement>, name: string) =>
  String(new FormData(event.currentTarget).get(name) ?? '');

function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 3 }), [text]);
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 rounded-md bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function SecondFactor({ uri }: { uri: string }) {
  const navigate = useNavigate();
  const [confirm, { isLoading, error }] = api.useSecondFactorMutation();
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const result = await confirm({ code: textOf(event, 'code') });
    if (!result.error) await navigate('/', { replace: true });
  }
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-4">
      <p>
        Scan the QR code with an authenticator app, or type the key into the app. Then enter the code that the
        app shows.
      </p>
      <QrCode text={uri} />
      <p>
        Key: <code className="break-all select-all">{secret}</code>
      </p>
      <CodeField id="code" autoFocus error={error ? messageOf(error) : undefined} />
      <Button type="submit" busy={isLoading}>
        Finish
      </Button>
    </form>
  );
}

export function InvitationScreen() {
  const [token] = useState(() => window.location.hash.slice(1));
  // The token is kept only in memory. If it stayed in the history, the next person at this browser could use
  // the link. The address changes in an effect, because React may discard a render and repeat it.
  useEffect(() => window.history.replaceState(null, '', window.location.pathname), []);
  const invitation = api.useInvitationQuery(token);
  const [accept, accepted] = api.useAcceptMutation();
  if (accepted.data) {
    return (
      <Frame title="Set up two-factor sign-in">
        <SecondFactor uri={accepted.data.totp_uri} />
      </Frame>
    );
  }
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    await accept({ token, name: textOf(event, 'name'), password: textOf(event, 'password') });
  }
  return (
    <Frame title="Welcome">
      {invitation.error ? <FailureNotice error={invitation.error} /> : null}
      {invitation.isLoading ? <Loading /> : null}
      {invitation.data ? (
        <form onSubmit={(event) => void send(event)} className="grid gap-4">
          <p>
            You sign in as <strong>{invitation.data.email}</strong>. Your role, {invitation.data.role},{' '}
            {roleDescriptions[invitation.data.role]}.
          </p>
          <input type="hidden" autoComplete="username" value={invitation.data.email} readOnly />
          <TextField
            id="name"
            name="name"
            label="Your name"
            autoComplete="name"
            maxLength={100}
            required
            autoFocus
          />
          <TextField
            id="password"
            name="password"
            label="A password, at least 12 characters"
            type="password"
            autoComplete="new-password"
            minLength={12}
            maxLength={128}
            required
            error={accepted.error ? messageOf(accepted.error) : undefined}
          />
          <Button type="submit" busy={accepted.isLoading}>
            Continue
          </Button>
        </form>
      ) : null}
    </Frame>
  );
}
