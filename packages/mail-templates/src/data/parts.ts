/** What several kinds of mails say. */

/** A day of class, where the upstream tells them. */
export interface MailSession {
  date: string;
  start_time: string;
  end_time: string;
}

/** A batch as the order's snapshot has it: a `SoldBatch` can be passed as it is. */
export interface MailBatch {
  course_name: string;
  start_date: string;
  end_date: string;
  start_time: string;
  end_time: string;
  day_type: string;
  online_class_room: string;
  instructor_name: string;
  mode?: 'online' | 'classroom' | undefined;
  city?: string | undefined;
  sessions?: readonly MailSession[] | undefined;
}

/** The invoice in a confirmation: with the mail, behind a link, or not drawn yet. */
export type MailDocument =
  | { state: 'attached'; number: string }
  | { state: 'linked'; number: string; url: string }
  | { state: 'later' };

/** To who paid. */
export interface ToPayer {
  firstName: string;
  /** Order id as on the receipt. */
  orderNumber: string;
  receiptUrl: string;
}
