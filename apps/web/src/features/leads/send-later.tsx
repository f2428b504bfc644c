import { Button } from '@meridian/ui/button';

/** Offers to queue a submission until the network is back. If it is queued, offers to cancel it. */
export function SendLater({
  waits,
  hasFile,
  onWait,
  onWithdraw,
}: {
  /** True if the submission is queued. */
  waits: boolean;
  /** True if the form has a file, which does not survive a reload. */
  hasFile: boolean;
  onWait(): void;
  onWithdraw(): void;
}) {
  const stay = hasFile ? ' Please keep this page open until then: a reload would lose the file.' : '';
  return (
    <div className="grid gap-3 rounded-md border border-accent bg-accent-soft px-4 py-3 text-sm">
      <p>
        {waits
          ? `Your answers are kept in this tab and are sent automatically when you are back online.${stay}`
          : 'We could not be reached. Your answers are still here.'}
      </p>
      {waits ? (
        <Button tone="outline" onClick={onWithdraw}>
          Do not send
        </Button>
      ) : (
        <Button tone="outline" onClick={onWait}>
          Send when you are back online
        </Button>
      )}
    </div>
  );
}
