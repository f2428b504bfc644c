/**
 * Finds characters that no font has. The PDF of a document is rendered only once and would show a box for
 * such a character, so the document is not issued. The case `glyph_missing` stays open until the document can
 * be issued, for example after the buyer's details are corrected.
 */
import type { Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Supplier } from '../../platform/settings/supplier.ts';
import type { Supply } from './supply.ts';

const isAscii = (text: string) => /^[\n\x20-\x7e]*$/.test(text);

/** The texts of a document that come from forms, content and settings, by description. */
function typedTexts({ buyer: { name, company, address }, course }: Supply, supplier: Supplier) {
  return {
    "the buyer's name": [company ? company.legal_name : name],
    "the buyer's address": [company ? company.address : address?.address],
    "the buyer's order number": [company?.po_number],
    'the course': [course],
    'the supplier': [supplier.legalName, supplier.address.street, supplier.address.town, supplier.signatory],
  };
}

/**
 * @returns a sentence that says which texts have a character without a glyph; undefined if no glyph is
 * missing. The sentence does not quote the character, which is personal data.
 */
export async function missingGlyphs(supply: Supply, supplier: Supplier): Promise<string | undefined> {
  const typed = Object.entries(typedTexts(supply, supplier)).map(([what, texts]) => ({
    what,
    text: texts.filter((text) => typeof text === 'string').join('\n'),
  }));
  const unusual = typed.filter(({ text }) => !isAscii(text));
  if (unusual.length === 0) return undefined;
  // Imported on use, because most processes issue only documents with ASCII texts.
  const { hasGlyphs } = await import('./pdf/shape.ts');
  const missing = unusual.filter(({ text }) => !hasGlyphs(text)).map(({ what }) => what);
  if (missing.length === 0) return undefined;
  return `No font of documents has all characters of ${missing.join(' and ')}`;
}

interface WaitingRequest {
  id: string;
  order_id: string;
}

export async function openGlyphCase(
  transaction: Transaction<Database>,
  { id, order_id }: WaitingRequest,
  reason: string,
): Promise<void> {
  await transaction
    .insertInto('cases')
    .values({ order_id, kind: 'glyph_missing', subject: id, reason, opened_at: databaseNow })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns true if a case was open */
export async function closeGlyphCase(
  transaction: Transaction<Database>,
  { id, order_id }: WaitingRequest,
): Promise<boolean> {
  const closed = await transaction
    .updateTable('cases')
    .set({ closed_at: databaseNow })
    .where('order_id', '=', order_id)
    .where('kind', '=', 'glyph_missing')
    .where('subject', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return closed.numUpdatedRows > 0n;
}
