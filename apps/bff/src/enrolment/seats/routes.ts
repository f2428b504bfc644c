import { type SeatsData, seatsData } from '@meridian/contracts/site/schedule/seats';
import type { FastifyInstance } from 'fastify';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import type { Guard } from '../../platform/http/limits.ts';
import { problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { type CourseSeats, SeatsTooOldError } from './course-seats.ts';
import { ScheduleError } from './schedule-pages.ts';

const seatsCall = (): CallDescription => ({
  tags: ['reads'],
  operationId: 'get_seats',
  summary: 'Free seats of the batches of a course, at most 5 seconds old',
  description: 'Leaves out batches whose seats the upstream does not count.',
  parameters: [
    {
      name: 'course_id',
      in: 'path',
      required: true,
      example: '201',
      schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
    },
  ],
  response: {
    200: answerOf(seatsData, {
      example: {
        status: 1,
        message: '',
        data: { seats: [{ course_schedule_id: 201_417_270_104, seats_left: 4 }] },
      },
    }),
    ...problemAnswers(404, 429, 500, 502, 503),
  },
});

const noAnswer = 'The number of seats is not available at the moment.';

async function readSeats(seats: CourseSeats, courseId: number): Promise<SeatsData | undefined> {
  try {
    return await seats.read(courseId);
  } catch (error) {
    const isUnknown =
      isRemoteError(error, 'upstream') || error instanceof ScheduleError || error instanceof SeatsTooOldError;
    throw isUnknown
      ? new Refusal('partner_unavailable', 'upstream_silent', noAnswer, { cause: error })
      : error;
  }
}

/**
 * Registers `GET /api/seats/:course_id`.
 *
 * @param limitMisses limits requests that need a read of the upstream
 */
export function seatRoutes(app: FastifyInstance, seats: CourseSeats, limitMisses: Guard): void {
  app.get<{ Params: { course_id: string } }>(
    '/api/seats/:course_id',
    { config: { describes: seatsCall } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { course_id: text } = request.params;
      const courseId = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
      if (courseId > 0 && !seats.isKnown(courseId)) await limitMisses(request);
      const data = courseId > 0 ? await readSeats(seats, courseId) : undefined;
      if (!data) throw new Refusal('not_found', 'course_unknown', 'Course not found.');
      return { status: 1, message: '', data };
    },
  );
}
