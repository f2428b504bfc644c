/** Downloads all data as one archive. */
import { dayInIndia } from '@meridian/contracts/india-time';
import { Button } from '@meridian/ui/button';
import { toasts } from '@meridian/ui/toast';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { fetchFile } from '../../api/transport.ts';
import { saveFile } from '../../parts/download.ts';
import { useStepUp } from '../../parts/step-up.tsx';

export function ExportAll() {
  const [busy, setBusy] = useState(false);
  const run = useStepUp();
  async function download(): Promise<void> {
    setBusy(true);
    const { data, error } = await run(() => fetchFile('/export'));
    setBusy(false);
    if (!data) return toasts.error(messageOf(error));
    saveFile(`export-${dayInIndia(new Date())}.zip`, data);
    toasts.success('Exported. The audit log records the export.');
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        One ZIP archive with people, orders, documents, batches, training, emails and the audit log. Its
        README.md explains each file. The archive contains personal data: keep it encrypted, and delete it
        when you no longer need it.
      </p>
      <p role="status" className="text-ink-soft empty:hidden">
        {busy ? 'The archive is being created and downloaded. Keep this page open.' : ''}
      </p>
      <Button size="sm" tone="outline" busy={busy} onClick={() => void download()}>
        Export all data
      </Button>
    </div>
  );
}
