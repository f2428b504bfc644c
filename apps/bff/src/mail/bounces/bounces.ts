/** Records bounces that a mail provider reports. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseUuid } from '@meridian/contracts/uuid';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { withoutAddresses } from '../../platform/database/address-key.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { stepOf } from '../outbox/mail-state.ts';
import { suppress } from '../outbox/suppressions.ts';

/** A `soft` bounce is temporary: it is recorded with the email, and does not suppress the address. */
export const bounceReport = z.object({
  event_id: z.string().min(1).max(200).describe('A repeated report has no effect'),
  email: z.email().max(320),
  type: z.enum(['hard', 'soft', 'complaint']),
  message_id: z.string().max(400).optional().describe('`Message-ID` of the email'),
  reason: z.string().max(1_000).optional(),
});

export const signatureHeader = 'x-mail-signature';
export const timestampHeader = 'x-mail-timestamp';

/** Reports whose timestamp is further from now, in either direction, are refused: they may be replays. */
const windowSeconds = 300;

export interface SignedReport {
  rawBody: Buffer;
  /** Hexadecimal HMAC-SHA256 of the timestamp, a dot and the body. */
  signature: string;
  /** Seconds since 1970. */
  timestamp: string;
}

const problem = (message: string) => new Refusal('invalid', 'signature_invalid', message);

/** @throws Refusal `invalid` */
function verify({ rawBody, signature, timestamp }: SignedReport, secret: string, now: Date): void {
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw problem('The signature does not match.');
  const ageSeconds = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (!(ageSeconds <= windowSeconds))
    throw problem('The report is too old, or the clock of the sender is wrong.');
}

function readReport(rawBody: Buffer): z.output<typeof bounceReport> {
  try {
    return bounceReport.parse(JSON.parse(rawBody.toString()));
  } catch (cause) {
    throw new Refusal('invalid', 'report_invalid', 'The report cannot be parsed.', { cause });
  }
}

/** Captures the email's id from a Message-ID that we generated. */
const ourMessageId = /^<?([^.]+)\.\d+@/;

const bounced = stepOf('bounced');

/**
 * Suppresses the address of a hard bounce or a complaint, and records the reason with the email, in one
 * transaction.
 * @returns `known` for a repeated report
 * @throws Refusal `invalid`
 */
export function takeBounce(
  {
    database,
    secret,
    now = () => new Date(),
  }: {
    database: Kysely<Database>;
    secret: string;
    now?: () => Date;
  },
  signed: SignedReport,
): Promise<'taken' | 'known'> {
  verify(signed, secret, now());
  const { event_id, email, type, message_id, reason } = readReport(signed.rawBody);
  const words = withoutAddresses(`${type}: ${reason ?? 'no reason given'}`);
  return transact(database, async (transaction) => {
    const isNew = await transaction
      .insertInto('mail_bounces')
      .values({ event_id, received_at: databaseNow })
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst();
    if (!isNew) return 'known';
    if (type !== 'soft') {
      const source = type === 'complaint' ? 'complaint' : 'bounce';
      await suppress(transaction, email, { source, reason: words });
    }
    const mailId = parseUuid(ourMessageId.exec(message_id ?? '')?.[1] ?? '');
    if (mailId !== undefined)
      await transaction
        .updateTable('mails')
        .set({ ...(type === 'hard' && { state: bounced.to }), reason: words, updated_at: databaseNow })
        .where('id', '=', mailId)
        .where('state', 'in', [...bounced.from])
        .execute();
    return 'taken';
  });
}
