import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from './env.ts';

const UPSTREAM_DATABASE_URL = 'postgresql://user:secret@127.0.0.1:5432/upstream';

describe('the environment', () => {
  it('needs the database alone', () => {
    const settings = readEnvironment({ UPSTREAM_DATABASE_URL, UPSTREAM_FAULTS: '', HOST: '' });
    expect(settings).toMatchObject({
      port: 4010,
      host: '127.0.0.1',
      databaseUrl: UPSTREAM_DATABASE_URL,
      faults: false,
      logLevel: 'info',
    });
    expect(existsSync(join(settings.contentDir, 'site.yaml'))).toBe(true);
  });

  it('names every fault at once', () => {
    const read = () => readEnvironment({ UPSTREAM_PORT: 'x', UPSTREAM_FAULTS: 'yes', LOG_LEVEL: 'loud' });
    expect(read).toThrow(/UPSTREAM_PORT.*UPSTREAM_DATABASE_URL: is required.*UPSTREAM_FAULTS.*LOG_LEVEL/);
    expect(read).toThrow(expect.objectContaining({ code: 'BAD_ENVIRONMENT' }));
  });
});
