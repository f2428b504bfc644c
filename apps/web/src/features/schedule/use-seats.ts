import { seatsFromInput } from '@meridian/contracts/enrolment/pricing';
import { changePageQuery, usePageQuery } from '../../routing/page-query.ts';

const usualSeats = 1;

/** Parses the query parameter, for example `101.3_102.2`: three seats of batch 101, two of batch 102. */
function seatsByBatch(text: string): Map<number, number> {
  return new Map(
    text
      .split('_')
      .filter((entry) => /^\d{1,16}\.\d{1,6}$/.test(entry))
      .map((entry) => {
        const [batch = '', seats = ''] = entry.split('.');
        return [Number(batch), seatsFromInput(seats)];
      }),
  );
}

/** The chosen number of seats of a batch, stored in the query string so that Back and reloads restore it. */
export function useSeats(batchId: number): [seats: number, choose: (seats: number) => void] {
  const text = usePageQuery().get('seats') ?? '';
  const choose = (seats: number) => {
    const chosen = seatsByBatch(text).set(batchId, seats);
    if (seats === usualSeats) chosen.delete(batchId);
    changePageQuery({ seats: [...chosen].map((entry) => entry.join('.')).join('_') });
  };
  return [seatsByBatch(text).get(batchId) ?? usualSeats, choose];
}
