import type { CataloguePage } from '@meridian/contracts/operators/console/desk';
import { Badge } from '../../parts/badge.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

type Fault = NonNullable<CataloguePage['content_faults']>[number];

const effects: Record<Fault['effect'], { state: string; word: string }> = {
  warning: { state: 'waiting', word: 'on the site' },
  former_version: { state: 'failed', word: 'last valid version on the site' },
  left_out: { state: 'failed', word: 'not on the site' },
};

function FaultItem({ fault: { file, line, field, message, effect, since } }: { fault: Fault }) {
  return (
    <li className="grid gap-0.5 border-t border-line py-2 first:border-0">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <code className="min-w-0 break-all">{file}</code>
        {line === null ? null : <span className="text-ink-soft">line {line}</span>}
        <Badge {...effects[effect]} />
      </div>
      <div className="min-w-0 break-words">
        {field === '' ? null : <code className="break-all">{field}: </code>}
        {message}
      </div>
      <div className="text-xs text-ink-soft">
        since <Timestamp iso={since} />
      </div>
    </li>
  );
}

/** Mistakes in the upstream's content files, each with its effect on the site. */
export function ContentFaults({ faults }: { faults: CataloguePage['content_faults'] }) {
  if (faults === null)
    return (
      <p className="text-ink-soft">
        Unknown: the upstream does not report mistakes in its content, or does not answer.
      </p>
    );
  if (faults.length === 0) return <p className="text-ink-soft">No mistakes in the content.</p>;
  return (
    <ul aria-label="Mistakes">
      {faults.map((fault) => (
        <FaultItem key={`${fault.file} ${fault.line} ${fault.field} ${fault.message}`} fault={fault} />
      ))}
    </ul>
  );
}
