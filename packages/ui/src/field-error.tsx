/** The message of a field, which the field refers to. */
export function FieldError({
  id,
  message,
  announced = false,
}: {
  id: string;
  message?: string;
  /** Screen readers say it as soon as it comes; otherwise with the field, when it has the focus. */
  announced?: boolean;
}) {
  return (
    <p
      id={id}
      role={announced ? 'alert' : undefined}
      className="mt-1 text-sm font-semibold text-alert-strong empty:hidden"
    >
      {message}
    </p>
  );
}
