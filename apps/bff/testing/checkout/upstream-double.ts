/** A test double of the upstream over HTTP. Tests set its schedule, bookings and faults. */
import { once } from 'node:events';
import { type ContentFault, contentFaultsPath } from '@meridian/contracts/site/content-faults';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

/** A batch in a format that only lenient parsing accepts. */
export type RawBatch = Record<string, unknown> & { id: number };

export interface UpstreamDouble {
  app: FastifyInstance;
  url: string;
  /** Batches by course id. */
  schedules: Map<number, RawBatch[]>;
  bookings: { body: Record<string, unknown>; idempotencyKey: string | undefined }[];
  /** Number of booking calls, answered or not. */
  bookingCalls: number;
  changes: { body: Record<string, unknown>; idempotencyKey: string | undefined }[];
  /** Number of booking_change calls, answered or not. */
  changeCalls: number;
  onChange:
    | ('fine' | 'refuse' | 'http_500' | 'reset' | 'lost_answer' | 'slow')
    | ('http_401' | 'http_404' | 'http_422');
  /** True if a repeated `Idempotency-Key` books once. */
  honoursIdempotency: boolean;
  /** Result of all following booking calls. */
  onBooking: 'fine' | 'refuse' | 'http_429' | 'http_500' | 'reset' | 'lost_answer' | 'slow';
  onSchedule: 'fine' | 'http_500' | 'malformed' | 'endless' | 'unknown' | 'cut_short';
  /** Names of the courses in the menu. */
  menu: string[];
  /** Fields of every course, besides its id and names. */
  course: Record<string, unknown>;
  /** Mistakes in the content of the upstream; undefined if the upstream does not have the call. */
  contentFaults: ContentFault[] | undefined;
  slowMs: number;
  /** Refuses every connection until `comeUp`. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  reset(): void;
}

export const courseId = 101;
export const batchId = 101417991205;

export function someBatch(overrides: Record<string, unknown> = {}): RawBatch {
  return {
    id: batchId,
    start_date: '2099-12-05',
    end_date: '2099-12-06',
    day_type: 'weekend',
    time_type: 'morning',
    start_time: '09:00',
    end_time: '13:00',
    online_class_room: 'Zoom',
    instructor_name: 'Kavya Raghunathan',
    price_off: 24,
    fee: 24999,
    discount_fee: 18999,
    selling_fast: 0,
    ...overrides,
  };
}

const pageSize = 6;
const knownSlugs = ['a', 'leading-safe'];

export async function startUpstreamDouble(): Promise<UpstreamDouble> {
  const app = fastify({ forceCloseConnections: true });
  const double: UpstreamDouble = {
    app,
    url: '',
    schedules: new Map(),
    bookings: [],
    bookingCalls: 0,
    changes: [],
    changeCalls: 0,
    onChange: 'fine',
    honoursIdempotency: true,
    onBooking: 'fine',
    onSchedule: 'fine',
    menu: ['Leading SAFe'],
    course: {},
    contentFaults: undefined,
    slowMs: 400,
    async goDown() {
      const closed = once(app.server, 'close');
      app.server.close();
      app.server.closeAllConnections();
      await closed;
    },
    async comeUp() {
      if (app.server.listening) return;
      app.server.listen(Number(new URL(double.url).port), '127.0.0.1');
      await once(app.server, 'listening');
    },
    reset() {
      double.schedules = new Map([[courseId, [someBatch()]]]);
      double.bookings = [];
      double.bookingCalls = 0;
      double.changes = [];
      double.changeCalls = 0;
      double.onChange = 'fine';
      double.honoursIdempotency = true;
      double.onBooking = 'fine';
      double.onSchedule = 'fine';
      double.menu = ['Leading SAFe'];
      double.course = {};
      double.contentFaults = undefined;
      double.slowMs = 400;
    },
  };
  double.reset();

  app.post<{ Body: { id: number; offset: number } }>('/course_schedule', async (request, reply) => {
    const { id, offset } = request.body;
    if (double.onSchedule === 'http_500') return reply.code(500).send('broken');
    if (double.onSchedule === 'malformed')
      return { status: 1, message: '', data: { course_schedule: 'none' } };
    const all = double.schedules.get(id);
    if (!all || double.onSchedule === 'unknown') return { status: 0, message: 'Course not found' };
    const page =
      double.onSchedule === 'endless'
        ? [someBatch({ id: 900_000 + offset })]
        : double.onSchedule === 'cut_short'
          ? []
          : all.slice(offset, offset + pageSize);
    return {
      status: 1,
      message: '',
      data: {
        id,
        name: 'Leading SAFe',
        category_seo_slug: 'safe',
        seo_slug: 'leading-safe',
        total_schedule: double.onSchedule === 'endless' ? 1_000_000 : all.length,
        course_schedule: page,
      },
    };
  });

  app.post<{ Body: { seo_slug?: string } }>('/course_details', async ({ body }) =>
    knownSlugs.includes(body.seo_slug ?? '')
      ? {
          status: 1,
          message: '',
          data: {
            id: courseId,
            career_growth: { project_manager: {}, project_lead: {}, pmo_lead: {}, project_director: {} },
            ...double.course,
          },
        }
      : { status: 0, message: 'Course not found' },
  );

  app.post('/cat_course', async () => ({
    status: 1,
    message: '',
    data: double.menu.map((name) => ({
      name,
      category_name: 'SAFe',
      category_seo_slug: 'safe',
      seo_slug: 'a',
    })),
  }));

  app.post(contentFaultsPath, async (_request, reply) =>
    double.contentFaults
      ? { status: 1, message: '', data: { faults: double.contentFaults } }
      : reply.code(404).send('<h1>Not found</h1>'),
  );

  function keyOf({ headers }: FastifyRequest): string | undefined {
    const header = headers['idempotency-key'];
    return typeof header === 'string' ? header : undefined;
  }

  /**
   * Runs faults that precede the work. @returns true if the call has been answered, or will never be answered
   */
  async function failBefore(fault: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (fault === 'http_429') void reply.code(429).send('too many');
    else if (fault === 'http_500') void reply.code(500).send('broken');
    else if (fault === 'reset') {
      request.raw.socket.destroy();
      reply.hijack();
    } else {
      if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, double.slowMs));
      return false;
    }
    return true;
  }

  app.post<{ Body: Record<string, unknown> }>('/booking', async (request, reply) => {
    double.bookingCalls += 1;
    const idempotencyKey = keyOf(request);
    if (double.onBooking === 'refuse') return { status: 0, message: 'This batch is full.' };
    if (await failBefore(double.onBooking, request, reply)) return reply;
    const repeated =
      double.honoursIdempotency &&
      double.bookings.some((booking) => booking.idempotencyKey === idempotencyKey);
    if (!repeated) double.bookings.push({ body: request.body, idempotencyKey });
    if (double.onBooking === 'lost_answer') {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    return { status: 1, message: 'Booked.' };
  });

  app.post<{ Body: Record<string, unknown> }>('/booking_change', async (request, reply) => {
    double.changeCalls += 1;
    const idempotencyKey = keyOf(request);
    if (double.onChange === 'refuse') return { status: 0, message: 'There is no booking with this payment.' };
    const [, finalStatus] = /^http_(4\d\d)$/.exec(double.onChange) ?? [];
    if (finalStatus !== undefined)
      return reply.code(Number(finalStatus)).send({ status: 0, message: 'not here' });
    if (await failBefore(double.onChange, request, reply)) return reply;
    if (!double.changes.some((change) => change.idempotencyKey === idempotencyKey))
      double.changes.push({ body: request.body, idempotencyKey });
    if (double.onChange === 'lost_answer') {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    return { status: 1, message: 'The booking is changed.' };
  });

  double.url = await app.listen({ host: '127.0.0.1', port: 0 });
  return double;
}
