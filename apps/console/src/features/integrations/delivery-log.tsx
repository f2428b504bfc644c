import {
  outcomeOfAttempt,
  type WebhookAttemptRow,
  type WebhookEndpointRow,
} from '@meridian/contracts/operators/actions/webhooks';
import { Loading } from '@meridian/ui/notice';
import { useSearchParams } from 'react-router';
import { followed } from '../../api/api.ts';
import { deskApi } from '../../api/desk-api.ts';
import { ActionButton } from '../../parts/act.tsx';
import { Badge } from '../../parts/badge.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectFilter } from '../../parts/filters.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

function Attempt({ attempt, url }: { attempt: WebhookAttemptRow; url: string }) {
  const { event, status, answer, duration_ms: ms, state } = attempt;
  const outcome = outcomeOfAttempt(attempt);
  const isDelivered = outcome === 'delivered';
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line py-2 first:border-0">
      <div className="mr-auto min-w-0">
        <strong>{event}</strong> <Badge state={isDelivered ? 'delivered' : 'refused'} word={outcome} />
        <div className="text-xs break-all text-ink-soft">{url}</div>
        <div className="text-xs break-words text-ink-soft">{answer}</div>
      </div>
      <div className="text-xs tabular-nums sm:text-right">
        <div>
          {status === null ? 'no answer' : `HTTP ${status}`}, {ms} ms
        </div>
        <Timestamp iso={attempt.at} />
      </div>
      {state === 'delivered' ? null : (
        <ActionButton
          action="webhooks.retry"
          input={{ endpoint: attempt.endpoint, delivery: attempt.delivery }}
          tone="quiet"
        >
          Retry
        </ActionButton>
      )}
    </li>
  );
}

/** The newest 200 delivery attempts. A delivery may have several attempts. */
export function DeliveryLog({ endpoints }: { endpoints: readonly WebhookEndpointRow[] }) {
  const [params] = useSearchParams();
  const endpoint = params.get('endpoint') ?? undefined;
  const { data, error, refetch } = deskApi.useWebhookAttemptsQuery({ endpoint }, followed);
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  return (
    <section aria-labelledby="delivery-log" className="grid gap-2">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <h2 id="delivery-log" className="text-lg">
          Delivery log
        </h2>
        {endpoints.length > 1 ? <SelectFilter name="endpoint" label="Endpoint" options={[...urls]} /> : null}
      </div>
      {data ? (
        data.length === 0 ? (
          <p className="text-ink-soft">
            No deliveries{endpoint === undefined ? '' : ' to this endpoint'} in the last 30 days.
          </p>
        ) : (
          <ul aria-label="Deliveries" className="rounded-lg border border-line bg-surface px-4">
            {data.map((attempt) => (
              <Attempt key={attempt.id} attempt={attempt} url={urls.get(attempt.endpoint) ?? ''} />
            ))}
          </ul>
        )
      ) : error ? (
        <FailureNotice error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
    </section>
  );
}
