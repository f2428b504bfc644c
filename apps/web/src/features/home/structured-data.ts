import { brand } from '@meridian/contracts/brand';
import type { CourseCard } from '@meridian/contracts/courses/course-card';
import { socialLinks } from '../../outer-links.ts';
import { contact } from '../../site-content.ts';

/** The provider, for search engines. */
export function organisationData(publicUrl: string): object {
  return {
    '@type': 'EducationalOrganization',
    name: brand,
    url: `${publicUrl}/`,
    telephone: contact.phone,
    email: contact.email,
    sameAs: socialLinks.map((link) => link.href),
  };
}

/** The courses of a page as a list; search engines want at least three. */
export function courseListData(publicUrl: string, courses: readonly CourseCard[]): object[] {
  if (courses.length < 3) return [];
  return [
    {
      '@type': 'ItemList',
      itemListElement: courses.map((course, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        url: `${publicUrl}/${course.category_seo_slug}/${course.seo_slug}`,
      })),
    },
  ];
}
