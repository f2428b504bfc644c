/** The parts of the layout with contact details and links to other sites: one chunk, which the first load does without. */
export { Footer } from './footer.tsx';
export { TopBar } from './top-bar.tsx';
