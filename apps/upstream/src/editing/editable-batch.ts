/** Converts batches to the form of the editing calls. */
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import type { BatchFields, EditableBatch } from '@meridian/contracts/site/schedule/batch-editing';
import type { Content } from '../content/content.ts';
import type { BatchRow } from '../schedule/batch.ts';

export function fieldsOf(row: BatchRow): BatchFields {
  return {
    class_days: row.class_days,
    start_time: row.start_time,
    end_time: row.end_time,
    mode: row.mode,
    city: row.city,
    venue_state: row.venue_state,
    online_class_room: row.online_class_room,
    trainer: row.trainer,
    fee: rupeesOf(row.fee_paise),
    discount_fee: rupeesOf(row.discount_fee_paise),
    seats: row.seats,
    joining: row.joining,
    on_sale: row.on_sale,
  };
}

/** @returns the name of a course; empty if the course was removed from the content */
export function courseName(content: Content, courseId: number): string {
  return content.courseById.get(courseId)?.listItem.name ?? '';
}

/** @param booked number of seats booked in this upstream */
export function editableBatch(content: Content, row: BatchRow, booked: number): EditableBatch {
  return {
    id: row.id,
    course_id: row.course_id,
    course_name: courseName(content, row.course_id),
    ...fieldsOf(row),
    version: row.version,
    booked,
    sold_elsewhere: row.sold_elsewhere,
  };
}
