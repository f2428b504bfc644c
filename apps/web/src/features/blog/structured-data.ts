import type { BlogPost } from '@meridian/contracts/site/blog';
import { instance } from '@meridian/contracts/site/instance';
import { breadcrumbData } from '../../routing/breadcrumb-data.ts';
import { absoluteUrl } from '../../routing/head.ts';

/** Structured data of a post and its breadcrumbs. */
export function postData(publicUrl: string, path: string, post: BlogPost): object[] {
  return [
    {
      '@type': 'BlogPosting',
      headline: post.name,
      description: post.meta_description,
      image: post.image ? absoluteUrl(publicUrl, post.image) : undefined,
      datePublished: post.published.slice(0, 10) || undefined,
      author: { '@type': 'Person', name: post.author },
      publisher: { '@type': 'Organization', name: instance().name, url: `${publicUrl}/` },
      mainEntityOfPage: `${publicUrl}${path}`,
    },
    breadcrumbData(publicUrl, [
      { name: 'Home', path: '/' },
      { name: 'Blogs', path: '/blogs' },
      { name: post.name, path },
    ]),
  ];
}
