import type { SalesPage } from '@meridian/contracts/operators/console/sales';
import { Button } from '@meridian/ui/button';
import { Loading, Notice } from '@meridian/ui/notice';
import { useState } from 'react';
import { deskApi } from '../../api/desk-api.ts';
import { ActionDialog } from '../../parts/act.tsx';
import { Card } from '../../parts/facts.tsx';
import { FailedPage } from '../../parts/failed-page.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { SalesStateText } from '../../parts/sales-state-text.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';
import { ChangeTerms } from './change-terms.tsx';
import { TermsText } from './terms-text.tsx';

function Switch({ sales, missing }: SalesPage) {
  const { may } = useOperator();
  const [asks, setAsks] = useState(false);
  const isReady = missing.length === 0;
  return (
    <Card title="Sales">
      <div className="grid justify-items-start gap-3">
        <SalesStateText sales={sales} />
        {isReady ? null : (
          <div>
            <p>Missing before sales can be opened:</p>
            <ul aria-label="Missing set-up" className="mt-1 grid list-disc gap-1 pl-5">
              {missing.map((step) => (
                <li key={step}>{step}.</li>
              ))}
            </ul>
          </div>
        )}
        {may('admin') && (sales.open || isReady) ? (
          <Button size="sm" tone={sales.open ? 'outline' : 'primary'} onClick={() => setAsks(true)}>
            {sales.open ? 'Close sales' : 'Open sales'}
          </Button>
        ) : null}
      </div>
      {asks ? (
        <ActionDialog
          action={sales.open ? 'sales.close' : 'sales.open'}
          title={sales.open ? 'Close sales' : 'Open sales'}
          label={sales.open ? 'Close sales' : 'Open sales'}
          inputOf={() => ({})}
          consequences={
            sales.open
              ? [
                  'The site takes enquiries and no new orders. Waiting-list offers and reminders of unpaid orders stop.',
                  'Payments, refunds and changes of existing orders continue.',
                ]
              : ['Visitors can order and pay on the site.']
          }
          onClose={() => setAsks(false)}
        />
      ) : null}
    </Card>
  );
}

function Terms({ terms: [current, ...earlier] }: SalesPage) {
  const { may } = useOperator();
  const [changes, setChanges] = useState(false);
  if (!current) return <Notice>No terms.</Notice>;
  return (
    <Card title="Terms of refunds and moves">
      <div className="grid gap-3">
        <p className="text-ink-soft">
          Version {current.version}, from <Timestamp iso={current.valid_from} />
          {current.changed_by ? `, by ${current.changed_by}` : ''}: {current.note}
        </p>
        <TermsText terms={current} />
        {may('admin') ? (
          <Button size="sm" tone="outline" className="justify-self-start" onClick={() => setChanges(true)}>
            Change terms
          </Button>
        ) : null}
        {earlier.map((version) => (
          <details key={version.version} className="border-t border-line pt-2">
            <summary className="min-h-10 content-center font-semibold text-brand-strong">
              Version {version.version}, from <Timestamp iso={version.valid_from} />
            </summary>
            <p className="mb-2 text-ink-soft">{version.note}</p>
            <TermsText terms={version} />
          </details>
        ))}
      </div>
      {changes ? <ChangeTerms terms={current} onClose={() => setChanges(false)} /> : null}
    </Card>
  );
}

export function SalesScreen() {
  const { data, error, refetch } = deskApi.useSalesQuery();
  if (!data)
    return error ? <FailedPage title="Sales and terms" error={error} retry={refetch} /> : <Loading />;
  return (
    <div className="grid max-w-4xl gap-4">
      <PageHead title="Sales and terms" />
      <Switch {...data} />
      <Terms {...data} />
    </div>
  );
}
