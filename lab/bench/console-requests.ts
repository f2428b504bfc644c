/** Requests for every list, search and filter of the console. */

/** Existing ids and values, read from the database. */
export interface Known {
  lead: string;
  /** A lead in the middle of the list, for a deep page. */
  middle: string;
  order: string;
  middleOrder: string;
  payment: string;
  email: string;
  batch: string;
  /** The first day of six weeks, and the day after the last. */
  from: string;
  to: string;
}

const encoded = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`;
const leads = (query: Record<string, string>) => encoded('/leads', query);
const orders = (query: Record<string, string>) => encoded('/orders', query);

const leadStates = [
  'dead',
  'quarantined',
  'refused_late',
  'refused',
  'received',
  'pending',
  'delivered',
  'saved',
  'withdrawn',
];
const orderStates = ['created', 'attempted', 'paid', 'booked', 'needs_review', 'refund_due', 'refunded'];
const forms = ['contact_us', 'waitlist', 'instructor', 'partner_with_us'];

/** @returns the path of each request by its name */
export function consoleRequests(known: Known): Record<string, string> {
  const named = (list: string, filters: readonly string[], field: string, of: typeof leads) =>
    Object.fromEntries(filters.map((value) => [`${list}, ${field} ${value}`, of({ [field]: value })]));
  const searches = {
    'a frequent name': 'sharma',
    'two names': 'asha nair',
    'parts of both': 'ravi gup',
    'a very frequent address': 'gmail',
    'a whole address': known.email,
    'the end of a phone number': '90210',
    'three letters': 'iye',
    'three rare letters': 'zzq',
    'no letters': '%%%',
  };
  const searched = (list: string, of: typeof leads) =>
    Object.fromEntries(
      Object.entries(searches).map(([name, search]) => [`${list}, search for ${name}`, of({ search })]),
    );
  return {
    'leads, all': '/leads',
    'leads, a page in the middle': leads({ before: known.middle }),
    ...named('leads', leadStates, 'state', leads),
    ...named('leads', forms, 'form', leads),
    'leads, a source': leads({ source: 'partner-7' }),
    'leads, a frequent source': leads({ source: 'google' }),
    'leads, a course': leads({ course: 'Course 17' }),
    'leads, a month of the past': leads({ from: '2025-09-01', to: '2025-09-30' }),
    'leads, form and state': leads({ form: 'contact_us', state: 'dead' }),
    'leads, source, course and state': leads({ source: 'google', course: 'Course 17', state: 'quarantined' }),
    'leads, form, month and state': leads({
      form: 'special_offer',
      state: 'delivered',
      from: '2025-09-01',
      to: '2025-09-30',
    }),
    'leads, search and state': leads({ search: 'kumar', state: 'dead' }),
    'leads, search and form': leads({ search: 'kumar', form: 'waitlist' }),
    'leads, search, second page': leads({ search: 'sharma', before: known.middle }),
    ...searched('leads', leads),
    'leads, names of filters': '/leads/filters',
    'lead, its page': `/leads/${known.lead}`,
    'orders, all': '/orders',
    'orders, a page in the middle': orders({ before: known.middleOrder }),
    ...named('orders', orderStates, 'state', orders),
    'orders, open cases': orders({ cases: 'open' }),
    'orders, a month of the past': orders({ from: '2025-09-01', to: '2025-09-30' }),
    ...searched('orders', orders),
    'orders, search for a payment id': orders({ search: known.payment }),
    'orders, search for the end of a payment id': orders({ search: known.payment.slice(-7) }),
    'orders, search and state': orders({ search: 'kumar', state: 'refund_due' }),
    'batches, six weeks': encoded('/batches', { from: known.from, to: known.to }),
    'batch, its page': `/batches/${known.batch}`,
    'order, its page': `/orders/${known.order}`,
    'search of every screen, a name': encoded('/search', { search: 'sharma' }),
    'search of every screen, an address': encoded('/search', { search: known.email }),
  };
}
