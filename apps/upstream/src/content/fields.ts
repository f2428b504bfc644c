/** Field schemas shared by kinds of content. */
import { slug } from '@meridian/contracts/requests';
import { z } from 'zod';

export const line = z.string().trim().min(1, { error: 'must not be empty' });
export const id = z.int().positive();
export const rupees = z.number().nonnegative().max(10_000_000).multipleOf(0.01);
export const address = slug;

/** Calendar date, `YYYY-MM-DD`. */
export const date = z.iso.date({ error: 'must be a date such as 2026-05-18' });

/** Path of media below `media/`, or an absolute URL. */
export const media = z.union(
  [z.url({ protocol: /^https$/ }), z.string().regex(/^(?!.*(?:\/\/|\.\.))[a-zA-Z0-9][a-zA-Z0-9._/-]*$/)],
  { error: 'must be a path below media/, such as courses/leading-safe.svg, or an address with https://' },
);

/** A list whose items have unique ids. */
export function listWithIds<Item extends z.ZodType<{ id: number }>>(item: Item) {
  return z.array(item).superRefine((items, context) => {
    const seen = new Set<number>();
    for (const [index, { id: itemId }] of items.entries()) {
      if (seen.has(itemId))
        context.addIssue({ code: 'custom', path: [index, 'id'], message: `${itemId} is used twice` });
      seen.add(itemId);
    }
  });
}
