import type { Testimonial } from '@meridian/contracts/people';
import { Carousel } from '../../ui/carousel.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ReadMore } from '../../ui/read-more.tsx';
import { Stars } from '../../ui/stars.tsx';

/** Testimonials: 3 slides at 1200 px and wider, 1 at 767 and below. */
export function TestimonialCarousel({ testimonials }: { testimonials: readonly Testimonial[] }) {
  return (
    <Carousel
      label="Testimonials"
      className="[--slides:1] min-[768px]:[--slides:2] min-[1200px]:[--slides:3]"
    >
      {testimonials.map((testimonial) => (
        <article
          key={testimonial.id}
          className="flex w-full flex-col rounded-lg border border-line bg-surface p-6 shadow-card"
        >
          {testimonial.rating === null ? null : <Stars rating={testimonial.rating} />}
          <ReadMore title={testimonial.name} text={testimonial.description} className="mt-3 grow" />
          <div className="mt-5 flex items-center gap-3">
            <Picture
              src={testimonial.image}
              alt=""
              width={56}
              height={56}
              className="size-14 shrink-0 rounded-full bg-brand-soft"
            />
            <div>
              <h3 className="text-base">{testimonial.name}</h3>
              <p className="text-sm text-ink-soft">{testimonial.designation}</p>
              {testimonial.linkedin_url ? (
                <a
                  href={testimonial.linkedin_url}
                  rel="noopener"
                  target="_blank"
                  className="text-sm font-semibold text-brand-strong underline underline-offset-4"
                >
                  LinkedIn <span className="sr-only">profile of {testimonial.name}</span>
                </a>
              ) : null}
            </div>
          </div>
        </article>
      ))}
    </Carousel>
  );
}
