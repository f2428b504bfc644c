import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { controlRoutes } from './control/routes.ts';
import { readEnvironment, type Settings } from './env.ts';
import { createFaults } from './faults.ts';
import { pageRoutes } from './page/routes.ts';
import { createRazorpay } from './razorpay/razorpay.ts';
import { acceptEmptyJson } from './request-body.ts';
import { createZoho } from './zoho/zoho.ts';

/**
 * Builds the Razorpay and Zoho stand-ins with their own state, not yet listening.
 * @param overrides overrides the environment's defaults
 * @param options `logLevel` turns the request log on
 */
export function buildSandbox(
  overrides: Partial<Settings> = {},
  options: { logLevel?: string } = {},
): FastifyInstance {
  const settings: Settings = { ...readEnvironment({}).settings, ...overrides };
  const faults = createFaults();
  const razorpay = createRazorpay(settings, faults);
  const zoho = createZoho(settings, faults);

  const app = fastify({
    logger: options.logLevel ? { level: options.logLevel } : false,
    // No graceful shutdown: slow faults would delay it.
    forceCloseConnections: true,
  });
  app.register(formbody);
  acceptEmptyJson(app);

  app.get('/healthz', async () => ({ status: 1, message: '', data: null }));
  app.register(razorpay.apiRoutes, { prefix: '/v1' });
  app.register(razorpay.checkoutRoutes, { prefix: '/v1' });
  app.register(zoho.tokenRoutes, { prefix: '/oauth/v2' });
  app.register(zoho.crmRoutes, { prefix: '/crm/v8' });
  app.register(controlRoutes({ razorpay, zoho, faults }), { prefix: '/_sandbox' });
  app.register(pageRoutes({ razorpay, zoho }));

  app.addHook('onClose', async () => razorpay.reset());
  return app;
}
