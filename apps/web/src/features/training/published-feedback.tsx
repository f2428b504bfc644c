import type { FeedbackData } from '@meridian/contracts/training/feedback';
import { Button } from '@meridian/ui/button';
import { Stars } from '@meridian/ui/stars';
import { messageOf } from '../../api/call-query.ts';
import { trainingApi } from './training-api.ts';

/** Published feedback, with a button that withdraws the consent. */
export function PublishedFeedback({ feedback, token }: { feedback: FeedbackData; token: string }) {
  const [withdraw, { error, isLoading }] = trainingApi.endpoints.withdrawFeedback.useMutation();
  const { answer, first_name: firstName } = feedback;
  return (
    <div className="mt-6 grid gap-4">
      <p>This is published on the page of the course, as you allowed:</p>
      <blockquote className="rounded-lg border border-line bg-surface p-5">
        <Stars rating={answer?.rating ?? 0} />
        <p className="mt-2 whitespace-pre-wrap [overflow-wrap:anywhere]">{answer?.helped}</p>
        <p className="mt-2 font-semibold">{firstName}</p>
      </blockquote>
      <p className="text-ink-soft">
        If you withdraw your consent, it is removed from the page, and you can change your answer.
      </p>
      <p role="alert" className="text-sm font-semibold text-alert-strong empty:hidden">
        {error ? messageOf(error) : ''}
      </p>
      <div>
        <Button tone="outline" busy={isLoading} onClick={() => void withdraw(token)}>
          Withdraw my consent
        </Button>
      </div>
    </div>
  );
}
