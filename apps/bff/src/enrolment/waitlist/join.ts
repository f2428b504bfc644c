/**
 * Accepts leads of the waiting-list form for batches with too few free seats, and adds them to the waiting
 * list.
 */
import { success } from '@meridian/contracts/envelope';
import { sql } from 'kysely';
import type { LeadHandler } from '../../leads/forward/lead-handler.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { countFree, type SeatLedger } from '../seats/check-seats.ts';
import { ScheduleError } from '../seats/schedule-pages.ts';
import { readBatches, type ScheduleReader, type WaitedBatch } from './find-batch.ts';

const joined = {
  status: success,
  message: 'You are on the waiting list of this batch. We will write to you as soon as seats become free.',
  data: {},
};
const refuse = (message: string) => ({ status: 0, message });

function freeSeatsMessage(free: number | undefined): string {
  if (free === undefined) return 'Seats of this batch are free. You can book them now.';
  return free === 1
    ? '1 seat of this batch is free. You can book it now.'
    : `${free} seats of this batch are free. You can book them now.`;
}

/** @returns the batch; `none` if it is not for sale; undefined if the schedule cannot be read now */
async function findBatch(
  reader: ScheduleReader,
  courseId: number,
  batchId: number,
): Promise<WaitedBatch | 'none' | undefined> {
  try {
    return (await readBatches(reader, courseId))?.get(batchId) ?? 'none';
  } catch (error) {
    if (isRemoteError(error, 'upstream') || error instanceof ScheduleError) return undefined;
    throw error;
  }
}

/**
 * A new entry replaces a waiting entry with the same email and batch, and takes its position. If both the
 * number of seats and the network address differ, both entries stay, because the new one may be a stranger's.
 */
export function createWaitlistHandler(deps: ScheduleReader & { ledger: SeatLedger }): LeadHandler {
  return {
    form: 'waitlist',
    title: 'waiting list',
    async classify(values) {
      const found = await findBatch(deps, Number(values.course_id), Number(values.course_schedule_id));
      // If the schedule cannot be read, the entry is accepted. Free seats are offered to it later.
      if (found === undefined) return joined;
      if (found === 'none') return refuse('This batch is no longer available. Please choose another one.');
      const free = await countFree(deps.database, deps.ledger, found.read);
      return free === undefined || free >= Number(values.number_of_course)
        ? refuse(freeSeatsMessage(free))
        : joined;
    },
    async keep(transaction, leadIds) {
      await sql`
        with fresh as (
          select id, email, received_at, sent_from, ("values" ->> 'course_id')::bigint as course_id,
            ("values" ->> 'course_schedule_id')::bigint as batch_id,
            ("values" ->> 'number_of_course')::integer as seats
          from leads where id = any(${[...leadIds]}::uuid[]) and form = 'waitlist'
        ), replaced as (
          update waitlist_entries set state = 'closed', note = 'joined again', updated_at = now()
          from leads, fresh
          where leads.id = waitlist_entries.lead_id and leads.email = fresh.email
            and waitlist_entries.batch_id = fresh.batch_id and waitlist_entries.state = 'waiting'
            and waitlist_entries.lead_id <> fresh.id
            and (waitlist_entries.seats = fresh.seats or leads.sent_from is not distinct from fresh.sent_from)
          returning fresh.id, waitlist_entries.joined_at
        )
        insert into waitlist_entries (lead_id, course_id, batch_id, seats, state, joined_at, updated_at)
        select id, course_id, batch_id, seats, 'waiting',
          coalesce((select min(joined_at) from replaced where replaced.id = fresh.id), received_at), now()
        from fresh
        on conflict do nothing`.execute(transaction);
    },
  };
}
