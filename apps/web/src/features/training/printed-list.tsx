import { formatDay } from '@meridian/contracts/format-time';
import type { ClassListData, ClassSeat } from '@meridian/contracts/training/class-list';

function markOf({ days, present }: ClassSeat, day: string): string {
  if (!days.includes(day)) return '–';
  return present.includes(day) ? 'present' : '';
}

/**
 * The list for printing, with a column for each day. A cell without recorded attendance is empty, for a
 * signature.
 */
export function PrintedList({ list }: { list: ClassListData }) {
  return (
    <table className="mt-4 hidden w-full border-collapse text-left print:table">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className="py-1 pr-2">
            Attendee
          </th>
          {list.days.map(({ day }) => (
            <th key={day} scope="col" className="px-2 py-1">
              {formatDay(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.seats.map((seat, index) => (
          <tr key={seat.person ?? `open ${index}`} className="border-b border-line">
            <td className="py-2 pr-2">{seat.name ?? `Not named yet, booked by ${seat.booked_by}`}</td>
            {list.days.map(({ day }) => (
              <td key={day} className="px-2 py-2">
                {markOf(seat, day)}
              </td>
            ))}
          </tr>
        ))}
        {list.additions.map(({ day: came, name, email }) => (
          <tr key={`${came} ${email}`} className="border-b border-line">
            <td className="py-2 pr-2">{name}, without a booking</td>
            {list.days.map(({ day }) => (
              <td key={day} className="px-2 py-2">
                {day === came ? 'present' : ''}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
