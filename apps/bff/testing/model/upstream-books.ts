/**
 * An upstream in memory with the rules of the reference upstream: seats of batches, bookings and booking
 * changes.
 */
import type { Envelope } from '@meridian/contracts/envelope';
import type { UpstreamClient } from '../../src/partners/upstream/upstream-client.ts';
import { RemoteError } from '../../src/platform/remote/remote-error.ts';

export const courseId = 101;

export interface ModelBatch {
  /** Twelve digits, like the ids of the reference upstream. */
  id: number;
  /** `YYYY-MM-DD` */
  startsOn: string;
  feeRupees: number;
  seats: number;
  soldElsewhere: number;
}

export interface UpstreamSeats {
  paymentId: string;
  batchId: number;
  seats: number;
  bookedSeats: number;
}

/**
 * `refuse`: the call is refused. `silent`: the call is not executed and not answered. `lost`: the call is
 * executed, and its answer is lost. `late`: the call is not answered, and is executed after the caller has
 * given up.
 */
export type UpstreamFault = 'refuse' | 'silent' | 'lost' | 'late';

type Submission = Record<string, unknown>;
const ok = (): Envelope => ({ status: 1, message: 'Done.', data: null }) as Envelope;
const refused = (message: string): Envelope => ({ status: 0, message }) as Envelope;
const silent = (call: string) => new RemoteError('upstream', 'timeout', `${call}: no answer`);

export function createUpstreamBooks() {
  let batches: ModelBatch[] = [];
  let faults: UpstreamFault[] = [];
  let late: (() => void)[] = [];
  const bookings = new Map<string, UpstreamSeats>();
  const answers = new Map<string, Envelope>();

  const batchOf = (id: unknown) => batches.find((batch) => batch.id === id);
  const bookedIn = (batchId: number) =>
    [...bookings.values()].reduce((sum, one) => sum + (one.batchId === batchId ? one.seats : 0), 0);
  const seatsLeft = (batch: ModelBatch) => batch.seats - batch.soldElsewhere - bookedIn(batch.id);

  function book(body: Submission): Envelope {
    const paymentId = String(body.transaction_id);
    const seats = Number(body.number_of_course);
    const earlier = bookings.get(paymentId);
    if (earlier)
      return earlier.bookedSeats === seats ? ok() : refused('This payment was used for another booking.');
    const batch = batchOf(body.course_schedule_id);
    if (!batch) return refused('The course has no such batch.');
    if (seats > seatsLeft(batch)) return refused('This batch does not have enough seats left.');
    bookings.set(paymentId, { paymentId, batchId: batch.id, seats, bookedSeats: seats });
    return ok();
  }

  function change(body: Submission): Envelope {
    const booking = bookings.get(String(body.transaction_id));
    if (!booking) return refused('There is no booking with this payment.');
    const batch = batchOf(body.course_schedule_id ?? booking.batchId);
    if (!batch) return refused('The course has no such batch.');
    const seats = Number(body.seats ?? booking.seats);
    const more = batch.id === booking.batchId ? seats - booking.seats : seats;
    if (seats > booking.bookedSeats || more > Math.max(0, seatsLeft(batch)))
      return refused('There are not enough seats.');
    booking.batchId = batch.id;
    booking.seats = seats;
    return ok();
  }

  function submit(call: string, body: Submission, key: string): Envelope {
    const earlier = answers.get(key);
    if (earlier) return earlier;
    const answer = call === 'booking' ? book(body) : change(body);
    if (answer.status === 1) answers.set(key, answer);
    return answer;
  }

  const schedule = (offset: number) => ({
    id: courseId,
    name: 'Leading SAFe',
    category_seo_slug: 'safe',
    seo_slug: 'leading-safe',
    total_schedule: batches.length,
    course_schedule: batches.slice(offset).map((batch) => ({
      id: batch.id,
      start_date: batch.startsOn,
      end_date: batch.startsOn,
      day_type: 'weekend',
      time_type: 'morning',
      start_time: '09:00',
      end_time: '13:00',
      online_class_room: 'Zoom',
      instructor_name: 'Kavya Raghunathan',
      price_off: 0,
      fee: batch.feeRupees,
      discount_fee: batch.feeRupees,
      selling_fast: 0,
      seats_total: batch.seats,
      seats_left: Math.max(0, seatsLeft(batch)),
    })),
  });

  const client: UpstreamClient = {
    async read(name, request) {
      if (faults[0] === 'silent') throw silent(name);
      const { offset = 0 } = request as { offset?: number };
      return { status: 1, message: '', data: schedule(offset) } as Envelope;
    },
    readOptional: async () => undefined,
    submitOptional: async () => undefined,
    async submit(call, body, { idempotencyKey }) {
      const fault = faults.shift();
      if (fault === 'refuse') return refused('This batch is closed.');
      if (fault === 'silent') throw silent(call);
      if (fault === 'late') {
        late.push(() => submit(call, body, idempotencyKey));
        throw silent(call);
      }
      const answer = submit(call, body, idempotencyKey);
      if (fault === 'lost') throw silent(call);
      return answer;
    },
    submitFile: async (name) => {
      throw silent(name);
    },
  };

  return {
    client,
    batches: (): readonly ModelBatch[] => batches,
    bookings: (): readonly UpstreamSeats[] => [...bookings.values()],
    reset(to: ModelBatch[]): void {
      batches = to;
      faults = [];
      late = [];
      bookings.clear();
      answers.clear();
    },
    /**
     * Applies the fault to the next `times` submissions. Reads also fail while the next fault is `silent`.
     */
    fail(fault: UpstreamFault, times: number): void {
      for (let done = 0; done < times; done += 1) faults.push(fault);
    },
    /** Ends all faults, and executes the late calls. */
    heal(): void {
      faults = [];
      for (const work of late.splice(0)) work();
    },
    /** Sets the seats of a booking, as an operator does at the upstream. */
    setSeats(paymentId: string, seats: number): void {
      const booking = bookings.get(paymentId);
      if (booking) booking.seats = seats;
    },
    /** Books seats, as an operator does at the upstream, even more seats than are left. */
    bookByHand(paymentId: string, batchId: number, seats: number): void {
      if (!bookings.has(paymentId))
        bookings.set(paymentId, { paymentId, batchId, seats, bookedSeats: seats });
    },
    /** Sells free seats through another channel. @returns the number of sold seats */
    sellElsewhere(batchId: number, seats: number): number {
      const batch = batchOf(batchId);
      if (!batch) return 0;
      const sold = Math.min(seats, Math.max(0, seatsLeft(batch)));
      batch.soldElsewhere += sold;
      return sold;
    },
  };
}
export type UpstreamBooks = ReturnType<typeof createUpstreamBooks>;
