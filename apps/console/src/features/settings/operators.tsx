import type { OperatorRow } from '@meridian/contracts/operators/console/operators';
import { isRole, type Role, roleDescriptions, roles } from '@meridian/contracts/operators/console/roles';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { ActionButton, ActionDialog, useAction } from '../../parts/act.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectField, TextField, textOf } from '../../parts/form-fields.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';
import { Sessions } from './sessions.tsx';

function LinkNote({ link }: { link: string }) {
  return (
    <p role="status" className="rounded-md bg-brand-soft p-3 break-all">
      Send this link to the operator. It can be used once and expires in 72 hours:{' '}
      <code className="select-all">{link}</code>
    </p>
  );
}

function RoleField({ id, role }: { id: string; role?: Role }) {
  return (
    <SelectField id={id} name="role" label="Role" defaultValue={role}>
      {roles.map((name) => (
        <option key={name} value={name}>
          {name}: {roleDescriptions[name]}
        </option>
      ))}
    </SelectField>
  );
}

function Invite({ onLink }: { onLink(link: string): void }) {
  const { run, isLoading, error } = useAction('operators.invite');
  const { hash, key } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  // Runs in an effect, because the hash can also change while the page is open.
  useEffect(() => {
    if (hash === '#invite' && key !== '') field.current?.focus();
  }, [hash, key]);
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const role = textOf(form, 'role');
    if (!isRole(role)) return;
    const invited = await run({ email: textOf(form, 'email') ?? '', role });
    if (invited) onLink(invited.link);
  }
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3">
      <TextField
        id="invite-email"
        name="email"
        type="email"
        label="Invite by email address"
        autoComplete="off"
        required
        ref={field}
        error={error ? messageOf(error) : undefined}
      />
      <RoleField id="invite-role" />
      <Button type="submit" size="sm" busy={isLoading} className="justify-self-start">
        Create link
      </Button>
    </form>
  );
}

function RoleDialog({ operator: { email, role }, onClose }: { operator: OperatorRow; onClose(): void }) {
  return (
    <ActionDialog
      title={`Role of ${email}`}
      label="Change the role"
      action="operators.set-role"
      inputOf={(form) => {
        const chosen = textOf(form, 'role');
        return { email, role: isRole(chosen) ? chosen : role };
      }}
      consequences={["The new role applies from the operator's next request, also in open sessions."]}
      onClose={onClose}
    >
      <RoleField id="new-role" role={role} />
    </ActionDialog>
  );
}

const stateOf = ({ disabled_at: disabled, ready }: OperatorRow) =>
  disabled ? 'disabled' : ready ? '' : 'second factor missing';

function Operator({ operator, onLink }: { operator: OperatorRow; onLink(link: string): void }) {
  const me = useOperator();
  const { email } = operator;
  const [sees, setSees] = useState(false);
  const [changesRole, setChangesRole] = useState(false);
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
            , last seen <Timestamp iso={operator.last_seen_at} />
          </>
        ) : null}
      </div>
      {email === me.email ? null : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" tone="quiet" aria-expanded={sees} onClick={() => setSees(!sees)}>
            Sessions
          </Button>
          <Button size="sm" tone="quiet" onClick={() => setChangesRole(true)}>
            Role
          </Button>
          {operator.disabled_at ? (
            <ActionButton action="operators.enable" input={{ email }} tone="quiet">
              Enable
            </ActionButton>
          ) : (
            <>
              <ActionButton
                action="operators.reset-2fa"
                input={{ email }}
                tone="quiet"
                onDone={({ link }) => onLink(link)}
              >
                Reset sign-in
              </ActionButton>
              <ActionButton action="operators.disable" input={{ email }} tone="quiet">
                Disable
              </ActionButton>
            </>
          )}
        </div>
      )}
      {sees ? <Sessions operator={operator.id} /> : null}
      {changesRole ? <RoleDialog operator={operator} onClose={() => setChangesRole(false)} /> : null}
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
