import { seatFee } from '@meridian/contracts/enrolment/pricing';
import type { Course } from '@meridian/contracts/site/courses/course';
import { ArrowRight } from '@meridian/ui/icons';
import { advisorId } from '../../../content/advisor-anchor.ts';
import { Link } from '../../../ui/link.tsx';
import { useLiveCoupons } from '../../coupons/public.ts';
import { BatchRow } from '../../schedule/public.ts';
import { useLiveSeats } from '../../seats/public.ts';

/** The next batches, each with its price and a link to the checkout. */
export function CourseDates({ course }: { course: Course }) {
  const live = useLiveSeats(course.id);
  const coupons = useLiveCoupons({ courseId: course.id, category: course.category_seo_slug });
  const batches = course.upcoming_batches.map((batch) =>
    seatFee(batch) === null ? { ...batch, fee: course.fee, discount_fee: course.discount_fee } : batch,
  );
  return (
    <div className="grid gap-4">
      <ol className="@container grid gap-4">
        {batches.map((batch) => (
          <li key={batch.id}>
            <BatchRow
              batch={batch}
              course={course}
              enquiryPath={`#${advisorId}`}
              live={live}
              coupons={coupons}
            />
          </li>
        ))}
      </ol>
      {/* Reserves the height of two group prices, which load after the page. */}
      <div className="grid min-h-39 content-start gap-2">
        <Link
          to={`/view-schedule/${course.id}`}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand-strong underline underline-offset-4"
        >
          See all dates, or book more than one seat <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
        {coupons?.groups(batches.map(seatFee))}
      </div>
    </div>
  );
}
