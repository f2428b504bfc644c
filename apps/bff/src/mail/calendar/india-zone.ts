import { indiaTimeZone } from '@meridian/contracts/india-time';

/** Definition of the time zone. India has one UTC offset all year. */
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

/** Has no `name`: a time zone of the whole calendar would also apply to `DTSTAMP`, which must be in UTC. */
export const zoneOfIndia = { name: null, generator: () => lines };
