import { auditDetails, auditSentence, auditSubject } from '@meridian/contracts/console/audit-words';
import type { AuditRow } from '@meridian/contracts/console/operators';
import { Loading } from '@meridian/ui/notice';
import { Link } from 'react-router';
import { api } from '../../api/api.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';

const pages: Readonly<Record<string, string>> = {
  lead: '/leads/',
  order: '/orders/',
  mail: '/mails/',
  batch: '/batches/',
  complaint: '/complaints/',
};

function Subject({ subject_kind: kind, subject_id: id }: AuditRow) {
  const name = auditSubject(kind);
  if (name === '') return null;
  const page = pages[kind];
  const text = <span className="text-xs break-all">{id}</span>;
  return (
    <div>
      {name}{' '}
      {page ? (
        <Link to={page + id} className="text-brand-strong underline">
          {text}
        </Link>
      ) : (
        text
      )}
    </div>
  );
}

/** What operators did and read, newest first. */
export function AuditLog() {
  const { data, error, refetch } = api.useAuditQuery();
  if (!data) return error ? <FailureNotice error={error} retry={refetch} /> : <Loading />;
  return (
    <ol className="grid max-h-[32rem] gap-2 overflow-auto" aria-label="Audit log">
      {data.map((entry) => (
        <li key={entry.id} className="border-t border-line pt-2 first:border-0">
          <strong>{auditSentence(entry.action)}</strong>
          <Subject {...entry} />
          <div className="text-xs break-words text-ink-soft">
            {[entry.operator_email, ...auditDetails(entry.detail)].join(' · ')} · <Moment iso={entry.at} />
          </div>
        </li>
      ))}
    </ol>
  );
}
