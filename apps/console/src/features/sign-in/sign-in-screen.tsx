import { Button } from '@meridian/ui/button';
import { KeyRound } from '@meridian/ui/icons';
import { TextField } from '@meridian/ui/text-field';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { CodeField } from '../../parts/form-fields.tsx';
import { ownAddress } from '../../parts/next-address.ts';
import { OidcButton } from '../../parts/oidc-button.tsx';
import { askForPasskey, hasPasskeys } from '../../session/passkeys.ts';
import { Frame } from './frame.tsx';

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '');

export function SignInScreen() {
  const next = ownAddress(new URLSearchParams(useLocation().search).get('next'));
  const navigate = useNavigate();
  const [signIn, { isLoading }] = api.useSignInMutation();
  const [optionsOf, asking] = api.usePasskeyOptionsMutation();
  const [byPasskey] = api.useSignInByPasskeyMutation();
  const [problem, setProblem] = useState('');

  function finish(error: unknown): void {
    if (error) setProblem(messageOf(error));
    else void navigate(next, { replace: true });
  }
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setProblem('');
    const [email, password, code] = [textOf(form, 'email'), textOf(form, 'password'), textOf(form, 'code')];
    finish((await signIn({ email, password, code })).error);
  }
  async function passkey(): Promise<void> {
    setProblem('');
    const options = await optionsOf();
    if (!options.data) return finish(options.error);
    const response = await askForPasskey(options.data);
    if (response) finish((await byPasskey(response)).error);
  }
  return (
    <Frame title="Sign in">
      <form onSubmit={(event) => void send(event)} className="grid gap-4">
        <TextField
          id="email"
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <TextField
          id="password"
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <CodeField id="code" />
        <p role="alert" className="font-semibold text-alert-strong empty:hidden">
          {problem}
        </p>
        <Button type="submit" busy={isLoading}>
          Sign in
        </Button>
      </form>
      {hasPasskeys() ? (
        <Button tone="outline" busy={asking.isLoading} onClick={() => void passkey()}>
          <KeyRound aria-hidden="true" className="size-5" /> Use a passkey
        </Button>
      ) : null}
      <OidcButton next={next} onProblem={setProblem} />
      <p className="text-ink-soft">
        No account, or a lost phone? Ask an admin for a link (<code>ops operators invite</code>, or{' '}
        <code>ops operators reset-2fa</code> for a lost phone).
      </p>
    </Frame>
  );
}
