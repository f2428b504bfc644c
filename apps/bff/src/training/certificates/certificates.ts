/** Certificates: public verification by number, and revocation by operators. */
import { formatDate, formatDay } from '@meridian/contracts/format-time';
import { dayInIndia } from '@meridian/contracts/india-time';
import type { CertificateData } from '@meridian/contracts/training/certificate';
import { formatCredits } from '@meridian/contracts/training/credits';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { renderInThread } from '../../enrolment/documents/pdf/render-in-thread.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { storedColumn } from '../../platform/database/stored-column.ts';
import { Refusal } from '../../platform/refusal.ts';

export const certificatePath = (number: string): string => `/certificate/${number}`;

const certificateDays = storedColumn('certificates.days', z.array(z.string()));

export interface Certificates {
  /** @returns undefined for an unknown number */
  read(number: string): Promise<CertificateData | undefined>;
  /** @returns undefined for an unknown or revoked number */
  pdf(number: string): Promise<Buffer | undefined>;
}

interface CertificateServices {
  database: Kysely<Database>;
  /** The issuer: the supplier's legal name, or the brand. */
  provider: () => string;
  /** Origin of the site. */
  publicUrl: string;
}

/** @returns for example `Sat 5 Dec 2026 and Sun 6 Dec 2026, 8 hours of class` */
function describeHeld(days: readonly string[], minutes: number | null): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  const span =
    days.length > 2 ? `${formatDay(first)} to ${formatDay(last)}` : days.map(formatDay).join(' and ');
  if (minutes === null) return span;
  const hours = Math.round(minutes / 6) / 10;
  return `${span}, ${hours} ${hours === 1 ? 'hour' : 'hours'} of class`;
}

export function createCertificates({ database, provider, publicUrl }: CertificateServices): Certificates {
  const find = (number: string) =>
    database.selectFrom('certificates').selectAll().where('number', '=', number).executeTakeFirst();

  async function makePdf(row: Selectable<Schema['certificates']>): Promise<Buffer> {
    const pdf = await renderInThread({
      kind: 'certificate',
      issuedAt: row.issued_at,
      content: {
        provider: provider(),
        name: row.name,
        course: row.course,
        held: describeHeld(certificateDays.parse(row.days, row.number), row.minutes),
        credits: formatCredits(row),
        number: row.number,
        issued: formatDate(dayInIndia(row.issued_at)),
        verifyUrl: new URL(certificatePath(row.number), publicUrl).href,
      },
    });
    await database.updateTable('certificates').set({ pdf }).where('number', '=', row.number).execute();
    return pdf;
  }

  return {
    async read(number) {
      const row = await find(number);
      if (!row) return undefined;
      if (row.revoked_at) return { state: 'revoked', number, revoked_at: row.revoked_at.toISOString() };
      return {
        state: 'valid',
        number,
        name: row.name,
        course_name: row.course,
        days: certificateDays.parse(row.days, number),
        minutes: row.minutes,
        pdus: row.pdus,
        seus: row.seus,
        issued_at: row.issued_at.toISOString(),
        provider: provider(),
      };
    },
    async pdf(number) {
      const row = await find(number);
      if (!row || row.revoked_at) return undefined;
      return row.pdf ?? makePdf(row);
    },
  };
}

/** @returns the certificates of a batch, oldest first */
export function listCertificates(database: Kysely<Database>, batchId: number) {
  return database
    .selectFrom('certificates')
    .select(['number', 'order_id', 'address_key', 'name', 'issued_at', 'revoked_at', 'revoked_note'])
    .where('batch_id', '=', String(batchId))
    .orderBy('issued_at')
    .orderBy('name')
    .execute();
}

/**
 * Revokes a certificate. The page of the certificate shows the revocation. @throws Refusal
 * `certificate_unknown`
 */
export async function revokeCertificate(
  transaction: Transaction<Database>,
  number: string,
  note: string,
): Promise<void> {
  const revoked = await transaction
    .updateTable('certificates')
    .set({ revoked_at: databaseNow, revoked_note: note, pdf: sql<null>`null` })
    .where('number', '=', number)
    .where('revoked_at', 'is', null)
    .returning('number')
    .executeTakeFirst();
  if (!revoked) throw new Refusal('conflict', 'certificate_unknown', 'No valid certificate has this number.');
}
