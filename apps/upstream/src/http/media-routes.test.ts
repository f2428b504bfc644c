import request from 'supertest';
import { expect, it } from 'vitest';
import { useTestUpstream } from '../test-upstream.ts';

const { app } = await useTestUpstream();

it('serves an image with its type, an ETag and a cache time', async () => {
  const response = await request(app.server).get('/media/courses/one.svg');
  expect(response.status).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': expect.stringContaining('image/svg+xml'),
    'cache-control': 'public, max-age=3600',
    etag: expect.any(String),
    'x-content-type-options': 'nosniff',
  });
  const again = await request(app.server)
    .get('/media/courses/one.svg')
    .set('If-None-Match', response.headers.etag ?? '');
  expect(again.status).toBe(304);
});

it('serves a file', async () => {
  const response = await request(app.server).get('/media/files/planning.pdf');
  expect(response.headers['content-type']).toBe('application/pdf');
  expect(response.body.toString()).toBe('%PDF-1.4');
});

it.each([
  '/media/',
  '/media/courses',
  '/media/courses/',
  '/media/.secret',
  '/media/none.svg',
  '/media/%2e%2e/site.yaml',
])('does not serve %s', async (path) => {
  const response = await request(app.server).get(path);
  expect([403, 404]).toContain(response.status);
  expect(response.body.status).toBe(0);
});
