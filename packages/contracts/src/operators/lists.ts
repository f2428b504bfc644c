/**
 * Lists of the console, declared as data. The route, its API description and the screen are derived from each
 * list.
 */
import { z } from 'zod';

/** Format of a value; `state` is shown as a badge. */
type Format = 'text' | 'money' | 'moment' | 'state';

interface ListColumn<Key> {
  header: string;
  /** Lines below each other; null values are left out. */
  lines: readonly (readonly [field: Key, format: Format])[];
}

/** A list with the newest rows first, which every operator may open. */
interface ListContract<Row extends z.ZodObject> {
  title: string;
  /** Fields of a row; `id` is its key. Times are ISO 8601, amounts are in paise. */
  row: Row;
  /** Filter of the rows. */
  filter: { label: string; options: readonly (readonly [value: string, text: string])[] };
  /** Three columns, all visible on phones: the subject, its amount or state, the time. */
  columns: readonly [
    ListColumn<keyof z.output<Row>>,
    ListColumn<keyof z.output<Row>>,
    ListColumn<keyof z.output<Row>>,
  ];
  /** @returns the console's page to which a row links */
  hrefOf(row: z.output<Row>): string;
  /** Text if the list has no rows and no filter is set. */
  empty: string;
}

const list = <Row extends z.ZodObject<{ id: z.ZodString }>>(contract: ListContract<Row>) => contract;

export const lists = {
  refunds: list({
    title: 'Refunds',
    row: z.object({
      id: z.string(),
      order_id: z.string(),
      payer: z.string().describe('Empty after erasure'),
      amount_paise: z.number(),
      state: z.enum(['requested', 'pending', 'processed', 'failed']),
      reason: z.string().nullable().describe('Why the provider refused it'),
      note: z.string().nullable().describe('Note of the operator'),
      created_at: z.string(),
    }),
    filter: {
      label: 'State',
      options: [
        ['open', 'In progress'],
        ['failed', 'Refused by the provider'],
        ['processed', 'Processed'],
      ],
    },
    columns: [
      {
        header: 'Order',
        lines: [
          ['payer', 'text'],
          ['reason', 'text'],
          ['note', 'text'],
        ],
      },
      {
        header: 'Amount and state',
        lines: [
          ['amount_paise', 'money'],
          ['state', 'state'],
        ],
      },
      { header: 'Requested (IST)', lines: [['created_at', 'moment']] },
    ],
    hrefOf: ({ order_id: order }) => `/orders/${order}`,
    empty: 'No refunds.',
  }),
  disputes: list({
    title: 'Disputes',
    row: z.object({
      id: z.string(),
      order_id: z.string(),
      payer: z.string().describe('Empty after erasure'),
      amount_paise: z.number(),
      status: z.string().describe("The provider's term"),
      respond_by: z.string().nullable().describe('After this time the bank decides against us'),
      created_at: z.string(),
    }),
    filter: {
      label: 'State',
      options: [
        ['open', 'To be answered'],
        ['waiting', 'Under review'],
        ['over', 'Over'],
      ],
    },
    columns: [
      {
        header: 'Order',
        lines: [
          ['payer', 'text'],
          ['id', 'text'],
        ],
      },
      {
        header: 'Amount and status',
        lines: [
          ['amount_paise', 'money'],
          ['status', 'state'],
        ],
      },
      {
        header: 'Answer by (IST)',
        lines: [['respond_by', 'moment']],
      },
    ],
    hrefOf: ({ order_id: order }) => `/orders/${order}`,
    empty: 'No disputes.',
  }),
  differences: list({
    title: 'Differences',
    row: z.object({
      id: z.string(),
      subject: z.string().describe('Id of the batch, order, refund or payment'),
      title: z.string(),
      order_id: z.string().nullable(),
      batch_id: z.number().nullable(),
      ours: z.string(),
      theirs: z.string().describe("The upstream's or the payment provider's record"),
      found_at: z.string(),
    }),
    filter: {
      label: 'Kind',
      options: [
        ['batch_seats', 'Seats of a batch'],
        ['booking', 'Bookings'],
        ['refund', 'Refunds'],
        ['payment', 'Payments'],
      ],
    },
    columns: [
      {
        header: 'What',
        lines: [
          ['title', 'text'],
          ['subject', 'text'],
        ],
      },
      {
        header: 'Both records',
        lines: [
          ['ours', 'text'],
          ['theirs', 'text'],
        ],
      },
      { header: 'Since (IST)', lines: [['found_at', 'moment']] },
    ],
    hrefOf: ({ order_id: order, batch_id: batch }) =>
      order !== null ? `/orders/${order}` : batch !== null ? `/batches/${batch}` : '/reconciliation',
    empty:
      'No differences. Our records are compared with the upstream and the payment provider each night; a system that does not answer is skipped.',
  }),
};

export type ListName = keyof typeof lists;
export const listNames = Object.keys(lists) as ListName[];
export type ListRow<Name extends ListName> = z.output<(typeof lists)[Name]['row']>;

/** @returns the schema of one page of rows */
export const pageOfRows = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    next: z.string().nullable().describe('Key of the next page'),
    count: z
      .number()
      .nullable()
      .describe('Rows of the whole list, up to the counting limit; null after the first page'),
  });

export const listPage = (name: ListName) => pageOfRows(lists[name].row);

export type ListPage = z.output<ReturnType<typeof listPage>>;
