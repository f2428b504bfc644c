import { formatTime } from '@meridian/contracts/format-time';
import type { Batch } from '@meridian/contracts/site/schedule/batch';
import { Monitor, UserRound } from '@meridian/ui/icons';
import type { ReactNode } from 'react';
import { TimeTypeIcon } from './time-type-icon.tsx';

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span className="mt-1 text-brand [&>svg]:size-4">{icon}</span>
      <span>{children}</span>
    </li>
  );
}

/** Time of day, classroom and instructor. */
export function BatchFacts({ batch }: { batch: Batch }) {
  return (
    <ul className="grid content-start gap-1.5 text-sm text-ink-soft">
      <Fact icon={<TimeTypeIcon timeType={batch.time_type} />}>
        <strong className="font-semibold text-ink">
          {formatTime(batch.start_time)} to {formatTime(batch.end_time)} IST
        </strong>
        {batch.time_type ? <span className="capitalize"> · {batch.time_type}</span> : null}
      </Fact>
      {batch.online_class_room ? (
        <Fact icon={<Monitor aria-hidden="true" />}>Online classroom: {batch.online_class_room}</Fact>
      ) : null}
      {batch.instructor_name ? (
        <Fact icon={<UserRound aria-hidden="true" />}>With {batch.instructor_name}</Fact>
      ) : null}
    </ul>
  );
}
