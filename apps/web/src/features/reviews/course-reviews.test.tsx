import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';
import { browserRead } from '../../api/browser-read.ts';
import { createStore } from '../../api/store.ts';
import { answerCalls, success } from '../checkout/testing.tsx';
import { CourseReviews } from './course-reviews.tsx';

const show = () =>
  render(
    <Provider store={createStore({ read: browserRead })}>
      <CourseReviews courseId={101} />
    </Provider>,
  );

it('shows the name, stars and text of each review', async () => {
  const reviews = [{ first_name: 'Ravi', rating: 4, text: 'The exercises' }];
  answerCalls({ '/api/reviews/101': () => success({ reviews }) });
  show();
  expect(await screen.findByRole('region', { name: 'What attendees say' })).toHaveTextContent(
    'The exercisesRavi',
  );
  expect(screen.getByRole('img', { name: 'Rated 4 out of 5' })).toBeInTheDocument();
});

it('is absent if there is no review', async () => {
  const calls = answerCalls({ '/api/reviews/101': () => success({ reviews: [] }) });
  const { container } = show();
  await expect.poll(() => calls.sent.length).toBe(1);
  expect(container).toBeEmptyDOMElement();
});
