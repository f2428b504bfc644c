/** Fields of the console's dialogs. Text fields show the server's error message. */
import * as shared from '@meridian/ui/text-field';
import { type ComponentProps, createContext, type ReactNode, use } from 'react';

/** Error messages by field; a nested field has its path in the contract, for example `billing.company.pin`. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

export const FieldErrors = createContext<FieldMessages>({});

const concerns = (path: string, name: string) => path === name || path.endsWith(`.${name}`);

/** @returns the error messages of fields that the form does not have */
export const messagesWithoutField = (errors: FieldMessages, form: HTMLFormElement | null): string[] =>
  Object.entries(errors)
    .filter(([path]) => {
      const names = [...(form?.elements ?? [])].map((element) => element.getAttribute('name') ?? '');
      return path !== 'step_up' && !names.some((name) => concerns(path, name));
    })
    .map(([path, [first]]) => `${path.replaceAll(/[._]/g, ' ')}: ${first}.`);

function useFieldError(name: string | undefined): string | undefined {
  const errors = use(FieldErrors);
  if (name === undefined) return undefined;
  return Object.entries(errors).find(([path]) => concerns(path, name))?.[1][0];
}

export function TextField(props: ComponentProps<typeof shared.TextField>) {
  const error = useFieldError(props.name);
  return <shared.TextField {...(error !== undefined && { error })} {...props} />;
}

/** Field for a second-factor code. */
export function CodeField(
  props: Pick<ComponentProps<typeof shared.TextField>, 'id' | 'error' | 'autoFocus'>,
) {
  return (
    <TextField
      name="code"
      label="Code of your authenticator app"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\d{6}"
      maxLength={6}
      required
      {...props}
    />
  );
}

export function TextAreaField(props: ComponentProps<typeof shared.TextAreaField>) {
  const error = useFieldError(props.name);
  return <shared.TextAreaField {...(error !== undefined && { error })} {...props} />;
}

const box = 'w-full rounded-md border border-line-strong bg-surface px-3 font-normal text-ink';

export function SelectField({
  id,
  label,
  children,
  ...select
}: ComponentProps<'select'> & { id: string; label: ReactNode }) {
  return (
    <label htmlFor={id} className="grid gap-1 text-sm font-semibold">
      {label}
      <select id={id} {...select} className={`${box} h-12`}>
        {children}
      </select>
    </label>
  );
}

/** One radio button with its label. */
export function Choice({
  name,
  checked,
  onChange,
  label,
}: {
  name: string;
  checked: boolean;
  onChange(): void;
  label: ReactNode;
}) {
  return (
    <label className="flex min-h-10 items-center gap-3">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChange}
        className="size-5 shrink-0 accent-brand"
      />
      <span>{label}</span>
    </label>
  );
}

/** One option of a list from which any number can be chosen. */
export function Tick({
  label,
  onChange,
  ...box
}: Pick<ComponentProps<'input'>, 'name' | 'value' | 'checked'> & {
  onChange(isTicked: boolean): void;
  label: ReactNode;
}) {
  return (
    <label className="flex min-h-10 items-center gap-3">
      <input
        type="checkbox"
        {...box}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-brand"
      />
      <span className="min-w-0 break-words">{label}</span>
    </label>
  );
}

/** @returns the trimmed text of a field; undefined if it is empty */
export function textOf(form: FormData, name: string): string | undefined {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? undefined : text;
}

/** @returns the number in a field; undefined if the field is empty or its text is not a number */
export function numberOf(form: FormData, name: string): number | undefined {
  const text = textOf(form, name);
  const number = Number(text);
  return text === undefined || !Number.isFinite(number) ? undefined : number;
}
