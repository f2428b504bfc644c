import type { OperatorRow } from '@meridian/contracts/console/operators';
import { isRole, roleDescriptions, roles } from '@meridian/contracts/console/roles';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { TextField } from '@meridian/ui/text-field';
import { toasts } from '@meridian/ui/toast';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { useOperator } from '../../app/session-context.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useDeed } from '../../parts/proof.tsx';
import { Sessions } from './sessions.tsx';

function LinkNote({ link }: { link: string }) {
  return (
    <p role="status" className="rounded-md bg-brand-soft p-3 break-all">
      Send this link to them; it works once, for 72 hours: <code className="select-all">{link}</code>
    </p>
  );
}

function Invite({ onLink }: { onLink(link: string): void }) {
  const [invite, { isLoading, error }] = api.useInviteMutation();
  const run = useDeed();
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const role = String(form.get('role'));
    if (!isRole(role)) return;
    const { data } = await run(() => invite({ email: String(form.get('email') ?? ''), role }));
    if (data) onLink(data.link);
  }
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3">
      <TextField
        id="invite-email"
        name="email"
        type="email"
        label="Invite by e-mail address"
        autoComplete="off"
        required
        error={error ? messageOf(error) : undefined}
      />
      <label htmlFor="invite-role" className="grid gap-1 font-semibold">
        Role
        <select
          id="invite-role"
          name="role"
          className="h-11 rounded-md border border-line-strong bg-surface px-3 font-normal"
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {role}: {roleDescriptions[role]}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" size="sm" busy={isLoading} className="justify-self-start">
        Make a link
      </Button>
    </form>
  );
}

const stateOf = ({ disabled_at: disabled, ready }: OperatorRow) =>
  disabled ? 'disabled' : ready ? '' : 'second factor missing';

function Operator({ operator, onLink }: { operator: OperatorRow; onLink(link: string): void }) {
  const me = useOperator();
  const [disable] = api.useDisableMutation();
  const [reset] = api.useResetMutation();
  const run = useDeed();
  const { email } = operator;
  async function resetIt(): Promise<void> {
    const { data, error } = await run(() => reset({ email }));
    if (data) onLink(data.link);
    else toasts.error(messageOf(error));
  }
  async function disableIt(): Promise<void> {
    const { error } = await run(() => disable({ email }));
    if (error) toasts.error(messageOf(error));
    else toasts.success('Disabled: all sessions are over.');
  }
  const [sees, setSees] = useState(false);
  return (
    <li className="grid gap-1 border-t border-line py-2 first:border-0">
      <div className="break-all">
        <strong>{email}</strong> {operator.role}{' '}
        <span className="text-alert-strong">{stateOf(operator)}</span>
      </div>
      <div className="text-xs text-ink-soft">
        {operator.name}
        {operator.last_seen_at ? (
          <>
            , last seen <Moment iso={operator.last_seen_at} />
          </>
        ) : null}
      </div>
      {email === me.email ? null : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" tone="quiet" aria-expanded={sees} onClick={() => setSees(!sees)}>
            Sessions
          </Button>
          <Button size="sm" tone="quiet" onClick={() => void resetIt()}>
            Lost phone
          </Button>
          {operator.disabled_at ? null : (
            <Button size="sm" tone="quiet" onClick={() => void disableIt()}>
              Disable
            </Button>
          )}
        </div>
      )}
      {sees ? <Sessions operator={operator.id} /> : null}
    </li>
  );
}

export function Operators() {
  const { data, error, refetch } = api.useOperatorsQuery();
  const [link, setLink] = useState('');
  if (!data) return error ? <FailureNotice error={error} retry={refetch} /> : <Loading />;
  return (
    <div className="grid gap-4">
      <ul>
        {data.map((operator) => (
          <Operator key={operator.id} operator={operator} onLink={setLink} />
        ))}
      </ul>
      {link === '' ? null : <LinkNote link={link} />}
      <Invite onLink={setLink} />
    </div>
  );
}
