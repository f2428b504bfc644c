export { CourseReviews } from './course-reviews.tsx';
