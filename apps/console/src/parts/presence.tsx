/** Who else works on this: two operators do not do the same twice. */
import type { PresenceRow, PresenceSubject } from '@meridian/contracts/console/presence';
import { Button } from '@meridian/ui/button';
import { toasts } from '@meridian/ui/toast';
import { useEffect } from 'react';
import { api, followed } from '../api/api.ts';
import { messageOf } from '../api/failure.ts';
import { useOperator } from '../app/session-context.ts';
import { Moment } from './moment.tsx';

/** The server forgets an open page after 75 seconds. */
const stillOpenMs = 30_000;

/** Tells the server that the page is open, while it is in sight. */
function useOpenPage(kind: PresenceSubject, id: string): void {
  const [open] = api.useOpenPresenceMutation();
  const [close] = api.useClosePresenceMutation();
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState === 'visible') void open({ kind, id });
    };
    tell();
    const timer = setInterval(tell, stillOpenMs);
    return () => {
      clearInterval(timer);
      void close({ kind, id });
    };
  }, [kind, id, open, close]);
}

function usePresence(kind: PresenceSubject, id: string) {
  const { data = [] } = api.usePresenceQuery(undefined, followed);
  const { email } = useOperator();
  const rows = data.filter((row) => row.kind === kind && row.id === id);
  const taken = rows.find(({ taken_at: at }) => at !== null);
  return {
    taken,
    isMine: taken?.operator_email === email,
    others: rows.filter((row) => row.is_open && row.operator_email !== email),
  };
}

const namesOf = (rows: readonly PresenceRow[]) =>
  rows.map(({ operator_name: name, operator_email: email }) => name || email).join(', ');

/** In a list: who has it. */
export function PresenceNote({ kind, id }: { kind: PresenceSubject; id: string }) {
  const { taken, isMine, others } = usePresence(kind, id);
  const text = taken
    ? isMine
      ? 'You have taken it'
      : `${namesOf([taken])} has taken it`
    : others.length > 0
      ? `${namesOf(others)} has it open`
      : '';
  return text ? <span className="text-xs font-semibold text-brand-strong">{text}</span> : null;
}

/** On the page of what it is about: who has it, and a button to take it. */
export function PresenceBar({ kind, id }: { kind: PresenceSubject; id: string }) {
  useOpenPage(kind, id);
  const { taken, isMine, others } = usePresence(kind, id);
  const { role } = useOperator();
  const [takeIt, taking] = api.useTakeSubjectMutation();
  const [release, releasing] = api.useReleaseSubjectMutation();
  async function press(): Promise<void> {
    const { error } = await (taken ? release : takeIt)({ kind, id });
    if (error) toasts.error(messageOf(error));
  }
  const mayPress = role !== 'viewer' && (taken === undefined || isMine || role === 'admin');
  return (
    <div role="status" className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
      {taken ? (
        <strong className={isMine ? 'text-brand-strong' : 'text-alert-strong'}>
          {isMine ? 'You have taken this' : `${namesOf([taken])} has taken this`}
          {taken.taken_at ? (
            <span className="font-normal text-ink-soft">
              {' '}
              since <Moment iso={taken.taken_at} short />
            </span>
          ) : null}
        </strong>
      ) : null}
      {others.length > 0 ? <span className="text-ink-soft">{namesOf(others)} has it open too</span> : null}
      {mayPress ? (
        <Button
          size="sm"
          tone="outline"
          busy={taking.isLoading || releasing.isLoading}
          onClick={() => void press()}
        >
          {taken ? (isMine ? 'Give it back' : 'Free it') : 'Take it'}
        </Button>
      ) : null}
    </div>
  );
}
