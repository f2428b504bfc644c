import { Button } from '@meridian/ui/button';
import { toasts } from '@meridian/ui/toast';
import { api, type LeadQuery } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { downloadCsv } from '../../parts/download.ts';
import { useDeed } from '../../parts/proof.tsx';

/** The leads of the list, contact details included, as a file for a spreadsheet. */
export function ExportLeads({ filter }: { filter: LeadQuery }) {
  const [exportLeads, { isLoading, reset }] = api.useExportLeadsMutation();
  const run = useDeed();
  async function start(): Promise<void> {
    const { data, error } = await run(() => exportLeads(filter));
    if (data) {
      downloadCsv(`leads-${new Date().toISOString().slice(0, 10)}.csv`, data.csv);
      toasts.success(`${data.leads.toLocaleString('en-IN')} leads exported. The audit log says so.`);
    } else toasts.error(messageOf(error));
    // The file does not stay in memory.
    reset();
  }
  return (
    <Button size="sm" tone="outline" busy={isLoading} onClick={() => void start()}>
      Export CSV
    </Button>
  );
}
