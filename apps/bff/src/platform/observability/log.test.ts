import fastify, { LogController } from 'fastify';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../database/connection/unavailable.ts';
import { createLog } from './log.ts';
import { childLoggerFactory } from './request-log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  let line = '';
  write(
    createLog('info', {
      write(text) {
        line = text;
      },
    }),
  );
  return JSON.parse(line);
}

describe('createLog', () => {
  it('writes allowed fields, and only the names of the others', () => {
    const line = logged((log) =>
      log.info({ leadId: 'l1', form: 'contact_us', email: 'a@b.example' }, 'taken'),
    );
    expect(line).toMatchObject({ msg: 'taken', leadId: 'l1', form: 'contact_us', leftOut: ['email'] });
    expect(JSON.stringify(line)).not.toContain('a@b.example');
  });

  it('writes an error without the values that a database driver adds', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(a@b.example) already exists.',
    });
    const line = logged((log) => log.error({ err: new Error('not stored', { cause }) }, 'failed'));
    expect(line.err).toMatchObject({
      type: 'Error',
      message: 'not stored',
      stack: expect.stringContaining('log.test.ts'),
      cause: { message: 'duplicate key', code: '23505' },
    });
    expect(JSON.stringify(line)).not.toContain('a@b.example');
  });
});

describe('a thrown value', () => {
  const errOf = (thrown: unknown) => logged((log) => log.error({ err: thrown }, 'failed')).err;

  it('is logged also if it is a plain object, as from the job queue', () => {
    const fault = {
      ...Object.assign(new Error('ignored'), { detail: 'Key (email)=(a@b.example) already exists.' }),
      message: 'connection refused',
      code: 'ECONNREFUSED',
      queue: 'deliver-lead',
      stack: 'Error: connection refused\n    at somewhere',
      values: ['a@b.example'],
    };
    expect(errOf(fault)).toEqual({
      type: 'Object',
      message: 'connection refused',
      code: 'ECONNREFUSED',
      queue: 'deliver-lead',
      stack: fault.stack,
    });
  });

  it.each([
    ['a text', 'broken', { type: 'string', message: 'broken' }],
    ['nothing', undefined, undefined],
    ['null', null, { type: 'object', message: 'null' }],
    ['a number', 42, { type: 'number', message: '42' }],
  ])('is logged if it is %s', (_name, thrown, expected) => {
    expect(errOf(thrown)).toEqual(expected);
  });

  it('is logged with its causes and with the errors of an AggregateError', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const tried = Object.assign(new AggregateError([refused, 'gone'], ''), { code: 'ECONNREFUSED' });
    expect(errOf(new Error('not stored', { cause: tried }))).toMatchObject({
      message: 'not stored',
      cause: {
        type: 'AggregateError',
        code: 'ECONNREFUSED',
        errors: [
          { message: 'refused', code: 'ECONNREFUSED' },
          { type: 'string', message: 'gone' },
        ],
      },
    });
  });

  it('is logged without personal data that its message quotes', () => {
    const line = errOf(new Error('invalid input syntax for type uuid: "a.b@c.example, +91 73000 00000"'));
    expect(JSON.stringify(line)).not.toMatch(/c\.example|73000/);
    expect(line).toMatchObject({ message: expect.stringContaining('invalid input syntax') });
  });

  it('is logged without a stack if the database is unavailable', () => {
    expect(errOf(new DatabaseUnavailableError('silent'))).toEqual({
      type: 'DatabaseUnavailableError',
      message: 'silent',
      code: 'DATABASE_UNAVAILABLE',
    });
  });
});

describe('childLoggerFactory', () => {
  it('writes the request id on each line', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLog('info', { write: (text) => lines.push(JSON.parse(text)) });
    const app = fastify({
      loggerInstance: log,
      logController: new LogController({ disableRequestLogging: true }),
      childLoggerFactory,
      genReqId: () => 'r1',
    });
    app.get('/', async (request) => {
      request.log.info({ form: 'contact_us' }, 'taken');
      request.log.debug('not at this level');
      request.log.child({ call: 'home' }).warn('slow');
      return 'ok';
    });
    await app.inject('/');
    await app.close();
    expect(lines).toMatchObject([
      { reqId: 'r1', form: 'contact_us', msg: 'taken' },
      { reqId: 'r1', call: 'home', msg: 'slow' },
    ]);
    expect(lines).toHaveLength(2);
  });
});
