/** The list of courses; a category has no page of its own. */
export const coursesAnchor = '/#popular-courses';
