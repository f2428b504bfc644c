export { LearnerSlides } from './learner-slides.tsx';
