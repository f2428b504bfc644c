/** The list of courses; categories have no pages. */
export const coursesAnchor = '/#popular-courses';
