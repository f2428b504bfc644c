/** Imports that can be undone. */
import type { ImportKind, ImportRow } from '@meridian/contracts/operators/console/desk';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { deskApi } from '../api/desk-api.ts';
import { ActionDialog } from './act.tsx';
import { plural } from './count.ts';
import { Timestamp } from './timestamp.tsx';

const linesOf = ({ rows }: ImportRow) => plural(rows, 'line');

interface PastImportsProps {
  kind: ImportKind;
  action: 'coupons.undo-import' | 'opt-outs.undo-import';
  /** Effects of the undo, and the rows that it leaves unchanged. */
  consequences: readonly string[];
}

export function PastImports({ kind, action, consequences }: PastImportsProps) {
  const { data = [] } = deskApi.useImportsQuery(kind);
  const [open, setOpen] = useState<ImportRow>();
  if (data.length === 0) return null;
  return (
    <details className="rounded-lg border border-line bg-surface px-4 py-3">
      <summary className="font-semibold">Imports: {data.length}</summary>
      <ul aria-label="Imports" className="mt-2 grid max-h-56 gap-1 overflow-auto">
        {data.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3">
            <span className="mr-auto">
              <Timestamp iso={one.imported_at} />, {linesOf(one)}
            </span>
            <Button
              size="sm"
              tone="quiet"
              aria-label={`Undo the import of ${linesOf(one)}`}
              onClick={() => setOpen(one)}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
      {open ? (
        <ActionDialog
          title="Undo the import"
          label="Undo import"
          action={action}
          inputOf={() => ({ id: open.id })}
          consequences={consequences}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </details>
  );
}
