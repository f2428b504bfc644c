import type { Course } from '@meridian/contracts/site/courses/course';
import { ChevronRight } from '@meridian/ui/icons';
import { Link } from '../../../ui/link.tsx';
import { coursesAnchor } from '../courses-anchor.ts';

const link = 'inline-flex min-h-8 items-center underline-offset-4 hover:underline';

/** Home, category, course. */
export function Breadcrumb({ course }: { course: Course }) {
  const arrow = <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-white/60" />;
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-white/85">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        <li className="flex items-center gap-1.5">
          <Link to="/" className={link}>
            Home
          </Link>
          {arrow}
        </li>
        <li className="flex items-center gap-1.5">
          {course.category_name ? (
            <Link to={coursesAnchor} className={link}>
              {course.category_name}
            </Link>
          ) : (
            'Course category not available'
          )}
          {arrow}
        </li>
        <li aria-current="page" className="py-1 text-white">
          {course.name || 'Course name not available'}
        </li>
      </ol>
    </nav>
  );
}
