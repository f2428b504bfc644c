/** The class of a sold batch: the trainer's page, certificates and feedback. */
import { z } from 'zod';
import { batchId } from '../../ids.ts';
import { emailSchema } from '../../leads/fields.ts';
import { readCertificateNumber } from '../../training/certificate.ts';
import { uuid } from '../../uuid.ts';
import { action, confirm } from './action.ts';
import { note } from './fields.ts';

const batch = batchId.meta({ title: 'BATCH' });

export const batchesSendClassList = action({
  name: 'batches.send-class-list',
  title: 'Sent the class list of a batch to its trainer',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  changes: ['Batches', 'Mails'],
  /** `email`: address of the trainer. */
  input: z.strictObject({ id: batch, email: emailSchema }),
  /** `ends_at`: end of the link, ISO 8601. */
  result: { class_lists: z.array(z.object({ id: batchId, ends_at: z.string() })) },
});

const attendanceMark = z.strictObject({
  /** Email address of the attendee. */
  email: emailSchema,
  /** Name of the attendee; required if attendees with different names have the same address. */
  name: z.string().optional(),
  /** Day of class, `YYYY-MM-DD`. */
  day: z.iso.date({ error: 'Enter a day such as 2026-12-05' }),
  present: z.boolean({ error: 'Enter true or false' }),
  /** Value that the operator saw. If it has changed since, the mark is refused. */
  was: z.boolean({ error: 'Enter true or false' }).optional(),
});

const maxMarks = 1_000;

export const batchesRecordAttendance = action({
  name: 'batches.record-attendance',
  title: 'Recorded attendance of a batch',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  changes: ['Batches'],
  input: z.strictObject({
    id: batch,
    marks: z
      .array(attendanceMark)
      .min(1, { error: 'Enter at least one mark' })
      .max(maxMarks)
      .meta({ 'x-option': 'mark' }),
  }),
  /** Number of people marked present and absent, summed over the days. */
  result: { attendance: z.object({ present: z.int(), absent: z.int() }) },
});

const certificateInput = {
  id: batch,
  /** Email addresses of attendees who get a certificate although they were not present on every day. */
  also: z.array(emailSchema).max(100).default([]),
};

export const batchesIssueCertificates = {
  ...action({
    name: 'batches.issue-certificates',
    title: 'Issued certificates of attendance',
    role: 'desk',
    stepUp: false,
    positional: ['id'],
    changes: ['Batches', 'Mails'],
    input: z.strictObject({ ...certificateInput, confirm }),
    result: { certificates: z.array(z.object({ number: z.string() })) },
  }),
  previewed: z.strictObject(certificateInput),
  preview: z.object({
    done: z.string(),
    confirm,
    names: z.array(z.string()),
    /** Credits that each certificate states, for example `16 PDUs`; empty if the course has none. */
    credits: z.string(),
    left_out: z.array(
      z.object({
        name: z.string(),
        /** Null if the person cannot get a certificate. */
        email: z.string().nullable(),
        why: z.string(),
      }),
    ),
  }),
};

export const certificatesRevoke = action({
  name: 'certificates.revoke',
  title: 'Revoked a certificate of attendance',
  role: 'desk',
  stepUp: false,
  positional: ['number'],
  changes: ['Batches'],
  input: z.strictObject({
    number: z
      .string()
      .transform((typed, context) => {
        const number = readCertificateNumber(typed);
        if (number !== undefined) return number;
        context.addIssue({ code: 'custom', message: 'A certificate number has 10 letters and digits' });
        return z.NEVER;
      })
      .meta({ title: 'NUMBER' }),
    note,
  }),
  result: { certificates: z.array(z.object({ number: z.string() })) },
});

export const feedbackPublish = action({
  name: 'feedback.publish',
  title: 'Published the feedback of an attendee',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  changes: ['Batches'],
  input: z.strictObject({ id: uuid.meta({ title: 'ID' }) }),
  result: { feedback: z.array(z.object({ id: z.string() })) },
});

export const feedbackUnpublish = action({
  name: 'feedback.unpublish',
  title: 'Unpublished the feedback of an attendee',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  changes: ['Batches'],
  input: z.strictObject({ id: uuid.meta({ title: 'ID' }), note }),
  result: { feedback: z.array(z.object({ id: z.string() })) },
});
