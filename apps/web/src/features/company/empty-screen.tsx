/** The empty page at /demo; its heading is for screen readers only. */
export function EmptyScreen() {
  return (
    <div className="min-h-[60dvh]">
      <h1 className="sr-only">Demo</h1>
    </div>
  );
}
