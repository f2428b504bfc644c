/** Address of the list of courses on the home page. Categories have no pages of their own. */
export const coursesAnchor = '/#popular-courses';
