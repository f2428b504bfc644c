import { publishFeedback, unpublishFeedback } from '../../../training/feedback/feedback.ts';
import type { Actions } from '../action.ts';

export const feedbackActions: Pick<Actions, 'feedback.publish' | 'feedback.unpublish'> = {
  'feedback.publish': {
    async run(transaction, { id }) {
      await publishFeedback(transaction, id);
      return { done: 'The feedback is published on the page of the course.', feedback: [{ id }] };
    },
    audit: ({ id }) => ({ subject: { kind: 'feedback', id } }),
  },
  'feedback.unpublish': {
    async run(transaction, { id, note }) {
      await unpublishFeedback(transaction, id, note);
      return { done: 'The feedback is no longer shown on the page of the course.', feedback: [{ id }] };
    },
    audit: ({ id }) => ({ subject: { kind: 'feedback', id } }),
  },
};
