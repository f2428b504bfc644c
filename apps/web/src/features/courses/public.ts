export { CourseCard } from './course-card.tsx';
export { TotalWithGst } from './total-with-gst.tsx';
