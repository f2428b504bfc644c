/**
 * Parts of the course page that show text and links. They are one chunk, which is not part of the first load.
 */
export { ClassroomCard } from './header/classroom-card.tsx';
export { CourseBadges } from './header/course-badges.tsx';
export { FeeCard } from './header/fee-card.tsx';
export { MobileBar } from './header/mobile-bar.tsx';
export { CourseDates } from './sections/course-dates.tsx';
export { CourseOverview } from './sections/course-overview.tsx';
