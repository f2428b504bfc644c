/**
 * Details of a batch for attendees, if the upstream sends them. They are read only for a sale. They are not
 * part of the cached `batch`, because joining instructions contain links for people who have paid.
 */
import { z } from 'zod';
import { readDay } from '../../india-time.ts';
import { cutText } from '../../leads/clean-text.ts';
import { text } from '../../lenient.ts';

const maxSessions = 100;
const maxJoiningLength = 4_000;

const session = z.object({ date: text, start_time: text, end_time: text });

/** A day of class; the date is `YYYY-MM-DD`, the times are as the upstream sends them. */
export type BatchSession = z.output<typeof session>;

/** Drops unreadable days. If none is readable, the list counts as absent. */
function readSessions(value: unknown): BatchSession[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const days = value.slice(0, maxSessions).flatMap((item) => {
    const read = session.safeParse(item).data;
    const date = read && readDay(read.date);
    return date ? [{ ...read, date }] : [];
  });
  return days.length > 0 ? days : undefined;
}

function readJoining(value: unknown): string | undefined {
  return (typeof value === 'string' && cutText(value, maxJoiningLength)) || undefined;
}

export const classDetails = z.object({
  sessions: z.preprocess(readSessions, z.array(session).optional()),
  joining: z.preprocess(readJoining, z.string().optional()),
});
