/** Feedback about a class, given through an emailed link, and the reviews made from it. */
import { z } from 'zod';
import { optionalText } from '../leads/fields.ts';

const maxAnswer = 2_000;
export const maxRating = 5;

const answers = {
  rating: z
    .int({ error: 'Choose one to five stars' })
    .min(1, { error: 'Choose one to five stars' })
    .max(maxRating, { error: 'Choose one to five stars' }),
  /** Answer to "What helped you most?" */
  helped: optionalText('Your answer', maxAnswer),
  /** Answer to "What should we improve?"; never published. */
  improve: optionalText('Your answer', maxAnswer),
  /** Consent to publish the rating, the first answer and the first name. */
  may_publish: z.boolean().default(false),
};

/** `POST /api/feedback/<token>`: replaces an earlier answer. */
export const feedbackRequest = z.object(answers);
export type FeedbackAnswer = z.output<typeof feedbackRequest>;

export const feedbackData = z.object({
  course_name: z.string(),
  first_name: z.string(),
  /** Null until feedback is given. */
  answer: z.object(answers).nullable(),
  /** A published answer cannot be changed, but its consent can be withdrawn. */
  is_published: z.boolean(),
});
export type FeedbackData = z.output<typeof feedbackData>;

/** `GET /api/reviews/<course_id>`: newest first. */
export const reviewsData = z.object({
  reviews: z.array(z.object({ first_name: z.string(), rating: z.int(), text: z.string() })),
});
export type ReviewsData = z.output<typeof reviewsData>;
