/** How money goes back: through the provider, or by a transfer that was made already. */
import { TextField } from '@meridian/ui/text-field';
import { useState } from 'react';
import { Choice } from '../../parts/form-fields.tsx';

export function TransferField() {
  const [byTransfer, setByTransfer] = useState(false);
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">How it goes back</legend>
      <Choice
        name="means"
        checked={!byTransfer}
        onChange={() => setByTransfer(false)}
        label="The way it was paid, by the payment provider"
      />
      <Choice
        name="means"
        checked={byTransfer}
        onChange={() => setByTransfer(true)}
        label="By bank: the transfer is made already, and is only recorded"
      />
      {byTransfer ? (
        <TextField
          id="transfer"
          name="transfer"
          label="Reference of the transfer (UTR)"
          pattern="[A-Za-z0-9\/\-]{6,40}"
          autoComplete="off"
          required
        />
      ) : null}
    </fieldset>
  );
}
