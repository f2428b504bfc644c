/** Imports a file of addresses that get no marketing emails. */
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { ImportDialog } from '../../parts/import-dialog.tsx';
import { PastImports } from '../../parts/past-imports.tsx';

export function OptOuts() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <div>
        <Button size="sm" tone="outline" onClick={() => setOpened(true)}>
          Import opt-outs
        </Button>
      </div>
      <PastImports
        kind="opt_outs"
        action="opt-outs.undo-import"
        consequences={[
          'The addresses may get marketing emails again, and consents that the import withdrew are valid again.',
          'Addresses that opted out themselves since stay opted out. So do addresses that are in the CRM, because the CRM was informed.',
        ]}
      />
      {opened ? (
        <ImportDialog
          action="opt-outs.import"
          title="Import opt-outs"
          label="Import opt-outs"
          consequences="These addresses get no marketing emails. They still get emails about their bookings."
          columns="The first line has the column: email. The import adds no leads and no CRM records."
          onClose={() => setOpened(false)}
        />
      ) : null}
    </>
  );
}
