import { seatFee } from '@meridian/contracts/enrolment/pricing';
import type { Course } from '@meridian/contracts/site/courses/course';
import { SeatPrice } from '../../../ui/seat-price.tsx';

/** Price of a seat, and the price before the discount. */
export function CoursePrice({ course, size }: { course: Course; size: 'text-2xl' | 'text-3xl' }) {
  const fee = seatFee(course);
  if (fee === null) return <p className="font-semibold">Fees are stated with each batch.</p>;
  return <SeatPrice fee={fee} original={course.fee} size={size} />;
}
