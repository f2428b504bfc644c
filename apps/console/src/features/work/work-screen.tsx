/** Queues, scheduled jobs and failed jobs. */
import type { WorkPage } from '@meridian/contracts/operators/console/desk';
import { Loading } from '@meridian/ui/notice';
import { Link } from 'react-router';
import { followed } from '../../api/api.ts';
import { deskApi } from '../../api/desk-api.ts';
import { ActionButton } from '../../parts/act.tsx';
import { plural } from '../../parts/count.ts';
import { Card } from '../../parts/facts.tsx';
import { FailedPage } from '../../parts/failed-page.tsx';
import { OperationButton } from '../../parts/operation.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';
import { Doctor } from './doctor.tsx';

function subjectPath({ queue, subject }: WorkPage['dead'][number]): string | undefined {
  if (subject === null) return undefined;
  if (/lead/.test(queue)) return `/leads/${subject}`;
  if (queue === 'send-mail') return `/mails/${subject}`;
  return /book|document/.test(queue) && /^[0-9a-f-]{36}$/.test(subject) ? `/orders/${subject}` : undefined;
}

function DeadJobs({ dead }: Pick<WorkPage, 'dead'>) {
  const { may } = useOperator();
  const queues = [...new Set(dead.map(({ queue }) => queue))].toSorted();
  if (dead.length === 0) return <p className="text-ink-soft">No failed jobs.</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <ul className="grid gap-3">
        {dead.map((job) => {
          const path = subjectPath(job);
          return (
            <li key={job.id} className="grid gap-1">
              <div>
                <strong>{job.queue}</strong>{' '}
                {path ? (
                  <Link to={path} className="text-brand-strong underline">
                    {job.subject}
                  </Link>
                ) : (
                  job.subject
                )}
              </div>
              <div className="text-ink-soft">{job.reason ?? 'No error recorded.'}</div>
              <div className="text-xs text-ink-soft">
                {plural(job.tries, 'attempt')}, failed <Timestamp iso={job.died_at} />
              </div>
              {may('desk') ? (
                <div className="flex gap-2">
                  <ActionButton action="jobs.retry" input={{ id: job.id }}>
                    Try again
                  </ActionButton>
                  <ActionButton action="jobs.cancel" input={{ id: job.id }} tone="quiet">
                    Cancel job
                  </ActionButton>
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
      {may('desk') ? (
        <div className="flex flex-wrap gap-2">
          <ActionButton action="jobs.retry" input={{ all: true }} tone="primary">
            Retry all
          </ActionButton>
          {queues.length > 1
            ? queues.map((queue) => (
                <ActionButton key={queue} action="jobs.retry" input={{ all: true, queue }}>
                  Retry all in {queue}
                </ActionButton>
              ))
            : null}
        </div>
      ) : null}
    </div>
  );
}

function Queues({ queues }: Pick<WorkPage, 'queues'>) {
  return (
    <div className="overflow-x-auto">
      <table aria-label="Queues" className="w-full tabular-nums">
        <thead className="text-xs text-ink-soft">
          <tr>
            {['Queue', 'Waiting', 'Scheduled', 'Active', 'Failed'].map((name) => (
              <th key={name} scope="col" className="pr-3 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.queue} className={queue.dead > 0 ? 'text-alert-strong' : ''}>
              <th scope="row" className="pr-3 font-normal">
                {queue.queue}
              </th>
              <td
                className="pr-3"
                title={
                  queue.waiting > 0
                    ? `The oldest job has waited ${Math.round(queue.oldest_seconds)} s`
                    : undefined
                }
              >
                {queue.waiting}
              </td>
              <td className="pr-3">{queue.later}</td>
              <td className="pr-3">{queue.active}</td>
              <td>{queue.dead}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Schedules({ schedules }: Pick<WorkPage, 'schedules'>) {
  return (
    <ul className="grid gap-1">
      {schedules.map(({ schedule, succeeded_at: succeeded, failed_at: failed }) => {
        const isBad = failed !== null && (succeeded === null || failed > succeeded);
        return (
          <li key={schedule} className={isBad ? 'text-alert-strong' : ''}>
            <strong>{schedule}</strong>{' '}
            {succeeded ? (
              <>
                ran <Timestamp iso={succeeded} />
              </>
            ) : (
              'has not run yet'
            )}
            {isBad && failed ? (
              <>
                , failed <Timestamp iso={failed} />
              </>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

export function WorkScreen() {
  const { may } = useOperator();
  const { data, error, refetch } = deskApi.useWorkQuery(undefined, followed);
  if (!data) return error ? <FailedPage title="Jobs" error={error} retry={refetch} /> : <Loading />;
  return (
    <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-2">
      <h1 className="text-2xl lg:col-span-2">Jobs</h1>
      <div className="grid min-w-0 content-start gap-4">
        <Card title="Failed jobs">
          <DeadJobs dead={data.dead} />
        </Card>
        {may('finance') ? (
          <Card title="Compare payments with the provider">
            <div className="grid justify-items-start gap-3">
              <p className="text-ink-soft">
                Pending payments are compared with the provider every five minutes. Run a comparison after an
                outage of the provider or a restore of the database. A comparison can send bookings, send
                requested refunds again, and refund payments that cannot be booked.
              </p>
              <OperationButton action="orders.reconcile-all" input={{}}>
                Compare pending payments now
              </OperationButton>
              <OperationButton action="orders.reconcile-all" input={{ all: true }}>
                Compare everything
              </OperationButton>
            </div>
          </Card>
        ) : null}
        <Doctor />
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <Card title="Queues">
          <Queues queues={data.queues} />
        </Card>
        <Card title="Scheduled jobs">
          <Schedules schedules={data.schedules} />
        </Card>
      </div>
    </div>
  );
}
