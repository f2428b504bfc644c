import { seatFee } from '@meridian/contracts/enrolment/pricing';
import type { Course } from '@meridian/contracts/site/courses/course';
import { instance } from '@meridian/contracts/site/instance';
import type { Batch } from '@meridian/contracts/site/schedule/batch';
import { breadcrumbData } from '../../../routing/breadcrumb-data.ts';
import { absoluteUrl, type Head } from '../../../routing/head.ts';
import { coursesAnchor } from '../courses-anchor.ts';

/** Default workload in structured data, in hours (specification, section 2). */
const defaultWorkloadHours = 10;

/** Path of a course in its own category. */
function coursePath(course: Pick<Course, 'category_seo_slug' | 'seo_slug'>): string {
  return `/${course.category_seo_slug}/${course.seo_slug}`;
}

/** The canonical URL of the upstream. If the upstream gives none, the path in the course's own category. */
function canonicalOf(course: Course): string {
  return /^(?:https?:\/)?\/[^/]/.test(course.canonical_url) ? course.canonical_url : coursePath(course);
}

/** A day and time in India with its UTC offset, as structured data requires. */
function indianTime(day: string, time: string): string {
  return /^\d{2}:\d{2}/.test(time) ? `${day}T${time.slice(0, 5)}:00+05:30` : day;
}

function courseInstance(course: Course, batch?: Batch): object {
  return {
    '@type': 'CourseInstance',
    courseMode: batch?.city ? 'Onsite' : 'Online',
    courseWorkload: `PT${course.workload_hours || defaultWorkloadHours}H`,
    ...(batch && {
      startDate: indianTime(batch.start_date, batch.start_time),
      endDate: indianTime(batch.end_date || batch.start_date, batch.end_time),
    }),
    ...(batch?.city && {
      location: {
        '@type': 'Place',
        name: batch.online_class_room || batch.city,
        address: { '@type': 'PostalAddress', addressLocality: batch.city, addressCountry: 'IN' },
      },
    }),
  };
}

function courseData(course: Course, publicUrl: string): object {
  const fee = seatFee(course);
  const { upcoming_batches: batches } = course;
  return {
    '@type': 'Course',
    name: course.name,
    description: descriptionOf(course),
    url: absoluteUrl(publicUrl, canonicalOf(course)),
    provider: { '@type': 'EducationalOrganization', name: instance().name, url: `${publicUrl}/` },
    ...(course.image && { image: absoluteUrl(publicUrl, course.image) }),
    ...(course.meta_keyword && { keywords: course.meta_keyword }),
    hasCourseInstance:
      batches.length > 0 ? batches.map((batch) => courseInstance(course, batch)) : [courseInstance(course)],
    ...(fee !== null && {
      offers: { '@type': 'Offer', category: 'Paid', priceCurrency: 'INR', price: fee },
    }),
  };
}

function stepsTo(course: Course): { name: string; path: string }[] {
  return [
    { name: 'Home', path: '/' },
    ...(course.category_name ? [{ name: course.category_name, path: coursesAnchor }] : []),
    { name: course.name, path: canonicalOf(course) },
  ];
}

function descriptionOf(course: Course): string {
  return course.meta_description || course.description || `${course.name}: training with ${instance().name}.`;
}

/** Title, metadata and structured data of a course page (specification, section 2). */
export function courseHead(course: Course, publicUrl: string): Head {
  return {
    title: course.meta_title || course.name || 'Course name not available',
    description: descriptionOf(course),
    canonical: canonicalOf(course),
    ...(course.image && { image: course.image }),
    structuredData: import.meta.env.SSR
      ? [courseData(course, publicUrl), breadcrumbData(publicUrl, stepsTo(course))]
      : [],
  };
}
