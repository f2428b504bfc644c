import { Button } from '@meridian/ui/button';
import { Notice } from '@meridian/ui/notice';
import { messageOf } from '../api/failure.ts';

/** Error message in place of content that could not be loaded. */
export function FailureNotice({ error, retry }: { error: unknown; retry?: () => unknown }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <Notice className="w-full">{messageOf(error)}</Notice>
      {retry ? (
        <Button tone="outline" size="sm" onClick={() => void retry()}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
