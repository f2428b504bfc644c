/** Address of the list of courses on the home page. Categories have no pages. */
export const coursesAnchor = '/#popular-courses';
