/** The message of a field. Its place is there before it, so that screen readers announce it when it comes. */
export function FieldError({ id, message }: { id: string; message?: string }) {
  return (
    <p id={id} role="alert" className="mt-1 text-sm font-semibold text-alert-strong empty:hidden">
      {message}
    </p>
  );
}
