import { QueryView } from '@meridian/ui/query-view';
import { api } from '../../../api/api.ts';
import { useSalesOpen } from '../../../api/sales.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Link } from '../../../ui/link.tsx';

/** Maximum number of courses in the list. The home page lists all courses. */
const maxOffered = 12;

/** The checkout without a selection: a message, and the courses. */
export function ChooseCourse() {
  const isOpen = useSalesOpen();
  const courses = api.endpoints.cat_course.useQuery({});
  return (
    <div>
      <h2 className="text-2xl">No batch is chosen yet</h2>
      <p className="mt-3 max-w-text text-ink-soft">
        {isOpen
          ? 'Choose a course, choose a batch on its schedule, and press Enroll.'
          : 'Enrolment is not open at present. Choose a course, and send us an enquiry on its page.'}
      </p>
      {/* Above the list, because the list would move the button while it loads. */}
      <ButtonLink to="/#popular-courses" className="mt-6">
        See all courses
      </ButtonLink>
      <div className="mt-8">
        <QueryView query={courses}>
          {(list) => (
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {list.slice(0, maxOffered).map((course) => (
                <li key={course.seo_slug} className="flex">
                  <Link
                    to={`/${course.category_seo_slug}/${course.seo_slug}`}
                    className="w-full rounded-md border border-line bg-surface px-4 py-3 transition hover:border-brand hover:bg-brand-faint"
                  >
                    <span className="block text-sm text-ink-soft">{course.category_name}</span>
                    <span className="font-semibold">{course.name}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </div>
  );
}
