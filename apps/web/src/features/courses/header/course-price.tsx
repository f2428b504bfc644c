import { formatRupees, seatFee } from '@meridian/contracts/enrolment/pricing';
import type { Course } from '@meridian/contracts/site/courses/course';
import { classNames } from '@meridian/ui/class-names';
import { TotalWithGst } from '../../../ui/total-with-gst.tsx';

/** Price of a seat, and the price before the discount. */
export function CoursePrice({ course, size }: { course: Course; size: 'text-2xl' | 'text-3xl' }) {
  const fee = seatFee(course);
  if (fee === null) return <p className="font-semibold">Fees are stated with each batch.</p>;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      {course.fee !== null && course.fee > fee ? (
        <s className="order-1 text-ink-soft">
          <span className="sr-only">instead of </span>
          {formatRupees(course.fee)}
        </s>
      ) : null}
      <strong className={classNames('font-display', size)}>{formatRupees(fee)}</strong>
      <span className="order-2 text-sm text-ink-soft">+ GST a seat</span>
      <TotalWithGst fee={fee} original={course.fee} />
    </p>
  );
}
