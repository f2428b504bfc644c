import { formatTime } from '@meridian/contracts/format-time';
import type { Batch } from '@meridian/contracts/site/schedule/batch';
import { Building2, Monitor, UserRound } from '@meridian/ui/icons';
import { Image } from '@meridian/ui/image';
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

function Portrait({ src }: { src: string }) {
  if (!src) return <UserRound aria-hidden="true" />;
  return (
    <Image
      src={src}
      alt=""
      width={28}
      height={28}
      className="-mt-1 -mr-1 -ml-1.5 size-7 max-w-none rounded-full bg-paper object-cover"
    />
  );
}

/** Time of day, place (online or a city), and trainer. */
export function BatchFacts({ batch }: { batch: Batch }) {
  return (
    <ul className="grid content-start gap-1.5 text-sm text-ink-soft">
      <Fact icon={<TimeTypeIcon timeType={batch.time_type} />}>
        <strong className="font-semibold text-ink">
          {formatTime(batch.start_time)} to {formatTime(batch.end_time)} IST
        </strong>
        {batch.time_type ? <span className="capitalize"> · {batch.time_type}</span> : null}
      </Fact>
      {batch.city ? (
        <Fact icon={<Building2 aria-hidden="true" />}>
          Classroom: {[batch.city, batch.online_class_room].filter(Boolean).join(', ')}
        </Fact>
      ) : batch.online_class_room ? (
        <Fact icon={<Monitor aria-hidden="true" />}>Online classroom: {batch.online_class_room}</Fact>
      ) : null}
      {batch.instructor_name ? (
        <Fact icon={<Portrait src={batch.instructor_image} />}>With {batch.instructor_name}</Fact>
      ) : null}
    </ul>
  );
}
