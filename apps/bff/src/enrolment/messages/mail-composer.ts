import { type MailKind, mailSchema } from '@meridian/mail-templates/mail-data';
import type { Composed, Composer } from '../../mail/outbox/composer.ts';

/** Kinds whose row has all that the mail says. */
const kinds = [
  'manage_link',
  'receipt_links',
  'booking_moved',
  'batch_called_off',
] as const satisfies readonly MailKind[];

function composed(kind: string, facts: Record<string, unknown>): Composed {
  const said = mailSchema.safeParse({ kind, data: facts });
  return said.success ? { kind: 'ready', data: said.data.data } : { kind: 'drop', reason: 'outdated' };
}

/** Composes the mails of self-service. */
export function createSelfServiceComposer(): Composer {
  return {
    kinds,
    compose: async (_transaction, mails) =>
      new Map(mails.map(({ id, kind, facts }) => [id, composed(kind, facts)])),
  };
}
