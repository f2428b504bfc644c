/** Records the registration of a company's invoice or credit note at the portal. */
import { TextField } from '@meridian/ui/text-field';
import { ActDialog } from '../../parts/act.tsx';
import { textOf } from '../../parts/form-fields.tsx';

export function RegisterDialog({ onClose }: { onClose(): void }) {
  return (
    <ActDialog
      title="Record an IRN"
      label="Record"
      path="/documents/register"
      changes={['Documents', 'Order']}
      asksWhy={false}
      bodyOf={(form) => ({
        number: textOf(form, 'number'),
        irn: textOf(form, 'irn'),
        ack_no: textOf(form, 'ack_no'),
        ack_on: textOf(form, 'ack_on'),
        signed_qr: textOf(form, 'signed_qr'),
      })}
      consequences={[
        'The number stands on the document, and is never changed.',
        'Its PDF is made, and the buyer finds it on the receipt.',
      ]}
      onClose={onClose}
    >
      <TextField id="number" name="number" label="Number of the document" maxLength={40} required />
      <TextField
        id="irn"
        name="irn"
        label="IRN, 64 hexadecimal digits"
        pattern="[0-9a-fA-F]{64}"
        maxLength={64}
        required
      />
      <TextField
        id="ack_no"
        name="ack_no"
        label="Acknowledgement number"
        inputMode="numeric"
        pattern="\d{1,20}"
        required
      />
      <TextField
        id="ack_on"
        name="ack_on"
        label="Acknowledged on, as the portal says it"
        maxLength={40}
        required
      />
      <TextField id="signed_qr" name="signed_qr" label="Content of the signed QR code" optional />
    </ActDialog>
  );
}
