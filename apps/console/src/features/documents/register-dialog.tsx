/** Records the IRN that the e-invoice portal has issued for a document to a company. */
import { ActionDialog } from '../../parts/act.tsx';
import { TextField, textOf } from '../../parts/form-fields.tsx';

export function RegisterDialog({ onClose }: { onClose(): void }) {
  return (
    <ActionDialog
      title="Record an IRN"
      label="Record IRN"
      action="documents.register"
      inputOf={(form) => ({
        number: textOf(form, 'number') ?? '',
        irn: textOf(form, 'irn') ?? '',
        ack_no: textOf(form, 'ack_no') ?? '',
        ack_date: textOf(form, 'ack_date') ?? '',
        signed_qr: textOf(form, 'signed_qr'),
      })}
      consequences={[
        'The IRN is printed on the document and cannot be changed later.',
        'The PDF is created and appears on the booking page.',
      ]}
      onClose={onClose}
    >
      <TextField id="number" name="number" label="Document number" maxLength={40} required />
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
        id="ack_date"
        name="ack_date"
        label="Acknowledgement date, as shown in the portal"
        maxLength={40}
        required
      />
      <TextField id="signed_qr" name="signed_qr" label="Content of the signed QR code" optional />
    </ActionDialog>
  );
}
