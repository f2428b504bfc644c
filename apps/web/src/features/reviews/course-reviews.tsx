import { Container } from '@meridian/ui/section';
import { Stars } from '@meridian/ui/stars';
import { reviewsApi } from './reviews-api.ts';

/** Reviews of a course, published with the attendees' consent. Renders nothing if there are none. */
export function CourseReviews({ courseId }: { courseId: number }) {
  const { data } = reviewsApi.endpoints.reviews.useQuery(courseId);
  if (!data || data.reviews.length === 0) return null;
  return (
    <section aria-labelledby="reviews-title" className="pb-14 sm:pb-20">
      <Container>
        <h2 id="reviews-title" className="text-2xl sm:text-3xl">
          What attendees say
        </h2>
        <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {data.reviews.map(({ first_name: name, rating, text }) => (
            <li
              key={`${name} ${rating} ${text}`}
              className="rounded-lg border border-line bg-surface p-5 shadow-card"
            >
              <Stars rating={rating} />
              <p className="mt-2 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
              <p className="mt-2 font-semibold">{name}</p>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
}
