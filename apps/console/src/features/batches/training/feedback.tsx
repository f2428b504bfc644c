/** Feedback about the class. Only feedback whose author has consented can be published as a review. */
import type { ClassPage } from '@meridian/contracts/operators/console/training';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { ActionButton, ActionDialog } from '../../../parts/act.tsx';
import { plural } from '../../../parts/count.ts';
import { Card } from '../../../parts/facts.tsx';
import { textOf } from '../../../parts/form-fields.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { useOperator } from '../../../session/session-context.ts';

type Answer = ClassPage['feedback']['answers'][number];

function UnpublishDialog({ answer, onClose }: { answer: Answer; onClose(): void }) {
  return (
    <ActionDialog
      action="feedback.unpublish"
      title={`Unpublish the review by ${answer.first_name}`}
      label="Unpublish review"
      consequences={[
        'The review is removed from the course page immediately, and can be published again',
        'No email is sent. The attendee can change the feedback again',
      ]}
      asksWhy
      inputOf={(form) => ({ id: answer.id, note: textOf(form, 'note') ?? '' })}
      onClose={onClose}
    />
  );
}

function Published({ answer, at }: { answer: Answer; at: string }) {
  const { may } = useOperator();
  const [unpublishing, setUnpublishing] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-xs text-ink-soft">
        Published <Timestamp iso={at} />
      </p>
      {may('desk') ? (
        <Button size="sm" tone="quiet" onClick={() => setUnpublishing(true)}>
          Unpublish
        </Button>
      ) : null}
      {unpublishing ? <UnpublishDialog answer={answer} onClose={() => setUnpublishing(false)} /> : null}
    </div>
  );
}

function Publication({ answer }: { answer: Answer }) {
  const { may } = useOperator();
  if (answer.published_at) return <Published answer={answer} at={answer.published_at} />;
  if (!answer.may_publish) return <p className="text-xs text-ink-soft">No consent to publish</p>;
  if (answer.helped === '') return <p className="text-xs text-ink-soft">No text to publish</p>;
  return may('desk') ? (
    <ActionButton action="feedback.publish" input={{ id: answer.id }}>
      {answer.unpublished_at ? 'Publish again' : 'Publish as a review'}
    </ActionButton>
  ) : null;
}

export function Feedback({ feedback: { asked, answers } }: Pick<ClassPage, 'feedback'>) {
  return (
    <Card title="Feedback">
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-soft">
          {asked === 0
            ? 'Attendees are asked for feedback by email on the day after the last day of class.'
            : `Feedback from ${answers.length} of ${plural(asked, 'attendee')}.`}
        </p>
        <ul className="w-full">
          {answers.map((answer) => (
            <li key={answer.id} className="grid gap-1 border-t border-line py-2 first:border-0 first:pt-0">
              <div className="font-semibold break-words">
                {answer.first_name}: {answer.rating} of 5 stars
              </div>
              {answer.helped ? (
                <p className="break-words whitespace-pre-wrap">Helped most: {answer.helped}</p>
              ) : null}
              {answer.improve ? (
                <p className="break-words whitespace-pre-wrap">To improve: {answer.improve}</p>
              ) : null}
              <p className="text-xs text-ink-soft">
                <Timestamp iso={answer.answered_at} />
              </p>
              {answer.unpublished_at ? (
                <p className="text-xs break-words text-ink-soft">
                  Unpublished <Timestamp iso={answer.unpublished_at} />: {answer.unpublished_note}
                </p>
              ) : null}
              <Publication answer={answer} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
