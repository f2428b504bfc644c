import type { FeedbackData } from '@meridian/contracts/training/feedback';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openSite } from '../../testing/site.tsx';
import { answerCalls, refusal, success } from '../checkout/testing.tsx';

const token = 'ab'.repeat(20);
const call = `/api/feedback/${token}`;
const asked: FeedbackData = {
  course_name: 'Leading SAFe',
  first_name: 'Ravi',
  answer: null,
  is_published: false,
};
const answer = { rating: 4, helped: 'The exercises', improve: 'Longer breaks', may_publish: false };

it('asks three questions and for consent, unticked; shows errors and keeps the text', async () => {
  answerCalls({
    [call]: (body: object) =>
      'rating' in body
        ? refusal('Please check the details that are marked.', 400, { rating: ['Choose one to five stars'] })
        : success(asked),
  });
  await openSite(`/feedback/${token}`, {});
  const consent = await screen.findByRole('checkbox', { name: /publish my answer with my first name/ });
  expect(consent).not.toBeChecked();
  await userEvent.type(screen.getByLabelText(/What helped you most/), answer.helped);
  await userEvent.type(screen.getByLabelText(/What should we improve/), answer.improve);
  await userEvent.click(screen.getByRole('button', { name: 'Send my answer' }));
  expect(await screen.findByText('Choose one to five stars')).toBeInTheDocument();

  const calls = answerCalls({ [call]: () => success({ ...asked, answer }) });
  await userEvent.click(screen.getByRole('radio', { name: /^4 stars/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send my answer' }));
  expect(await screen.findByText(/Your answer is saved/)).toBeInTheDocument();
  expect(calls.sent.at(-1)?.body).toEqual(answer);
  expect(screen.getByRole('button', { name: 'Change my answer' })).toBeInTheDocument();
});

it('shows the published feedback, and withdraws the consent', async () => {
  const published = { ...asked, answer: { ...answer, may_publish: true }, is_published: true };
  answerCalls({
    [call]: () => success(published),
    [`${call}/withdraw`]: () => success({ ...asked, answer }),
  });
  await openSite(`/feedback/${token}`, {});
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw my consent' }));
  expect(await screen.findByRole('checkbox')).not.toBeChecked();
  expect(screen.getByLabelText(/What helped you most/)).toHaveValue(answer.helped);
});
