/** Messages that operators sent to everyone in a batch. */
import type { BatchPage } from '@meridian/contracts/operators/console/batches';
import { plural } from '../../parts/count.ts';
import { Card } from '../../parts/facts.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

const addressesText = (count: number) => plural(count, 'address', 'addresses');

export function Messages({ batch }: { batch: BatchPage }) {
  return (
    <Card title="Messages to everyone">
      <div className="grid justify-items-start gap-3">
        {batch.messages.length === 0 ? (
          <p className="text-ink-soft">No messages.</p>
        ) : (
          <ul className="w-full">
            {batch.messages.map(({ id, subject, text, sent_by: by, addresses, suppressed, at }) => (
              <li key={id} className="border-t border-line py-2 first:border-0 first:pt-0">
                <details>
                  <summary className="cursor-pointer font-semibold break-words">{subject}</summary>
                  <p className="py-2 break-words whitespace-pre-wrap">{text}</p>
                </details>
                <div className="text-xs break-words text-ink-soft">
                  <Timestamp iso={at} /> to {addressesText(addresses)}
                  {suppressed > 0 ? `, ${suppressed} of them suppressed` : ''}, by {by}
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
