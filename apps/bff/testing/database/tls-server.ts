/** Starts PostgreSQL with TLS and a certificate of a private CA. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@meridian/stack/free-port';
import { startPostgres } from '@meridian/stack/postgres';
import { removeDataDir, temporaryDataDir } from '@meridian/stack/temporary-folder';
import pg from 'pg';

const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-days', '2'];
const usage = '-addext=keyUsage=critical,digitalSignature,keyCertSign';

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'pipe' });
}

function makeCa(dir: string, name: string): string {
  const path = join(dir, `${name}.crt`);
  openssl(
    'req',
    '-x509',
    ...key,
    usage,
    '-subj',
    `/CN=${name}`,
    '-keyout',
    join(dir, `${name}.key`),
    '-out',
    path,
  );
  return path;
}

/** @param host subject alternative name, such as `IP:127.0.0.1` */
function makeCertificate(dir: string, ca: string, host: string): void {
  const path = (name: string) => join(dir, name);
  openssl(
    'req',
    '-x509',
    ...key,
    '-CA',
    ca,
    '-CAkey',
    ca.replace(/crt$/, 'key'),
    '-subj',
    '/CN=database',
    `-addext=subjectAltName=${host}`,
    '-addext=basicConstraints=critical,CA:FALSE',
    '-keyout',
    path('server.key'),
    '-out',
    path('server.crt'),
  );
}

export interface TlsServer {
  /** Connection string without TLS settings. The server accepts connections with and without TLS. */
  url: string;
  /** Paths of the CA's certificate, and of the certificate of another CA. */
  ca: string;
  otherCa: string;
  stop(): Promise<void>;
}

/** @param host subject alternative name, such as `IP:127.0.0.1` */
export async function startTlsServer(host: string): Promise<TlsServer> {
  // The folder is kept until the end of the run, because a pool that is being closed may still read the
  // certificate.
  const keys = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'tls-test-'));
  const ca = makeCa(keys, 'ca');
  const otherCa = makeCa(keys, 'other-ca');
  makeCertificate(keys, ca, host);
  const dataDir = await temporaryDataDir();
  mkdirSync(dataDir, { recursive: true });
  const server = await startPostgres({ dataDir: join(dataDir, 'postgres'), port: await freePort() });
  const owner = statSync(server.clusterDir);
  for (const name of ['server.key', 'server.crt']) {
    const path = join(server.clusterDir, name);
    copyFileSync(join(keys, name), path);
    chownSync(path, owner.uid, owner.gid);
    chmodSync(path, 0o600);
  }
  await server.createDatabase('bff');
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
  await admin.query('alter system set ssl = on');
  await admin.query('select pg_reload_conf()');
  await admin.end();
  return {
    url: server.url('bff'),
    ca,
    otherCa,
    async stop() {
      await server.stop();
      await removeDataDir(dataDir);
    },
  };
}
