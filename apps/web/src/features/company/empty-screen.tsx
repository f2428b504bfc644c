/** The page at /demo, empty except for a heading for screen readers. */
export function EmptyScreen() {
  return (
    <div className="min-h-[60dvh]">
      <h1 className="sr-only">Demo</h1>
    </div>
  );
}
