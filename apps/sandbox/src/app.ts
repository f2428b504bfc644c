import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { controlRoutes } from './control/routes.ts';
import { readEnvironment, type Settings } from './env.ts';
import { createFaults } from './faults.ts';
import { pageRoutes } from './page/routes.ts';
import { createRazorpay } from './razorpay/razorpay.ts';
import { acceptEmptyJson } from './request-body.ts';
import { createSmtp } from './smtp/smtp.ts';
import { createZoho } from './zoho/zoho.ts';

/**
 * Builds the stand-ins for Razorpay and Zoho and, if a port is set, a mail server. Every sandbox has its own
 * state. The servers do not listen yet.
 * @param overrides settings that replace the defaults of the environment
 * @param options `logLevel` turns the request log on
 */
export function buildSandbox(
  overrides: Partial<Settings> = {},
  options: { logLevel?: string } = {},
): FastifyInstance {
  const settings: Settings = { ...readEnvironment({}).settings, smtpPort: undefined, ...overrides };
  const faults = createFaults();
  const razorpay = createRazorpay(settings, faults);
  const zoho = createZoho(settings, faults);
  const smtp = createSmtp(settings, faults);

  const app = fastify({
    logger: options.logLevel ? { level: options.logLevel } : false,
    // A graceful shutdown would wait for the delays of slow faults.
    forceCloseConnections: true,
  });
  app.register(formbody);
  acceptEmptyJson(app);

  app.get('/healthz', async () => ({ status: 1, message: '', data: null }));
  app.register(razorpay.apiRoutes, { prefix: '/v1' });
  app.register(razorpay.checkoutRoutes, { prefix: '/v1' });
  app.register(zoho.tokenRoutes, { prefix: '/oauth/v2' });
  app.register(zoho.crmRoutes, { prefix: '/crm/v8' });
  app.register(controlRoutes({ razorpay, zoho, smtp, faults }), { prefix: '/_sandbox' });
  app.register(pageRoutes({ razorpay, zoho, smtp }));

  const { smtpPort } = settings;
  if (smtpPort !== undefined) app.addHook('onReady', () => smtp.listen(smtpPort, settings.smtpHost));
  app.addHook('onClose', async () => {
    razorpay.reset();
    await smtp.close();
  });
  return app;
}
