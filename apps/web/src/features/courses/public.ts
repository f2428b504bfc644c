export { CourseCard } from './course-card.tsx';
