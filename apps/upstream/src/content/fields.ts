/** Fields that several kinds of content share. */
import { slug } from '@meridian/contracts/requests';
import { z } from 'zod';

export const line = z.string().trim().min(1, { error: 'must not be empty' });
export const id = z.int().positive();
export const rupees = z.number().nonnegative().max(10_000_000).multipleOf(0.01);
export const address = slug;

/** A date of the calendar, `YYYY-MM-DD`. */
export const date = z.iso.date({ error: 'must be a date such as 2026-05-18' });

/** A picture or file by its path below `media/`, or an address on another host. */
export const media = z.union([
  z.url({ protocol: /^https$/ }),
  z.string().regex(/^(?!.*(?:\/\/|\.\.))[a-zA-Z0-9][a-zA-Z0-9._/-]*$/, {
    error: 'must be a path below media/, such as courses/leading-safe.svg',
  }),
]);

/** A list whose items each have an id of their own. */
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
