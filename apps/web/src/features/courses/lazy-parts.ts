import type { Course } from '@meridian/contracts/site/courses/course';
import { lazyPart } from '../../routing/lazy-part.tsx';

interface OfCourse {
  course: Course;
}

const linkParts = () => import('./link-parts.ts');

export const ClassroomCard = lazyPart<OfCourse>(async () => (await linkParts()).ClassroomCard);
export const CourseBadges = lazyPart<OfCourse>(async () => (await linkParts()).CourseBadges);
export const CourseDates = lazyPart<OfCourse>(async () => (await linkParts()).CourseDates);
export const CourseOverview = lazyPart<OfCourse>(async () => (await linkParts()).CourseOverview);
export const FeeCard = lazyPart<OfCourse>(async () => (await linkParts()).FeeCard);
export const MobileBar = lazyPart<OfCourse>(async () => (await linkParts()).MobileBar);
