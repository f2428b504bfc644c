/** The class list of a batch, which its trainer opens by a secret link: attendees and attendance. */
import { createHash } from 'node:crypto';
import { emailKey } from '@meridian/contracts/enrolment/attendees';
import { dayInIndia } from '@meridian/contracts/india-time';
import type {
  AdditionRequest,
  AttendanceRequest,
  ClassListData,
} from '@meridian/contracts/training/class-list';
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readClass } from './read-class.ts';
import { lockAttendance, recordAttendance, requireOpen } from './record-attendance.ts';

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Max people without a booking per batch. */
const maxAdditions = 100;

export interface ClassLists {
  /** @returns undefined for an unknown or expired token */
  read(token: string): Promise<ClassListData | undefined>;
  /** Records whether an attendee is present on a day. @throws Refusal `person_gone`, `day_invalid` */
  recordAttendance(token: string, attendance: AttendanceRequest): Promise<ClassListData | undefined>;
  /**
   * Records a person without a booking. If the address is already recorded for the day, corrects its name.
   * @throws Refusal `day_invalid`, `additions_full`
   */
  addPerson(token: string, addition: AdditionRequest): Promise<ClassListData | undefined>;
  removePerson(token: string, addition: { day: string; email: string }): Promise<ClassListData | undefined>;
}

interface ClassListServices {
  database: Kysely<Database>;
  now: () => Date;
}

type Reader = Kysely<Database> | Transaction<Database>;

async function findList(database: Reader, token: string) {
  const row = await database
    .selectFrom('class_lists')
    .select(['batch_id', 'ends_at'])
    .where('token_hash', '=', hashOf(token))
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row && { batchId: Number(row.batch_id), endsAt: row.ends_at };
}

const placeOf = ({
  online_class_room: room,
  city,
}: {
  online_class_room: string;
  city?: string | undefined;
}) => [room, city].filter(Boolean).join(', ');

export function createClassLists({ database, now }: ClassListServices): ClassLists {
  async function show(
    reader: Reader,
    { batchId, endsAt }: { batchId: number; endsAt: Date },
  ): Promise<ClassListData> {
    const { batch, seats, days, hasAllDays, former, additions } = await readClass(reader, batchId);
    const today = dayInIndia(now());
    return {
      course_name: batch?.course_name ?? '',
      place: batch ? placeOf(batch) : '',
      days: days.map(({ day, hours }) => ({
        day,
        starts_at: hours?.start ?? null,
        ends_at: hours?.end ?? null,
        is_open: day <= today,
      })),
      has_all_days: hasAllDays,
      seats: seats.map((seat) => ({
        person: seat.attendee?.person ?? null,
        name: seat.attendee?.name ?? null,
        booked_by: seat.payer,
        days: seat.days.map(({ day }) => day),
        present: seat.present,
      })),
      former,
      additions,
      ends_at: endsAt.toISOString(),
    };
  }

  function change(
    token: string,
    make: (transaction: Transaction<Database>, batchId: number) => Promise<void>,
  ): Promise<ClassListData | undefined> {
    return transact(database, async (transaction) => {
      const list = await findList(transaction, token);
      if (!list) return undefined;
      await make(transaction, list.batchId);
      return show(transaction, list);
    });
  }

  return {
    async read(token) {
      const list = await findList(database, token);
      return list && show(database, list);
    },
    recordAttendance: (token, { person, day, present }) =>
      change(token, async (transaction, batchId) => {
        await lockAttendance(transaction, batchId);
        const { seats } = await readClass(transaction, batchId);
        const seat = seats.find(({ attendee }) => attendee?.person === person);
        if (!seat?.attendee)
          throw new Refusal(
            'conflict',
            'person_gone',
            'The list has changed, and this person is no longer in it. Reload the page.',
          );
        requireOpen(seat.days, day, now());
        await recordAttendance(transaction, { ...seat, attendee: seat.attendee }, { day, present, by: null });
      }),
    addPerson: (token, { day, name, email }) =>
      change(token, async (transaction, batchId) => {
        const { days, additions } = await readClass(transaction, batchId);
        requireOpen(days, day, now());
        if (additions.length >= maxAdditions)
          throw new Refusal('conflict', 'additions_full', `At most ${maxAdditions} people can be added.`);
        await transaction
          .insertInto('late_attendees')
          .values({ batch_id: batchId, day, name, email: emailKey(email), recorded_at: databaseNow })
          .onConflict((conflict) => conflict.columns(['batch_id', 'day', 'email']).doUpdateSet({ name }))
          .execute();
      }),
    removePerson: (token, { day, email }) =>
      change(token, async (transaction, batchId) => {
        await transaction
          .deleteFrom('late_attendees')
          .where('batch_id', '=', String(batchId))
          .where('day', '=', day)
          .where('email', '=', emailKey(email))
          .execute();
      }),
  };
}

/** @returns the class list that was sent last, for operators */
export function findClassList(database: Reader, batchId: number) {
  return database
    .selectFrom('class_lists')
    .select(['email', 'sent_at', 'ends_at'])
    .where('batch_id', '=', String(batchId))
    .executeTakeFirst();
}
