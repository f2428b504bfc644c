/** The setting of until when, how often and how far a payer may move a booking. */
import type { MovePolicy } from '@meridian/contracts/enrolment/change-policy';
import { z } from 'zod';

const message =
  'must be HOURS:DAYS,TIMES:DAYS such as 72:180,1:90: hours before the batch, then the number of later moves, each with days';

export const movePolicy = z
  .string()
  .regex(/^\d{1,4}:\d{1,4},\d{1,2}:\d{1,4}$/, { error: message })
  .default('72:180,1:90')
  .transform((text): MovePolicy => {
    const [untilHoursBefore = 0, earlyDays = 0, times = 0, lateDays = 0] = text.split(/[:,]/).map(Number);
    return {
      early: { untilHoursBefore, withinDays: earlyDays },
      late: { times, withinDays: lateDays },
    };
  });
