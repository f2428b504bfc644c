import { api } from '../../api/api.ts';
import type { Heads } from '../../routing/head.ts';
import { courseHead } from './head/course-head.ts';

export const courseHeads: Heads = {
  '/:category/:slug': ({ state, params, publicUrl }) => {
    const { slug = '' } = params;
    const course = api.endpoints.course_details.select({ seo_slug: slug })(state).data;
    return course
      ? courseHead(course, publicUrl)
      : { title: 'Course', description: 'A course.', canonical: `/${params.category}/${slug}` };
  },
};
