import fastify, { LogController } from 'fastify';
import { describe, expect, it } from 'vitest';
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
  it('writes the fields that are allowed, and of others only their names', () => {
    const line = logged((log) =>
      log.info({ leadId: 'l1', form: 'contact_us', email: 'a@b.example' }, 'taken'),
    );
    expect(line).toMatchObject({ msg: 'taken', leadId: 'l1', form: 'contact_us', leftOut: ['email'] });
    expect(JSON.stringify(line)).not.toContain('a@b.example');
  });

  it('writes of an error what it is, not the values that a driver adds', () => {
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

describe('childLoggerFactory', () => {
  it('writes the id of the request with each line', async () => {
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
