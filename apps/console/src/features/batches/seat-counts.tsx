import type { BoardRow } from '@meridian/contracts/operators/console/batches';

/** Numbers of sold, held, offered and free seats, and of seats that the waiting list requests. */
export function SeatCounts({ batch }: { batch: BoardRow }) {
  const { sold, held, offered, free, waiting } = batch;
  const counts = [
    ['sold', sold],
    ['held', held],
    ['offered', offered],
    // A batch that was called off has no free seats to sell.
    ...(batch.state === 'called_off' ? [] : [['free', free ?? 'not counted'] as const]),
    ['waiting', waiting],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {counts.map(([name, count]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-semibold tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
