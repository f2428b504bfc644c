/**
 * Exports a list as a CSV file. The server requires a step-up (a second-factor code) and records the export
 * in the audit log.
 */
import { Button } from '@meridian/ui/button';
import { toasts } from '@meridian/ui/toast';
import type { ReactNode } from 'react';
import { api } from '../api/api.ts';
import { messageOf } from '../api/failure.ts';
import { downloadCsv } from './download.ts';
import { useStepUp } from './step-up.tsx';

export function ExportButton({
  path,
  body = {},
  file,
  children = 'Export CSV',
}: {
  /** Path below `/console/api`. */
  path: string;
  body?: object;
  /** File name without its extension. */
  file: string;
  children?: ReactNode;
}) {
  const [exportRows, { isLoading, reset }] = api.useExportRowsMutation();
  const run = useStepUp();
  async function start(): Promise<void> {
    const { data, error } = await run(() => exportRows({ path, body }));
    if (data) {
      downloadCsv(`${file}.csv`, data.csv);
      if (data.is_cut)
        toasts.error('Only the newest 10,000 rows are exported. Narrow the filter to export the others.');
      else toasts.success('Exported. The audit log records the export.');
    } else toasts.error(messageOf(error));
    // Removes the file from memory.
    reset();
  }
  return (
    <Button size="sm" tone="outline" busy={isLoading} onClick={() => void start()}>
      {children}
    </Button>
  );
}
