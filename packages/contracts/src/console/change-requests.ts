/** What payers ask operators to change. */
export interface ChangeRequestRow {
  id: string;
  order_id: string;
  /** Empty once the payer is erased. */
  name: string;
  course: string;
  /** Of the booked batch, `YYYY-MM-DD`: the request is of no use after it. */
  start_date: string;
  /** What is asked for, without personal data. */
  wanted: string;
  /** The batch to which the booking is to be moved. */
  batch_id: number | null;
  asked_at: string;
}
