/** Error message of a field, for `aria-describedby`. */
export function FieldError({
  id,
  message,
  announced = false,
}: {
  id: string;
  message?: string;
  /** Announced at once (live region); otherwise on focus. */
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
