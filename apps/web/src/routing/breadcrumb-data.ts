import { absoluteUrl } from './head.ts';

/**
 * Breadcrumbs for search engines.
 * @param publicUrl the site's origin
 * @param steps the way from the home page, each with its path or whole address
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
