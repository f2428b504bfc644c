import type { ChangePolicy } from '@meridian/contracts/enrolment/change-policy';

/** The change policy of the sample content. */
export const changePolicy: ChangePolicy = {
  moves: { early: { untilHoursBefore: 72, withinDays: 180 }, late: { times: 1, withinDays: 90 } },
  attendeesUntilHoursBefore: 48,
};
