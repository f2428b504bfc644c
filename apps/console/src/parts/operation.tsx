import type { ActionRequest, OperationName } from '@meridian/contracts/operators/actions';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '../api/api.ts';
import { messageOf } from '../api/failure.ts';
import { ActionButton, useRefetch } from './act.tsx';

/** Progress of an operation, then its outcome. */
export function OperationOutcome({ id, action }: { id: string; action: OperationName }) {
  const [isOver, setIsOver] = useState(false);
  const pollingInterval = isOver ? 0 : 1_000;
  const { data, error } = api.useOperationQuery(id, { pollingInterval });
  const refetch = useRefetch();
  const hasEnded = data?.state === 'succeeded' || data?.state === 'failed';
  useEffect(() => {
    if (!hasEnded) return;
    setIsOver(true);
    void refetch(action);
  }, [action, hasEnded, refetch]);
  if (!data) return error ? messageOf(error) : 'Started.';
  if (data.message !== null)
    return <span className={data.state === 'failed' ? 'text-alert-strong' : ''}>{data.message}</span>;
  if (data.state === 'waiting') return 'Waiting for a worker.';
  return data.failed > 0 ? `${data.done} done, ${data.failed} failed so far` : `${data.done} done so far`;
}

interface OperationButtonProps<Name extends OperationName> {
  action: Name;
  input: ActionRequest<Name>;
  children: ReactNode;
  tone?: 'primary' | 'outline' | 'quiet';
}

/** A button that starts an operation, then shows its progress and outcome. */
export function OperationButton<Name extends OperationName>(props: OperationButtonProps<Name>) {
  const [begun, setBegun] = useState<string>();
  return (
    <div className="grid justify-items-start gap-1">
      <ActionButton<Name>
        {...props}
        isSilent
        onDone={(result) => setBegun((result as unknown as { operation: string }).operation)}
      />
      <p role="status" className="text-sm empty:hidden">
        {begun === undefined ? null : <OperationOutcome key={begun} id={begun} action={props.action} />}
      </p>
    </div>
  );
}
