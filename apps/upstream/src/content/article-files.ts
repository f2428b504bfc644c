/** Schemas of downloads and of the front matter of blog posts. */
import { z } from 'zod';
import { date, id, line, media } from './fields.ts';

export const postFile = z.strictObject({
  id,
  name: line,
  category: id,
  author: line,
  published: date,
  image: media,
  image_title: line,
  meta_title: line,
  meta_description: line,
});

export const downloadFile = z.strictObject({ id, name: line, category: id, image: media, file: media });
