/** Addresses that get no marketing emails, from a file. */
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
          'The addresses may get marketing emails again, and consents that the import ended hold again.',
          'Those who opted out themselves since, and those whom the CRM knows, stay opted out.',
        ]}
      />
      {opened ? (
        <ImportDialog
          action="opt-outs.import"
          title="Import opt-outs"
          label="Import opt-outs"
          consequences="These addresses get no marketing emails. They still get emails about their bookings."
          columns="The first line has the column: email. Nobody is added to the enquiries or the CRM."
          onClose={() => setOpened(false)}
        />
      ) : null}
    </>
  );
}
