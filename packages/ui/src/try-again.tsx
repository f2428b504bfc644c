import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** Error message with a retry button. */
export function TryAgain({ children, busy, onTry }: { children: ReactNode; busy?: boolean; onTry(): void }) {
  return (
    <div
      role="alert"
      className="m-4 grid justify-items-start gap-3 rounded-md border border-line bg-sand px-4 py-4 text-ink"
    >
      <p>{children}</p>
      <Button tone="outline" busy={busy} onClick={onTry}>
        Try again
      </Button>
    </div>
  );
}
