/** Error message of a field. The field's `aria-describedby` refers to it. */
export function FieldError({
  id,
  message,
  announced = false,
}: {
  id: string;
  message?: string;
  /**
   * True to announce the message immediately (live region). If false, it is read when the field gets the
   * focus.
   */
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
