import type { Testimonial } from '@meridian/contracts/people';
import { Carousel } from '@meridian/ui/carousel';
import { Quote } from '@meridian/ui/icons';
import { ReadMore } from '@meridian/ui/read-more';
import { Stars } from '@meridian/ui/stars';
import { Learner } from './learner.tsx';

/** Carousel of testimonials: 1 slide up to 767 px, 2 from 768 px, 3 from 1200 px. */
export function LearnerSlides({ label, learners }: { label: string; learners: readonly Testimonial[] }) {
  return (
    <Carousel label={label} className="[--slides:1] min-[768px]:[--slides:2] min-[1200px]:[--slides:3]">
      {learners.map((learner) => (
        <article
          key={learner.id}
          className="flex w-full flex-col rounded-lg border border-line bg-surface p-6 shadow-card"
        >
          <div className="flex items-center justify-between">
            <Quote aria-hidden="true" className="size-8 fill-accent text-accent" />
            {learner.rating === null ? null : <Stars rating={learner.rating} />}
          </div>
          <ReadMore title={learner.name} text={learner.description} className="mt-4 mb-6 grow text-lg" />
          <div className="border-t border-line pt-5">
            <Learner learner={learner} />
          </div>
        </article>
      ))}
    </Carousel>
  );
}
