import type { Testimonial } from '@meridian/contracts/people';
import { Image } from '@meridian/ui/image';

/** The author of a testimonial. */
export function Learner({ learner }: { learner: Testimonial }) {
  return (
    <div className="flex items-center gap-3">
      <Image
        src={learner.image}
        alt=""
        width={56}
        height={56}
        className="size-14 shrink-0 rounded-full bg-brand-soft"
      />
      <div>
        <h3 className="text-base">{learner.name}</h3>
        <p className="text-sm text-ink-soft">{learner.designation}</p>
        {learner.linkedin_url ? (
          <a
            href={learner.linkedin_url}
            rel="noopener"
            target="_blank"
            className="text-sm font-semibold text-brand-strong underline underline-offset-4"
          >
            LinkedIn <span className="sr-only">profile of {learner.name}</span>
          </a>
        ) : null}
      </div>
    </div>
  );
}
