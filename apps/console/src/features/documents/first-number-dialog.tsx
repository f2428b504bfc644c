/** Sets the next document number, to continue the number series of another system. */
import { ActionDialog } from '../../parts/act.tsx';
import { TextField, textOf } from '../../parts/form-fields.tsx';

export const FirstNumberDialog = ({ onClose }: { onClose(): void }) => (
  <ActionDialog
    title="Set first document number"
    label="Set number"
    action="documents.set-first-number"
    inputOf={(form) => ({ number: textOf(form, 'number') ?? '' })}
    consequences={[
      'The next document of this series gets this number, and those after it continue without a gap.',
      'It can be set again until a document of the series is issued in this financial year.',
    ]}
    onClose={onClose}
  >
    <TextField
      id="number"
      name="number"
      label="Complete number, such as MA/2627/000501"
      maxLength={16}
      required
    />
  </ActionDialog>
);
