/** Outgoing webhooks: their endpoints, and the log of deliveries. */
import type { WebhookEndpointRow } from '@meridian/contracts/operators/actions/webhooks';
import { Button } from '@meridian/ui/button';
import { Loading, Notice } from '@meridian/ui/notice';
import { useState } from 'react';
import { followed } from '../../api/api.ts';
import { deskApi } from '../../api/desk-api.ts';
import { ActionButton, ActionDialog } from '../../parts/act.tsx';
import { Badge } from '../../parts/badge.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useHashDialog } from '../../parts/use-hash-dialog.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { NewEndpoint } from './new-endpoint.tsx';

function SecretNote({ secret }: { secret: string }) {
  return (
    <p role="status" className="rounded-md bg-brand-soft p-3">
      Copy this secret to the receiver now. It is not shown again:{' '}
      <code className="break-all select-all">{secret}</code>
    </p>
  );
}

function stateOf({ paused_by: by }: WebhookEndpointRow) {
  if (by === null) return <Badge state="active" />;
  return by === 'failures' ? <Badge state="failed" word="paused after failures" /> : <Badge state="paused" />;
}

interface EndpointProps {
  endpoint: WebhookEndpointRow;
  onRemove(): void;
  onRotate(): void;
}

function Endpoint({ endpoint, onRemove, onRotate }: EndpointProps) {
  const { id, url, due, failed } = endpoint;
  const input = { endpoint: id };
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-0">
      <div className="min-w-0">
        <strong className="break-all">{url}</strong> {stateOf(endpoint)}
        <div className="text-ink-soft">{endpoint.events.join(', ')}</div>
        <div className="text-xs text-ink-soft">
          {endpoint.personal_data ? 'With personal data' : 'Without personal data'} · {due} to be sent ·{' '}
          {failed} failed
          {endpoint.paused_at ? (
            <>
              {' '}
              · paused since <Timestamp iso={endpoint.paused_at} />
            </>
          ) : null}
        </div>
        {endpoint.paused_by === 'failures' ? (
          <p className="font-semibold text-alert-strong">
            An event could not be delivered for three days. Fix the receiver, resume the endpoint, then retry.
          </p>
        ) : null}
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Endpoint {url}</legend>
        {endpoint.paused_by === null ? (
          <>
            <ActionButton action="webhooks.send-test" input={input} tone="quiet">
              Send test
            </ActionButton>
            <ActionButton action="webhooks.pause" input={input} tone="quiet">
              Pause
            </ActionButton>
          </>
        ) : (
          <ActionButton action="webhooks.resume" input={input} tone="quiet">
            Resume
          </ActionButton>
        )}
        {due + failed > 0 ? (
          <ActionButton action="webhooks.retry" input={input} tone="quiet">
            Retry all
          </ActionButton>
        ) : null}
        <Button size="sm" tone="quiet" onClick={onRotate}>
          New secret
        </Button>
        <Button size="sm" tone="quiet" onClick={onRemove}>
          Remove
        </Button>
      </fieldset>
    </li>
  );
}

export function IntegrationsScreen() {
  const adding = useHashDialog('new');
  const [secret, setSecret] = useState('');
  const [removing, setRemoving] = useState<WebhookEndpointRow>();
  const [rotating, setRotating] = useState<WebhookEndpointRow>();
  const { data, error, refetch } = deskApi.useWebhookEndpointsQuery(undefined, followed);
  return (
    <div className="grid max-w-4xl gap-4">
      <PageHead title="Integrations">
        <Button size="sm" onClick={adding.open}>
          New endpoint
        </Button>
      </PageHead>
      <p className="max-w-3xl text-ink-soft">
        Each endpoint gets the signed events that you choose for it, for messaging services and automation. A
        failed delivery is retried for three days.
      </p>
      {secret === '' ? null : <SecretNote secret={secret} />}
      {data ? (
        data.length === 0 ? (
          <Notice>No webhook endpoints.</Notice>
        ) : (
          <ul aria-label="Webhook endpoints" className="rounded-lg border border-line bg-surface px-4">
            {data.map((endpoint) => (
              <Endpoint
                key={endpoint.id}
                endpoint={endpoint}
                onRemove={() => setRemoving(endpoint)}
                onRotate={() => setRotating(endpoint)}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <FailureNotice error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
      {data && data.length > 0 ? <DeliveryLog endpoints={data} /> : null}
      {adding.isOpen ? <NewEndpoint onClose={adding.close} onSecret={setSecret} /> : null}
      {rotating ? (
        <ActionDialog
          title="New secret"
          label="Replace secret"
          action="webhooks.rotate-secret"
          inputOf={() => ({ endpoint: rotating.id })}
          consequences={[
            `Requests to ${rotating.url} are signed with the new secret immediately.`,
            'The receiver refuses them until it has the new secret. They are retried.',
          ]}
          onDone={({ secret: created }) => setSecret(created)}
          onClose={() => setRotating(undefined)}
        />
      ) : null}
      {removing ? (
        <ActionDialog
          title="Remove endpoint"
          label="Remove endpoint"
          action="webhooks.remove"
          inputOf={() => ({ endpoint: removing.id })}
          consequences={[
            `${removing.url} gets no further events.`,
            `Its log and its undelivered events (${removing.due + removing.failed}) are deleted.`,
          ]}
          onClose={() => setRemoving(undefined)}
        />
      ) : null}
    </div>
  );
}
