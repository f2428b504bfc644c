import type { SitePage } from '@meridian/contracts/site/renderer';

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** @returns an XML sitemap of the pages (sitemaps.org) */
export function siteMapXml(pages: readonly SitePage[], publicUrl: string): string {
  const urls = pages.map(({ path, lastModified }) => {
    const modified = lastModified ? `<lastmod>${escapeXml(lastModified)}</lastmod>` : '';
    return `<url><loc>${escapeXml(new URL(path, publicUrl).href)}</loc>${modified}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/**
 * @returns the text of `robots.txt`
 * @param listed false keeps the site out of search engines
 */
export function robotsText(publicUrl: string, listed: boolean): string {
  return listed
    ? `User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n';
}
