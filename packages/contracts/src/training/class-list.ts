/** Private page of a batch's trainer: attendees, and their attendance on each day of class. */
import { z } from 'zod';
import { emailSchema, maxLengths, requiredText } from '../leads/fields.ts';

/** Day in India, `YYYY-MM-DD`. */
const day = z.iso.date({ error: 'A day of class' });

export const classDay = z.object({
  day,
  /** `HH:MM:00`; both are null if the hours are unknown. */
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  /** True if attendance can be recorded, from the start of the day in India. */
  is_open: z.boolean(),
});
export type ClassDay = z.output<typeof classDay>;

export const classSeat = z.object({
  /** Key of the attendee for attendance; null for a seat without an attendee. */
  person: z.string().nullable(),
  name: z.string().nullable(),
  booked_by: z.string(),
  /** Days of class at the time of the sale. */
  days: z.array(day),
  /** Days on which the attendee was present. */
  present: z.array(day),
});
export type ClassSeat = z.output<typeof classSeat>;

/** People who came without a booking. */
export const lateAttendee = z.object({ day, name: z.string(), email: z.string() });
export type LateAttendee = z.output<typeof lateAttendee>;

/** Attendance recorded for a name that no longer has a seat. */
export const formerAttendee = z.object({ name: z.string(), present: z.array(day) });

export const classListData = z.object({
  course_name: z.string(),
  place: z.string(),
  days: z.array(classDay),
  /** False if the upstream sends only the first day of several. */
  has_all_days: z.boolean(),
  /** Sorted by the names of the payers. */
  seats: z.array(classSeat),
  former: z.array(formerAttendee),
  additions: z.array(lateAttendee),
  /** Time at which the link to the page expires. */
  ends_at: z.string(),
});
export type ClassListData = z.output<typeof classListData>;

/** `POST /api/classes/<token>/attendance` */
export const attendanceRequest = z.object({
  person: z.string().regex(/^[0-9a-f]{32}$/, { error: 'A person of the list' }),
  day,
  present: z.boolean(),
});
export type AttendanceRequest = z.output<typeof attendanceRequest>;

/** `POST /api/classes/<token>/additions` */
export const additionRequest = z.object({
  day,
  name: requiredText('Name', 2 * maxLengths.name),
  email: emailSchema,
});
export type AdditionRequest = z.output<typeof additionRequest>;

/** `POST /api/classes/<token>/additions/remove` */
export const additionRemoval = z.object({ day, email: emailSchema });
