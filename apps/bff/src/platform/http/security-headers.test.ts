import { describe, expect, it } from 'vitest';
import { useSite } from '../../../testing/site.ts';
import { securityHeaders } from './security-headers.ts';

const site = await useSite({ API_DOCS: 'off' });
const { http } = site;

const live = {
  apiUrl: 'https://api.razorpay.com',
  checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
};

describe('policies', () => {
  it('production requires TLS on the whole domain, also in responses that are not pages', async () => {
    const headers = await securityHeaders({ appEnv: 'production', razorpay: live });
    const hsts = 'max-age=31536000; includeSubDomains';
    for (const kind of [headers.document, headers.checkout, headers.api, headers.media])
      expect(kind['strict-transport-security']).toBe(hsts);
    const narrow = await securityHeaders({ appEnv: 'production', razorpay: live, hstsSubdomains: false });
    for (const kind of [narrow.document, narrow.checkout, narrow.api, narrow.media])
      expect(kind['strict-transport-security']).toBe('max-age=31536000');
    const demo = await securityHeaders({ appEnv: 'demo', razorpay: live });
    expect(demo.document['strict-transport-security']).toBeUndefined();
  });

  it('only the checkout allows the payment widget', async () => {
    const sandbox = new URL(site.environment.RAZORPAY_API_URL).origin;
    const home = await http.get('/').expect(200);
    expect(home.headers['content-security-policy']).not.toContain(sandbox);
    expect(home.headers['content-security-policy']).toContain("frame-src 'none'");
    expect(home.headers['permissions-policy']).toContain('payment=()');
    expect(home.text).not.toContain('payment-widget');
    const checkout = await http.get('/checkout').expect(200);
    expect(checkout.headers['content-security-policy']).toContain(`frame-src ${sandbox};`);
    expect(checkout.headers['permissions-policy']).toContain('payment=*');
    expect(checkout.text).toContain('<meta name="payment-widget"');
  });

  it('the checkout allows all hosts that Razorpay needs', async () => {
    const { document, checkout } = await securityHeaders({ appEnv: 'production', razorpay: live });
    expect(document['content-security-policy']).not.toContain('razorpay');
    const policy = checkout['content-security-policy'];
    for (const directive of [
      "script-src 'self' https://checkout.razorpay.com https://cdn.razorpay.com",
      "connect-src 'self' https://checkout.razorpay.com https://api.razorpay.com https://lumberjack.razorpay.com " +
        'https://lumberjack-metrics.razorpay.com',
      'frame-src https://checkout.razorpay.com https://api.razorpay.com',
      "form-action 'self' https://checkout.razorpay.com https://api.razorpay.com",
    ])
      expect(policy?.split(';')).toContain(directive);
  });
});

describe('reports of browsers', () => {
  const total = async (directive: string) => {
    const text = await site.metrics.text();
    return Number(new RegExp(`csp_reports_total\\{directive="${directive}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  };
  const send = (type: string, body: unknown) =>
    http.post('/api/csp-reports').set('content-type', type).send(JSON.stringify(body));

  it('are requested by both `report-uri` and `report-to`', async () => {
    const { headers } = await http.get('/').expect(200);
    expect(headers['content-security-policy']).toMatch(/;report-uri \/api\/csp-reports;report-to csp$/);
    expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"');
  });

  it('are counted by directive, in both formats', async () => {
    await send('application/csp-report', {
      'csp-report': { 'violated-directive': "script-src 'self' x" },
    }).expect(204);
    await send('application/csp-report', { 'csp-report': { 'effective-directive': 'script-src' } }).expect(
      204,
    );
    const report = (effectiveDirective: string) => ({
      type: 'csp-violation',
      age: 1,
      body: { effectiveDirective },
    });
    await send('application/reports+json', [
      report('img-src'),
      report('img-src'),
      { type: 'deprecation' },
    ]).expect(204);
    expect([await total('script-src'), await total('img-src')]).toEqual([2, 2]);
  });

  it('are counted under one label if the directive is unknown', async () => {
    for (const name of ['x'.repeat(1_000), '__proto__', 'a"b\n', ''])
      await send('application/csp-report', { 'csp-report': { 'effective-directive': name } }).expect(204);
    expect(await total('other')).toBe(4);
    expect((await site.metrics.text()).match(/^csp_reports_total/gm)).toHaveLength(3);
    for (const body of [null, [], {}, 'x', 1, { 'csp-report': 1 }, [1]])
      await send('application/csp-report', body).expect(204);
    await send('text/plain', {}).expect(415);
    await send('application/csp-report', 'x'.repeat(40_000)).expect(413);
  });
});

it('does not serve the API reference if it is off', async () => {
  for (const path of ['/api/docs', '/api/docs/', '/api/docs/openapi.json']) await http.get(path).expect(404);
});
