import {
  auditActions,
  auditDetails,
  auditSentence,
  auditSubject,
} from '@meridian/contracts/operators/console/audit-labels';
import type { AuditRow } from '@meridian/contracts/operators/console/operators';
import { Button } from '@meridian/ui/button';
import { Loading, Notice } from '@meridian/ui/notice';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../api/api.ts';
import { deskApi } from '../../api/desk-api.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { DayFilter, SelectFilter, TextFilter } from '../../parts/filters.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

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

function Entry({ entry }: { entry: AuditRow }) {
  return (
    <li className="border-t border-line py-2 first:border-0">
      <strong>{auditSentence(entry.action)}</strong>
      <Subject {...entry} />
      <div className="text-xs break-words text-ink-soft">
        {[entry.operator_email, ...auditDetails(entry.detail)].join(' · ')} · <Timestamp iso={entry.at} />
      </div>
    </li>
  );
}

const actions = auditActions
  .map((action) => [action, auditSentence(action)] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other));
const names = ['operator', 'action', 'subject', 'from', 'to'] as const;

/** Actions and reads of operators, newest first. */
export function AuditScreen() {
  const [params] = useSearchParams();
  const filter = Object.fromEntries(names.map((name) => [name, params.get(name) ?? undefined]));
  const query = deskApi.useAuditInfiniteQuery(filter);
  const { data: operators = [] } = api.useOperatorsQuery();
  const rows = query.currentData?.pages.flatMap((page) => page.rows);
  return (
    <div className="grid max-w-4xl gap-3">
      <PageHead title="Audit log">
        <SelectFilter
          name="operator"
          label="Operator"
          options={operators.map(({ email }) => [email, email] as const)}
        />
        <SelectFilter name="action" label="Action" options={actions} />
        <TextFilter name="subject" label="Id or number in the entry" />
        <DayFilter name="from" label="From" />
        <DayFilter name="to" label="To" />
      </PageHead>
      {query.error ? <FailureNotice error={query.error} retry={query.refetch} /> : null}
      {rows ? (
        rows.length === 0 ? (
          <Notice>
            {Object.values(filter).some((value) => value) ? 'No entries match the filter.' : 'No entries.'}
          </Notice>
        ) : (
          <ol className="rounded-lg border border-line bg-surface px-4" aria-label="Audit log">
            {rows.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )
      ) : query.error ? null : (
        <Loading />
      )}
      {query.hasNextPage ? (
        <Button
          size="sm"
          tone="outline"
          className="justify-self-start"
          busy={query.isFetching}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </div>
  );
}
