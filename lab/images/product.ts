import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { freePorts } from '@meridian/stack/free-port';
import { type Container, type Engine, type Environment, makeReadOnly } from './container.ts';
import { giveToImageUser, type Images } from './images.ts';

export type Databases = { bff: string; upstream: string };

export type Product = {
  siteUrl: string;
  upstreamUrl: string;
  sandboxUrl: string;
  consoleUrl: string;
  bffEnv: Environment;
  web: Container;
  worker: Container;
  console: Container;
  upstream: Container;
  sandbox: Container;
};

/**
 * Starts every image like docker-compose.yml, with the settings of `.env.example`, the sample brand and local
 * addresses.
 * @param context folder with `.env.example` and `instances`
 * @param keepDir in place of the volume for assets of earlier builds
 */
export async function startProduct(
  engine: Engine,
  images: Images,
  databases: Databases,
  { context, keepDir }: { context: string; keepDir: string },
): Promise<Product> {
  for (const image of Object.values(images)) makeReadOnly(image);
  mkdirSync(keepDir);
  giveToImageUser(keepDir);
  const ports = await freePorts(11);
  const [web = '', worker = '', upstream = '', sandbox = '', metrics = '', workerMetrics = '', smtp = ''] =
    ports.map(String);
  const [consolePort = '', consoleHealth = '', consoleMetrics = ''] = ports.slice(7).map(String);
  const local = (port: string) => `http://127.0.0.1:${port}`;
  const bffEnv: Environment = {
    ...parseEnv(readFileSync(join(context, '.env.example'), 'utf8')),
    ...parseEnv(readFileSync(join(context, 'instances/meridian/demo.env'), 'utf8')),
    PORT: web,
    METRICS_PORT: metrics,
    PUBLIC_URL: local(web),
    // All servers use one database role, which owns the database.
    DATABASE_URL: databases.bff,
    DATABASE_OWNER_URL: '',
    DATABASE_CONSOLE_URL: '',
    UPSTREAM_URL: local(upstream),
    RAZORPAY_API_URL: local(sandbox),
    RAZORPAY_CHECKOUT_URL: `${local(sandbox)}/v1/checkout.js`,
    ZOHO_ACCOUNTS_URL: local(sandbox),
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    ASSETS_KEEP_DIR: keepDir,
  };
  const workerEnv = { ...bffEnv, BFF_ROLE: 'worker', PORT: worker, METRICS_PORT: workerMetrics };
  const consoleEnv = {
    ...bffEnv,
    BFF_ROLE: 'console',
    PORT: consoleHealth,
    METRICS_PORT: consoleMetrics,
    CONSOLE_PORT: consolePort,
    CONSOLE_SECRET: randomBytes(32).toString('hex'),
  };
  const upstreamEnv = {
    UPSTREAM_PORT: upstream,
    UPSTREAM_DATABASE_URL: databases.upstream,
    UPSTREAM_FAULTS: 'on',
  };
  const sandboxEnv = {
    SANDBOX_PORT: sandbox,
    SMTP_PORT: smtp,
    WEBHOOK_URL: `${local(web)}/api/webhooks/razorpay`,
  };
  const [upstreamContainer, sandboxContainer] = await Promise.all([
    engine.start(images.upstream, upstreamEnv),
    engine.start(images.sandbox, sandboxEnv),
  ]);
  const [webContainer, workerContainer, consoleContainer] = await Promise.all([
    engine.start(images.bff, { ...bffEnv, BFF_ROLE: 'web' }),
    engine.start(images.bff, workerEnv),
    engine.start(images.bff, consoleEnv),
  ]);
  return {
    siteUrl: local(web),
    upstreamUrl: local(upstream),
    sandboxUrl: local(sandbox),
    // Passkeys need a host name, and the console checks it.
    consoleUrl: `http://localhost:${consolePort}`,
    bffEnv,
    web: webContainer,
    worker: workerContainer,
    console: consoleContainer,
    upstream: upstreamContainer,
    sandbox: sandboxContainer,
  };
}
