import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from './env.ts';

const UPSTREAM_DATABASE_URL = 'postgresql://user:secret@127.0.0.1:5432/upstream';

describe('the environment', () => {
  it('needs only the database', () => {
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

  it('can read the database URL from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-upstream-'));
    const path = join(folder, 'url');
    expect(() => readEnvironment({ UPSTREAM_DATABASE_URL_FILE: path })).toThrow(
      `UPSTREAM_DATABASE_URL_FILE cannot be read: ${path}`,
    );
    writeFileSync(path, `${UPSTREAM_DATABASE_URL}\n`);
    expect(readEnvironment({ UPSTREAM_DATABASE_URL_FILE: path })).toMatchObject({
      databaseUrl: UPSTREAM_DATABASE_URL,
    });
    rmSync(folder, { recursive: true });
  });

  it('reports all errors together', () => {
    const read = () => readEnvironment({ UPSTREAM_PORT: 'x', UPSTREAM_FAULTS: 'yes', LOG_LEVEL: 'loud' });
    expect(read).toThrow(/UPSTREAM_PORT.*UPSTREAM_DATABASE_URL: is required.*UPSTREAM_FAULTS.*LOG_LEVEL/);
    expect(read).toThrow(expect.objectContaining({ code: 'BAD_ENVIRONMENT' }));
  });
});
