import type { Field } from '@meridian/contracts/leads/fields';
import { CheckboxField } from '@meridian/ui/checkbox-field';
import { TextAreaField, TextField } from '@meridian/ui/text-field';
import type { UseFormRegisterReturn } from 'react-hook-form';

const inputModes: Partial<Record<Field['type'], 'tel' | 'email' | 'numeric'>> = {
  tel: 'tel',
  email: 'email',
  number: 'numeric',
};

/** The label of a field. Part of it may be a link. */
function Label({ label, linked }: Pick<Field, 'label' | 'linked'>) {
  if (!linked) return label;
  const [before, after] = label.split(linked.words);
  return (
    <span>
      {before}
      {/* Opens in a new tab, because a navigation would drop the chosen file. */}
      <a
        href={linked.path}
        target="_blank"
        rel="noopener"
        // A large touch target: a tap beside the link would tick the box.
        className="inline-block py-1 text-brand-strong underline underline-offset-4"
      >
        {linked.words}
      </a>
      {after}
    </span>
  );
}

/** A field of a form, of the type that its contract specifies. */
export function FormField({
  field,
  id,
  error,
  markedBy,
  registration,
}: {
  field: Field;
  id: string;
  error?: string;
  /** Id of another field whose error message also concerns this field. */
  markedBy?: string;
  registration: UseFormRegisterReturn;
}) {
  const shared = {
    id,
    ...registration,
    label: <Label {...field} />,
    error,
    optional: field.optional,
    alsoMarkedBy: markedBy,
    autoComplete: field.autocomplete,
  };
  if (field.type === 'checkbox') return <CheckboxField {...shared} />;
  if (field.type === 'textarea') return <TextAreaField {...shared} />;
  return (
    <TextField
      {...shared}
      type={field.type === 'number' ? 'text' : field.type}
      inputMode={inputModes[field.type]}
    />
  );
}
