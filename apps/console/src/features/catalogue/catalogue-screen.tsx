import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { CatalogueCourse, CataloguePage } from '@meridian/contracts/operators/console/desk';
import { Button } from '@meridian/ui/button';
import { Loading, Notice } from '@meridian/ui/notice';
import { useState } from 'react';
import { deskApi } from '../../api/desk-api.ts';
import { ActionDialog } from '../../parts/act.tsx';
import { Badge } from '../../parts/badge.tsx';
import { plural } from '../../parts/count.ts';
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
      title="Clear the site's cache"
      label="Clear the site's cache"
      action="cache.purge"
      inputOf={(form) => ({ target: textOf(form, 'target') })}
      consequences={[
        `${servers === 1 ? '1 running server clears its' : `${servers} running servers clear their`} cache of this content and of the pages made from it.`,
        'The next visit to a page loads it from the upstream; while the upstream does not answer, the previous content is served.',
        'A CDN in front of the site can serve its own copies of pages for up to two minutes, and of other files for up to six; for longer while the site does not answer.',
      ]}
      onClose={onClose}
    >
      <SelectField id="target" name="target" label="Content">
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
  // A catalogue may have thousands of courses. At most 40 are rendered, or 300 after “Show more”.
  const shown = all
    ? courses.slice(0, 300)
    : [...faulty, ...courses.filter((one) => !faulty.includes(one))].slice(0, 40);
  if (courses.length === 0)
    return <Notice>The upstream currently returns no courses. See “Responses of the upstream”.</Notice>;
  return (
    <>
      <p className={faulty.length > 0 ? 'text-alert-strong' : 'text-ink-soft'}>
        {plural(courses.length, 'course')},{' '}
        {faulty.length === 0
          ? "none with an error in the upstream's response"
          : `${faulty.length} with an error`}
        . Open a course to see its schedule.
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
  const [isPurging, setIsPurging] = useState(false);
  const { data, error, refetch, isFetching } = deskApi.useCatalogueQuery();
  return (
    <div className="grid gap-3">
      <PageHead title="Catalogue">
        <Button size="sm" tone="outline" busy={isFetching} onClick={() => void refetch()}>
          Read the catalogue again
        </Button>
        {may('desk') ? (
          <Button size="sm" onClick={() => setIsPurging(true)}>
            Clear the site's cache
          </Button>
        ) : null}
      </PageHead>
      {isPurging ? <PurgeDialog servers={data?.servers ?? 0} onClose={() => setIsPurging(false)} /> : null}
      {data ? (
        <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-2">
          <div className="min-w-0 lg:col-span-2">
            <Card title="Mistakes in the content">
              <ContentFaults faults={data.content_faults} />
            </Card>
          </div>
          <Card title="Courses currently returned by the upstream">
            <Courses courses={data.courses} />
          </Card>
          <Card title="Responses of the upstream">
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
