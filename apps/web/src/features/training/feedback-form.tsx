import type { FeedbackData } from '@meridian/contracts/training/feedback';
import { Button } from '@meridian/ui/button';
import { CheckboxField } from '@meridian/ui/checkbox-field';
import { FieldError } from '@meridian/ui/field-error';
import { TextAreaField } from '@meridian/ui/text-field';
import type { FormEvent } from 'react';
import { messageOf } from '../../api/call-query.ts';
import { trainingApi } from './training-api.ts';

const ratings = [
  [1, 'Poor'],
  [2, 'Fair'],
  [3, 'Good'],
  [4, 'Very good'],
  [5, 'Excellent'],
] as const;

const maxLength = 2_000;

function Rating({ chosen, error }: { chosen: number | undefined; error: string | undefined }) {
  return (
    <fieldset aria-describedby={error ? 'rating-error' : undefined}>
      <legend className="mb-1 text-sm font-semibold">How do you rate the class?</legend>
      <div className="grid gap-1 sm:grid-cols-5">
        {ratings.map(([stars, meaning]) => (
          <label
            key={stars}
            className="flex min-h-11 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 py-1 text-sm"
          >
            <input
              type="radio"
              name="rating"
              value={stars}
              defaultChecked={stars === chosen}
              className="size-5 shrink-0 accent-brand"
            />
            <span>
              {stars} {stars === 1 ? 'star' : 'stars'}
              <span className="block text-ink-soft">{meaning}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id="rating-error" message={error} />
    </fieldset>
  );
}

/** Three questions, and the consent to publication. */
export function FeedbackForm({ feedback, token }: { feedback: FeedbackData; token: string }) {
  const [send, { error, isLoading, isSuccess }] = trainingApi.endpoints.answerFeedback.useMutation();
  const { answer, first_name: firstName } = feedback;
  const errors = (error && 'errors' in error && error.errors) || {};
  const hasMarkedField = Object.keys(errors).length > 0;

  function answerNow(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    const body = {
      rating: Number(form.get('rating')),
      helped: text('helped'),
      improve: text('improve'),
      may_publish: form.get('may_publish') !== null,
    };
    void send({ token, body });
  }

  return (
    <form noValidate onSubmit={answerNow} className="mt-6 grid gap-5">
      <Rating chosen={answer?.rating} error={errors.rating?.[0]} />
      <TextAreaField
        id="feedback-helped"
        name="helped"
        label="What helped you most?"
        optional
        maxLength={maxLength}
        defaultValue={answer?.helped}
        error={errors.helped?.[0]}
      />
      <TextAreaField
        id="feedback-improve"
        name="improve"
        label="What should we improve?"
        optional
        maxLength={maxLength}
        defaultValue={answer?.improve}
        error={errors.improve?.[0]}
      />
      <div>
        <CheckboxField
          id="feedback-publish"
          name="may_publish"
          label="You may publish my answer with my first name"
          defaultChecked={answer?.may_publish ?? false}
        />
        <p className="text-sm text-ink-soft">
          Then your stars, your answer to “What helped you most?”{firstName ? ` and “${firstName}”` : ''} may
          be shown on the page of the course. Your answer to “What should we improve?” is never published. You
          can withdraw your consent here at any time.
        </p>
      </div>
      <p role="alert" className="text-sm font-semibold text-alert-strong empty:hidden">
        {error && !hasMarkedField ? messageOf(error) : ''}
      </p>
      <Button type="submit" busy={isLoading} className="max-sm:w-full">
        {answer ? 'Change my answer' : 'Send my answer'}
      </Button>
      <p role="status" className="font-semibold text-brand-strong empty:hidden">
        {isSuccess && !isLoading && !error
          ? 'Your answer is saved. You can change it on this page until it is published.'
          : ''}
      </p>
    </form>
  );
}
