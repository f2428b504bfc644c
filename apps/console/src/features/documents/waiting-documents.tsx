/** Documents that are not issued, each with the reason. */
import { Link } from 'react-router';
import { followed } from '../../api/api.ts';
import { deskApi } from '../../api/desk-api.ts';
import { OperationButton } from '../../parts/operation.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';

export function WaitingDocuments() {
  const { data = [] } = deskApi.useWaitingDocumentsQuery(undefined, followed);
  const { may } = useOperator();
  if (data.length === 0) return null;
  return (
    <details open className="rounded-lg border border-line bg-surface px-4 py-3">
      <summary className="font-semibold">Not issued: {data.length}</summary>
      <ul aria-label="Documents that are not issued" className="mt-2 grid max-h-56 gap-2 overflow-auto">
        {data.map(({ order_id: order, kind, why, since }) => (
          <li key={`${order} ${kind} ${since}`}>
            <Link to={`/orders/${order}`} className="font-semibold text-brand-strong underline">
              {kind === 'correction' ? 'Credit note' : 'Invoice'}
            </Link>{' '}
            {why}, since <Timestamp iso={since} />
          </li>
        ))}
      </ul>
      {may('finance') ? (
        <div className="mt-3">
          <OperationButton action="documents.issue" input={{}}>
            Issue pending documents
          </OperationButton>
        </div>
      ) : null}
    </details>
  );
}
