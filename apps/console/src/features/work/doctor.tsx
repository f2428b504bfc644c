/** Checks of the whole installation, run on demand. */
import type { DoctorFinding } from '@meridian/contracts/operators/console/doctor';
import { Button } from '@meridian/ui/button';
import { deskApi } from '../../api/desk-api.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { WithCode } from '../../parts/with-code.tsx';

const badges: Record<DoctorFinding['state'], [state: string, label: string]> = {
  ok: ['ok', 'ok'],
  warning: ['waiting', 'risk'],
  fault: ['failed', 'fault'],
  skipped: ['none', 'skipped'],
};

function Finding({ finding }: { finding: DoctorFinding }) {
  const [state, word] = badges[finding.state];
  return (
    <li className="grid gap-0.5 border-t border-line py-2 first:border-0">
      <div className="flex flex-wrap items-center gap-2">
        <strong>{finding.name}</strong> <Badge state={state} word={word} />
      </div>
      <div className="break-words">
        <WithCode text={finding.text} />
      </div>
      {finding.advice ? (
        <div className="text-ink-soft">
          <WithCode text={finding.advice} />
        </div>
      ) : null}
    </li>
  );
}

export function Doctor() {
  const [check, { data, error, isFetching }] = deskApi.useLazyDoctorQuery();
  return (
    <Card title="Check the installation">
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-soft">
          Checks settings, database, queues, audit log and connected systems. Changes nothing.
        </p>
        <Button size="sm" tone="outline" busy={isFetching} onClick={() => void check()}>
          {data ? 'Check again' : 'Check now'}
        </Button>
        {error && !isFetching ? <FailureNotice error={error} /> : null}
        {data ? (
          <ul aria-label="Findings" className="w-full">
            {data.map((finding) => (
              <Finding key={finding.name} finding={finding} />
            ))}
          </ul>
        ) : null}
      </div>
    </Card>
  );
}
