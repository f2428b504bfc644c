import type { MailData, MailKind } from '@meridian/mail-templates';
import { z } from 'zod';
import type { Composed, Composer } from '../../mail/outbox/composer.ts';

/** Kinds whose row has all that the mail says. */
const kinds = [
  ...(['manage_link', 'receipt_links', 'booking_moved', 'batch_called_off'] as const),
] as const satisfies readonly MailKind[];

/** Enough to know that the facts are of the kind: this folder wrote them. */
const marks = {
  manage_link: z.looseObject({ manageUrl: z.string(), expiresAt: z.string() }),
  receipt_links: z.looseObject({ orders: z.array(z.looseObject({ receiptUrl: z.string() })).min(1) }),
  booking_moved: z.looseObject({ name: z.string(), from: z.looseObject({}), to: z.looseObject({}) }),
  batch_called_off: z.looseObject({ name: z.string(), batch: z.looseObject({}) }),
} as const;

function composed(kind: MailKind, facts: Record<string, unknown>): Composed {
  const known = kinds.find((one) => one === kind);
  if (!known || !marks[known].safeParse(facts).success) return { kind: 'drop', reason: 'outdated' };
  return { kind: 'ready', data: facts as unknown as MailData[typeof known] };
}

/** Composes the mails of self-service. */
export function createSelfServiceComposer(): Composer {
  return {
    kinds,
    compose: async (_transaction, mails) =>
      new Map(mails.map(({ id, kind, facts }) => [id, composed(kind, facts)])),
  };
}
