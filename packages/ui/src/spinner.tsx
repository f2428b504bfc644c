/** Spinner, hidden from screen readers. Show a text beside the spinner. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-[1em] animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}
