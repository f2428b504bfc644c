import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { CatalogueCourse, CataloguePage } from '@meridian/contracts/operators/console/desk';
import { Button } from '@meridian/ui/button';
import { Loading, Notice } from '@meridian/ui/notice';
import { useState } from 'react';
import { deskApi } from '../../api/desk-api.ts';
import { ActionDialog } from '../../parts/act.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectField, textOf } from '../../parts/form-fields.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useOperator } from '../../session/session-context.ts';
import { ContentFaults } from './content-faults.tsx';

const targets = [
  ['all', 'Everything'],
  ['courses', 'Courses and schedules'],
  ['blog', 'Blog'],
  ['resources', 'Resources'],
] as const;

function PurgeDialog({ servers, onClose }: { servers: number; onClose(): void }) {
  return (
    <ActionDialog
      title="Refresh content"
      label="Purge"
      action="cache.purge"
      inputOf={(form) => ({ target: textOf(form, 'target') })}
      consequences={[
        `${servers === 1 ? '1 running server forgets' : `${servers} running servers forget`} what they keep of it, and the pages made from it.`,
        'The next visit of each page asks the upstream; while it does not answer, the former content is served.',
        'A CDN in front keeps its own copies for up to a minute.',
      ]}
      onClose={onClose}
    >
      <SelectField id="target" name="target" label="What">
        {targets.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    </ActionDialog>
  );
}

function Calls({ calls }: Pick<CataloguePage, 'calls'>) {
  return (
    <ul className="grid gap-1">
      {calls.map(({ call, result, detail, milliseconds }) => (
        <li key={call} className="flex flex-wrap items-center gap-x-3">
          <code>{call}</code>
          <Badge state={result === 'ok' ? 'ok' : 'failed'} label={result === 'ok' ? '' : result} />
          <span className="text-xs text-ink-soft">
            {milliseconds} ms{detail ? ` · ${detail}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Schedule({ slug }: { slug: string }) {
  const { data, error, refetch } = deskApi.useCatalogueScheduleQuery(slug);
  if (!data) return error ? <FailureNotice error={error} retry={refetch} /> : <Loading />;
  return (
    <div className="grid gap-2">
      {data.faults.map((fault) => (
        <p key={fault} className="text-alert-strong">
          {data.name} {fault}
        </p>
      ))}
      <ul className="grid gap-1">
        {data.batches.map((batch) => (
          <li key={batch.id}>
            {batch.start_date} to {batch.end_date} ({batch.id}),{' '}
            {batch.fee === null ? 'no price' : formatPaise(Math.round(batch.fee * 100))}
            {batch.seats_left === null
              ? ''
              : `, ${batch.seats_left} of ${batch.seats_total ?? '?'} seats left`}
            {batch.faults.map((fault) => (
              <span key={fault} className="block text-alert-strong">
                {fault}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Course({ course }: { course: CatalogueCourse }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-t border-line py-2 first:border-0">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-10 content-center">
          <strong>{course.name || 'without a name'}</strong>{' '}
          <span className="text-ink-soft">{course.category}</span>
          {course.faults.map((fault) => (
            <span key={fault} className="block text-alert-strong">
              {fault}
            </span>
          ))}
        </summary>
        {open && course.slug ? <Schedule slug={course.slug} /> : null}
      </details>
    </li>
  );
}

function Courses({ courses }: Pick<CataloguePage, 'courses'>) {
  const [all, setAll] = useState(false);
  const faulty = courses.filter(({ faults }) => faults.length > 0);
  // A catalogue may have thousands.
  const shown = all
    ? courses.slice(0, 300)
    : [...faulty, ...courses.filter((one) => !faulty.includes(one))].slice(0, 40);
  if (courses.length === 0)
    return <Notice>The upstream gives no courses now. See its answers beside.</Notice>;
  return (
    <>
      <p className={faulty.length > 0 ? 'text-alert-strong' : 'text-ink-soft'}>
        {courses.length} courses,{' '}
        {faulty.length === 0 ? "none with a fault in the upstream's answer" : `${faulty.length} with a fault`}
        . Open one for its schedule.
      </p>
      <ul aria-label="Courses">
        {shown.map((course, index) => (
          <Course key={`${course.slug} ${index}`} course={course} />
        ))}
      </ul>
      {shown.length < courses.length && !all ? (
        <Button size="sm" tone="quiet" onClick={() => setAll(true)}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

export function CatalogueScreen() {
  const { may } = useOperator();
  const [purges, setPurges] = useState(false);
  const { data, error, refetch, isFetching } = deskApi.useCatalogueQuery();
  return (
    <div className="grid gap-3">
      <PageHead title="Catalogue">
        <Button size="sm" tone="outline" busy={isFetching} onClick={() => void refetch()}>
          Look again
        </Button>
        {may('desk') ? (
          <Button size="sm" onClick={() => setPurges(true)}>
            Refresh content
          </Button>
        ) : null}
      </PageHead>
      {purges ? <PurgeDialog servers={data?.servers ?? 0} onClose={() => setPurges(false)} /> : null}
      {data ? (
        <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-2">
          <div className="min-w-0 lg:col-span-2">
            <Card title="Mistakes in the content">
              <ContentFaults faults={data.content_faults} />
            </Card>
          </div>
          <Card title="Courses, as the upstream gives them now">
            <Courses courses={data.courses} />
          </Card>
          <Card title="Answers of the upstream">
            <Calls calls={data.calls} />
          </Card>
        </div>
      ) : error ? (
        <FailureNotice error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
    </div>
  );
}
