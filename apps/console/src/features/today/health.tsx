import type { HealthState } from '@meridian/contracts/operators/console/insights';
import { classNames } from '@meridian/ui/class-names';
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from '@meridian/ui/icons';
import { api, followed } from '../../api/api.ts';
import { Card } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';

const states: Record<HealthState, { Icon: typeof CircleCheck; word: string; tone: string }> = {
  good: { Icon: CircleCheck, word: 'good', tone: 'text-brand-strong' },
  attention: { Icon: CircleAlert, word: 'check today', tone: 'text-ink' },
  bad: { Icon: CircleX, word: 'check now', tone: 'text-alert-strong' },
  unknown: { Icon: CircleHelp, word: 'unknown', tone: 'text-ink-soft' },
};

export function HealthCard() {
  const { data, error, refetch } = api.useHealthQuery(undefined, followed);
  return (
    <Card title="System health">
      {data ? (
        <ul className="grid gap-2">
          {data.map(({ name, state, detail }) => {
            const { Icon, word, tone } = states[state];
            return (
              <li key={name} className="flex gap-2">
                <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', tone)} />
                <div className="min-w-0">
                  <strong>{name}</strong> <span className={tone}>{word}</span>
                  <div className="text-ink-soft">{detail}</div>
                </div>
              </li>
            );
          })}
        </ul>
      ) : error ? (
        <FailureNotice error={error} retry={refetch} />
      ) : null}
    </Card>
  );
}
