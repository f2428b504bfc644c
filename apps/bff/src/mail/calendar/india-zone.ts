import { indiaTimeZone } from '@meridian/contracts/india-time';

/** India keeps one offset all year, so its time zone is short. */
const lines = [
  'BEGIN:VTIMEZONE',
  `TZID:${indiaTimeZone}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0530',
  'TZOFFSETTO:+0530',
  'TZNAME:IST',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n');

/** The calendar's own zone is not set: it would also apply to `DTSTAMP`, which must be in UTC. */
export const zoneOfIndia = { name: null, generator: () => lines };
