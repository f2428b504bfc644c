import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

/** Inserts a paid order with the columns that its documents need. @returns its id */
export async function insertPaidOrder(database: Kysely<Database>, paidAt = new Date()): Promise<string> {
  const id = randomUUID();
  await database
    .insertInto('orders')
    .values({
      id,
      state: 'paid',
      booking: 'none',
      batch: '{}',
      terms: '{}',
      seats: 2,
      unit_paise: 18_999_00,
      sub_total_paise: 37_998_00,
      gst_paise: 6_839_64,
      total_paise: 44_837_64,
      first_name: 'Asha',
      last_name: 'Nair',
      email: '',
      phone_number: '',
      receipt_token: id,
      payment_id: `pay_${id}`,
      paid_at: paidAt,
      created_at: paidAt,
      updated_at: paidAt,
    })
    .execute();
  return id;
}
