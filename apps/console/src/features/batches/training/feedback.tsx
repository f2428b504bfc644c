/** Feedback about the class; published as a review only with the attendee's consent. */
import type { ClassPage } from '@meridian/contracts/operators/console/training';
import { ActionButton } from '../../../parts/act.tsx';
import { Card } from '../../../parts/facts.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { useOperator } from '../../../session/session-context.ts';

type Answer = ClassPage['feedback']['answers'][number];

function Publication({ answer }: { answer: Answer }) {
  const { may } = useOperator();
  if (answer.published_at)
    return (
      <p className="text-xs text-ink-soft">
        Published <Timestamp iso={answer.published_at} />
      </p>
    );
  if (!answer.may_publish) return <p className="text-xs text-ink-soft">May not be published</p>;
  if (answer.helped === '') return <p className="text-xs text-ink-soft">No text to publish</p>;
  return may('desk') ? (
    <ActionButton action="feedback.publish" input={{ id: answer.id }}>
      Publish as a review
    </ActionButton>
  ) : null;
}

export function Feedback({ feedback: { asked, answers } }: Pick<ClassPage, 'feedback'>) {
  return (
    <Card title="Feedback">
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-soft">
          {asked === 0
            ? 'Attendees are asked by email on the day after the last day of class.'
            : `${answers.length} of ${asked} attendees have answered.`}
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
              <Publication answer={answer} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
