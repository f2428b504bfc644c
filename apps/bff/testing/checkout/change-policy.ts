import type { ChangePolicy } from '@meridian/contracts/enrolment/change-policy';

/** The rules of the published policy. */
export const changePolicy: ChangePolicy = {
  moves: { early: { untilHoursBefore: 72, withinDays: 180 }, late: { times: 1, withinDays: 90 } },
  attendeesUntilHoursBefore: 48,
};
