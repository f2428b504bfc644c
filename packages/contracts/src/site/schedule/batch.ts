import { z } from 'zod';
import { cutText } from '../../leads/clean-text.ts';
import { flag, id, list, measure, rupees, text } from '../../lenient.ts';

/** Dates (`YYYY-MM-DD`) and times (`HH:MM`) of a batch, in India. */
const timing = {
  start_date: text,
  end_date: text,
  /** `weekday` or `weekend` */
  day_type: text,
  /** `morning`, `day` or `evening`; some upstreams send free text */
  time_type: text,
  start_time: text,
  end_time: text,
};

const upcomingBatch = z.object({ id, ...timing });

const maxCityLength = 100;

/** A batch on sale (specification: schedule item). */
export const batch = upcomingBatch.extend({
  online_class_room: text,
  /** City of a classroom training; empty online. */
  city: z.preprocess((value) => (typeof value === 'string' ? cutText(value, maxCityLength) : ''), z.string()),
  instructor_name: text,
  /** URL of a portrait; empty if there is none. */
  instructor_image: text,
  /** Discount in per cent, if stated. */
  price_off: measure,
  fee: rupees,
  discount_fee: rupees,
  selling_fast: flag,
});
export type Batch = z.infer<typeof batch>;

export const batches = list(batch);
