/** Who took this to work on: two operators do not do the same twice. */
import type { TakenSubject } from '@meridian/contracts/console/taken';
import { Button } from '@meridian/ui/button';
import { toasts } from '@meridian/ui/toast';
import { api, followed } from '../api/api.ts';
import { messageOf } from '../api/failure.ts';
import { useOperator } from '../app/session-context.ts';
import { Moment } from './moment.tsx';

function useTaken(kind: TakenSubject['kind'], id: string) {
  const { data = [] } = api.useTakenQuery(undefined, followed);
  const { email } = useOperator();
  const taken = data.find((row) => row.kind === kind && row.id === id);
  const isMine = taken?.operator_email === email;
  const name = isMine ? 'You have' : `${taken?.operator_name || taken?.operator_email} has`;
  return { taken, isMine, name };
}

/** In a list. */
export function TakenNote({ kind, id }: TakenSubject) {
  const { taken, name } = useTaken(kind, id);
  return taken ? <span className="text-xs font-semibold text-brand-strong">{name} taken it</span> : null;
}

/** On the page of what it is about, with a button to take it. */
export function TakenBar({ kind, id }: TakenSubject) {
  const { taken, isMine, name } = useTaken(kind, id);
  const { role } = useOperator();
  const [takeIt, taking] = api.useTakeMutation();
  const [release, releasing] = api.useReleaseMutation();
  async function press(): Promise<void> {
    const { error } = await (taken ? release : takeIt)({ kind, id });
    if (error) toasts.error(messageOf(error));
  }
  const mayPress = role !== 'viewer' && (taken === undefined || isMine || role === 'admin');
  return (
    <div role="status" className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
      {taken ? (
        <strong className={isMine ? 'text-brand-strong' : 'text-alert-strong'}>
          {name} taken this
          <span className="font-normal text-ink-soft">
            {' '}
            since <Moment iso={taken.taken_at} short />
          </span>
        </strong>
      ) : null}
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
