import type { BlogListItem, BlogPost } from '@meridian/contracts/site/blog';
import type { Resource } from '@meridian/contracts/site/resources';
import type { z } from 'zod';
import type { downloadFile, postFile } from './article-files.ts';
import { htmlOf, wordsOf } from './markdown.ts';
import { mediaUrl } from './media.ts';
import type { CategoryEntry } from './site-files.ts';

/** A blog post as the calls return it. */
export interface CataloguePost {
  categoryId: number;
  listItem: BlogListItem;
  detail: BlogPost;
  /** Title, author and text in lower case, for the search. */
  searchText: string;
}

/** @param seoSlug file name of the post */
export function cataloguePost(
  seoSlug: string,
  fields: z.output<typeof postFile>,
  markdown: string,
): CataloguePost {
  const { id, name, author, published, image_title } = fields;
  const image = mediaUrl(fields.image);
  const description = htmlOf(markdown);
  return {
    categoryId: fields.category,
    listItem: { id, name, image, image_title, seo_slug: seoSlug, author, published },
    detail: {
      id,
      name,
      author,
      published,
      image,
      image_title,
      description,
      meta_title: fields.meta_title,
      meta_description: fields.meta_description,
    },
    searchText: `${name}\n${author}\n${wordsOf(description)}`.toLowerCase(),
  };
}

/** Compares posts: newest first, then by descending id. */
export function newestFirst(a: CataloguePost, b: CataloguePost): number {
  return b.listItem.published.localeCompare(a.listItem.published) || b.listItem.id - a.listItem.id;
}

/** An e-book or a practice test. */
export interface Download {
  categoryId: number;
  listItem: Resource;
  /** Path below `media/`. */
  file: string;
  searchText: string;
}

export function catalogueDownload(fields: z.output<typeof downloadFile>, category: CategoryEntry): Download {
  return {
    categoryId: category.id,
    listItem: {
      id: fields.id,
      name: fields.name,
      category_name: category.name,
      image: mediaUrl(fields.image),
    },
    file: fields.file,
    searchText: `${fields.name}\n${category.name}`.toLowerCase(),
  };
}
