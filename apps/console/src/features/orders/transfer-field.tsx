/** Refund method: through the payment provider, or a bank transfer that was already made. */
import { Choice, TextField } from '../../parts/form-fields.tsx';

export function TransferField({
  byTransfer,
  onChange,
}: {
  byTransfer: boolean;
  onChange(byTransfer: boolean): void;
}) {
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">Refund method</legend>
      <Choice
        name="means"
        checked={!byTransfer}
        onChange={() => onChange(false)}
        label="Original payment method, by the payment provider"
      />
      <Choice
        name="means"
        checked={byTransfer}
        onChange={() => onChange(true)}
        label="Bank transfer (already made; record only)"
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
