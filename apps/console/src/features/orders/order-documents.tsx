import { formatDay } from '@meridian/contracts/format-time';
/** Documents and emails of an order, and the documents that are not issued yet. */

import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { reasonText } from '@meridian/contracts/operators/console/mail-reasons';
import type { OrderPage } from '@meridian/contracts/operators/console/orders';
import { Link } from 'react-router';
import { ActionButton } from '../../parts/act.tsx';
import { Badge } from '../../parts/badge.tsx';
import { OperationButton } from '../../parts/operation.tsx';
import { PdfLink } from '../../parts/pdf-link.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';

export function OrderDocuments({ order }: { order: OrderPage }) {
  const { may } = useOperator();
  const { documents, waiting_documents: waiting, mails } = order;
  if (documents.length + waiting.length + mails.length === 0)
    return <p className="text-ink-soft">No documents or emails.</p>;
  return (
    <ul className="grid gap-2">
      {documents.map(({ number, kind, issued_on: day, total_paise: total, has_pdf: hasPdf }) => (
        <li key={number}>
          <strong>{number}</strong> {kind.replaceAll('_', ' ')}, {formatPaise(total)}, {formatDay(day)}{' '}
          {hasPdf ? <PdfLink number={number} /> : <span className="text-ink-soft">PDF is being created</span>}
        </li>
      ))}
      {waiting.map(({ kind, why }) => (
        <li key={`${kind} ${why}`} className="grid justify-items-start gap-1">
          <span>
            <strong>Not issued:</strong> {kind === 'correction' ? 'credit note' : kind}. {why}.
          </span>
        </li>
      ))}
      {waiting.length > 0 && may('finance') ? (
        <li>
          <OperationButton action="documents.issue" input={{ order: order.id }}>
            Issue now
          </OperationButton>
        </li>
      ) : null}
      {mails.map(({ id, kind, state, at, reason, can_resend: canResend }) => (
        <li key={id} className="flex flex-wrap items-center gap-2">
          <Link to={`/mails/${id}`} className="text-brand-strong underline">
            Email “{kind.replaceAll('_', ' ')}”
          </Link>
          <Badge state={state} />
          <span className="text-xs text-ink-soft">
            <Timestamp iso={at} /> {reasonText(reason)}
          </span>
          {canResend && may('desk') ? (
            <ActionButton action="emails.resend" input={{ id }} tone="quiet">
              Send again
            </ActionButton>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
