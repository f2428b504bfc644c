/** Active sessions of an operator. Each can be ended, except the session of this browser. */
import type { SessionRow } from '@meridian/contracts/operators/console/operators';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { toasts } from '@meridian/ui/toast';
import { deskApi } from '../../api/desk-api.ts';
import { messageOf } from '../../api/failure.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

/** @returns the browser of a User-Agent header, for example `Firefox on Windows` */
function browserText(agent: string | null): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent ?? '')?.[1] ?? 'A browser';
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent ?? '')?.[1];
  const named = browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser;
  return system ? `${named} on ${system}` : named;
}

function Session({ session }: { session: SessionRow }) {
  const [end, { isLoading }] = deskApi.useEndSessionMutation();
  async function endNow(): Promise<void> {
    const { data, error } = await end({ id: session.id });
    if (data) toasts.success(data.done);
    else toasts.error(messageOf(error));
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-t border-line py-2 first:border-0">
      <div className="mr-auto">
        <strong>{browserText(session.user_agent)}</strong> {session.ip_address}
        <div className="text-xs text-ink-soft">
          since <Timestamp iso={session.started_at} />, last seen <Timestamp iso={session.last_seen_at} />
        </div>
      </div>
      {session.is_this ? (
        <span className="text-ink-soft">this session</span>
      ) : (
        <Button size="sm" tone="outline" busy={isLoading} onClick={() => void endNow()}>
          End this session
        </Button>
      )}
    </li>
  );
}

/** @param operator id of another operator; undefined for the signed-in operator */
export function Sessions({ operator }: { operator?: string }) {
  const { data, error, refetch } = deskApi.useSessionsQuery(operator === undefined ? {} : { operator });
  if (!data) return error ? <FailureNotice error={error} retry={refetch} /> : <Loading />;
  if (data.length === 0) return <p className="text-ink-soft">No active sessions.</p>;
  return (
    <ul aria-label="Sessions">
      {data.map((session) => (
        <Session key={session.id} session={session} />
      ))}
    </ul>
  );
}
