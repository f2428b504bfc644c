/** Open cases of an order, with the payer's request. */
import type { OpenRequest, OrderPage } from '@meridian/contracts/operators/console/orders';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CaseHelp } from '../../parts/case-help.tsx';
import { CloseCase } from '../../parts/close-case.tsx';
import { plural } from '../../parts/count.ts';
import { Card } from '../../parts/facts.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';
import { buyerText } from './reissue-dialog.tsx';

function requestText({ requested }: OpenRequest): ReactNode {
  switch (requested.change) {
    case 'attendees':
      return `Requested attendees: ${requested.attendees.map(({ name, email }) => `${name}, ${email}`).join('; ')}`;
    case 'cancel':
      return `${plural(requested.seats, 'seat')} to be cancelled`;
    case 'move':
      return (
        <>
          To be moved to{' '}
          <Link to={`/batches/${requested.course_schedule_id}`} className="text-brand-strong underline">
            batch {requested.course_schedule_id}
          </Link>
        </>
      );
  }
}

export function OrderCases({ order }: { order: OrderPage }) {
  const { may } = useOperator();
  if (order.cases.length === 0) return null;
  const { asked } = order.billing;
  return (
    <Card title="Open cases">
      <ul className="grid gap-3">
        {order.cases.map((one) => {
          const request = order.requests.find(({ case_id: caseId }) => caseId === one.id);
          return (
            <li key={one.id}>
              <strong>{one.description}</strong>
              {one.reason ? <div className="text-ink-soft">{one.reason}</div> : null}
              {request ? <div>{requestText(request)}</div> : null}
              {one.kind === 'invoice_correction' && asked ? <div>{buyerText(asked)}</div> : null}
              <div className="text-xs text-ink-soft">
                since <Timestamp iso={one.opened_at} />
                {one.refund_at ? (
                  <>
                    , automatic refund <Timestamp iso={one.refund_at} />
                  </>
                ) : null}
              </div>
              <CaseHelp kind={one.kind} />
              {may('finance') ? <CloseCase one={one} /> : null}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
