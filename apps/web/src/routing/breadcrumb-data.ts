import { absoluteUrl } from './head.ts';

/**
 * Structured data of breadcrumbs.
 * @param publicUrl the site's origin
 * @param steps from the home page to the current page, each with its path or absolute URL
 */
export function breadcrumbData(publicUrl: string, steps: readonly { name: string; path: string }[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(publicUrl, path),
    })),
  };
}
