import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { callPath, type ReadCallName, readCallNames } from '@meridian/contracts/calls';
import { classifyRead } from '@meridian/contracts/classify-answer';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { useSite } from '../../../testing/site.ts';

const site = await useSite();
const { http } = site;

const slug = 'safe-agilist-certification';
const course = await http.get('/api/course_details').query({ seo_slug: slug }).expect(200);
const courseId: number = course.body.data.id;
const posts = await http.get('/api/blog').expect(200);
const blogSlug: string = posts.body.data.latest_blog[0].seo_slug;

/** Example requests with the specification's field names. */
const requests: Partial<Record<ReadCallName, Record<string, string | number>>> = {
  blog: { offset: 0, search_val: 0 },
  blog_detail: { seo_slug: blogSlug },
  course_details: { seo_slug: slug },
  add_more_course_curriculum: { course_id: courseId, offset: 0 },
  add_more_course_about_certification: { course_id: courseId, offset: 0 },
  add_more_course_learning_objectives: { course_id: courseId, offset: 0 },
  add_more_course_prerequisites: { course_id: courseId, offset: 0 },
  add_more_course_faq: { course_id: courseId, offset: 0 },
  page: { page_name: 'privacy_policy' },
  Resources: { resources_category_id: 0, search_val: '' },
  course_schedule: { id: courseId, day_type: '', offset: 0 },
};

/** Returns the encoded bytes; HTTP clients would decode them. */
const raw = (encoding: string) =>
  site.app.inject({ url: '/api/home', headers: { 'accept-encoding': encoding } });

afterEach(() => site.fault({ kind: 'none' }));

describe.each(readCallNames)('%s', (name) => {
  const path = `/api${callPath(name)}`;
  const request = requests[name] ?? {};

  it('returns the same for GET and POST, in the format of the contract', async () => {
    const got = await http
      .get(path)
      .query({ ...request, utm_source: 'x' })
      .expect(200);
    expect(got.body).toMatchObject({ status: 1 });
    expect(classifyRead(name, got.body)).toEqual({ verdict: 'ok', findings: [] });
    expect(JSON.stringify(got.body.data).length).toBeGreaterThan(20);
    const posted = await http.post(path).send(request).expect(200);
    expect(posted.body).toEqual(got.body);
  });

  it('answers 304 if the client has the current copy', async () => {
    const first = await http.get(path).query(request).expect(200);
    expect(first.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+/);
    const again = await http.get(path).query(request).set('if-none-match', `W/"x", ${first.headers.etag}`);
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    await http.get(path).query(request).set('if-none-match', '"other"').expect(200);
  });
});

describe('requests', () => {
  it('accepts an empty body, with and without a content type', async () => {
    await http.post('/api/header').expect(200);
    await http.post('/api/header').set('content-type', 'application/json').send('').expect(200);
  });

  it.each([
    ['/api/course_details', {}, 'seo_slug'],
    ['/api/course_details', { seo_slug: '../x' }, 'seo_slug'],
    ['/api/course_schedule', { id: 'one' }, 'id'],
    ['/api/course_schedule', { id: 1, day_type: 'sunday' }, 'day_type'],
    ['/api/blog', { offset: -1 }, 'offset'],
    ['/api/page', { page_name: 'passwords' }, 'page_name'],
  ])('answers %s %j with 400 and the field %s', async (path, request, field) => {
    for (const answer of [await http.get(path).query(request), await http.post(path).send(request)]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ status: 0, message: expect.stringMatching(/\w/) });
      expect(answer.body.errors[field]).toEqual([expect.any(String)]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('returns a refusal with its status in the envelope, and forbids caching it', async () => {
    const answer = await http.get('/api/course_details').query({ seo_slug: 'no-such-course' }).expect(200);
    expect(answer.body).toEqual({ status: 0, message: expect.stringMatching(/\w/) });
    expect(answer.headers['cache-control']).toBe('no-store');
    await site.fault({ kind: 'refuse', calls: ['Resources'] });
    const search = { search_val: 'nothing refused' };
    const refused = await http.get('/api/Resources').query(search).expect(200);
    expect(refused.body).toMatchObject({ status: 0 });
    expect(refused.headers['cache-control']).toBe('no-store');
    await site.fault({ kind: 'none' });
    expect((await http.get('/api/Resources').query(search).expect(200)).body.status).toBe(1);
  });

  it('answers HEAD without a body', async () => {
    const answer = await http.head('/api/home').expect(200);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(1_000);
  });
});

describe('a failing upstream', () => {
  it.each(['http_500', 'html_502', 'timeout', 'reset', 'malformed', 'wrong_shape'])(
    '%s: 502',
    async (kind) => {
      await site.fault({ kind, calls: ['Resources'] });
      const search = `nothing ${kind}`;
      const answer = await http.get('/api/Resources').query({ search_val: search }).expect(502);
      expect(answer.body).toEqual({ status: 0, message: 'Fetch error' });
      await site.fault({ kind: 'none' });
      // The failure was not cached.
      const after = await http.get('/api/Resources').query({ search_val: search }).expect(200);
      expect(after.body.status).toBe(1);
    },
  );

  it('does not affect calls whose answers are cached', async () => {
    await http.get('/api/home').expect(200);
    await site.fault({ kind: 'http_500' });
    await http.get('/api/home').expect(200);
  });
});

describe('compression', () => {
  it('follows Accept-Encoding, with an ETag for each encoding', async () => {
    await eventually(async () => expect((await raw('br')).headers['content-encoding']).toBe('br'));
    const plain = await raw('identity');
    const zipped = await raw('gzip');
    const brotli = await raw('gzip;q=0.5, br');
    const excluded = await raw('br;q=0, gzip');
    expect([plain, zipped, brotli, excluded].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      'br',
      'gzip',
    ]);
    expect(gunzipSync(zipped.rawPayload)).toEqual(plain.rawPayload);
    expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain.rawPayload);
    expect(excluded.headers.vary).toBe('accept-encoding');
    const tags = [plain, zipped, brotli].map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) await http.get('/api/home').set('if-none-match', String(tag)).expect(304);
  });
});
