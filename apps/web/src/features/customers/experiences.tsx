import type { Testimonial } from '@meridian/contracts/people';
import { ReadMore } from '@meridian/ui/read-more';
import { Learner } from './learner.tsx';

/** Written experiences of learners. A modal shows the full text of each. */
export function Experiences({ learners }: { learners: readonly Testimonial[] }) {
  return (
    <ul className="grid gap-x-12 sm:grid-cols-2">
      {learners.map((learner) => (
        <li key={learner.id} className="flex flex-col border-t-2 border-line py-7">
          <ReadMore
            title={learner.name}
            text={learner.description}
            className="grow font-display text-xl font-bold"
          />
          <div className="mt-5">
            <Learner learner={learner} />
          </div>
        </li>
      ))}
    </ul>
  );
}
