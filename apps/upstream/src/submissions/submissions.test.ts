import { callPath, type FormName } from '@meridian/contracts/calls';
import type { FileFormName } from '@meridian/contracts/leads/file-field';
import { submitData } from '@meridian/contracts/leads/form-schemas';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestUpstream } from '../test-upstream.ts';

const { app, database } = await useTestUpstream();

const person = {
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.com',
  phone_number: '+91 98000 00001',
};
const fullName = { full_name: 'Asha Rao', email: 'asha@example.com', phone_number: '+91 98000 00001' };
const coursePage = {
  course_id: 101,
  course_name: 'Course 101',
  page_url: 'https://example.com/scrum/course-one',
};
const page_url = 'https://example.com/resources';

/** Bodies as in the call table of the specification. */
const bodies: Record<Exclude<FormName, FileFormName>, object> = {
  special_offer: { full_name: 'Asha Rao', email: 'asha@example.com', mobile_number: '98000 00001' },
  talk_to_our_advisor: { ...fullName, ...coursePage },
  pmp_exam: {
    ...person,
    blog_id: 1,
    comment: 'Why?',
    blog_name: 'Older',
    blog_url: 'https://example.com/blog/older',
  },
  contact_us: { ...person, message: 'Hello 🙂' },
  course_download_syllabus: { ...person, ...coursePage },
  course_download_curriculum: { ...person, ...coursePage },
  skill_up_your_team: { ...person, course_id: 101, query: 'Forty people' },
  corporate_training_form: { ...person, message: 'Hello', company_name: 'Kesari' },
  partner_with_us: { ...person, message: 'Hello', company_name: '' },
  resources_download_ebook: { ...person, resources_id: 1, ebook_name: 'Planning', page_url },
  resources_download_practice_test: {
    ...person,
    resources_id: 1,
    practice_test_course_name: 'Exam',
    page_url,
  },
};
const forms = Object.keys(bodies) as (keyof typeof bodies)[];

function send(form: FormName, body: object, key?: string) {
  const post = request(app.server).post(callPath(form));
  return (key ? post.set('Idempotency-Key', key) : post).send(body);
}

function rowsWithKey(key: string) {
  return database.selectFrom('submissions').selectAll().where('idempotency_key', '=', key).execute();
}

describe('every form', () => {
  it.each(forms)('%s is recorded with its specified fields', async (form) => {
    const key = `fields-${form}`;
    const response = await send(form, { ...bodies[form], not_specified: 'x' }, key);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ status: 1, message: expect.stringMatching(/^Thank you/) });
    submitData.parse(response.body.data);
    expect(await rowsWithKey(key)).toMatchObject([{ form, body: bodies[form] }]);
    expect(Object.keys((await rowsWithKey(key))[0]?.body ?? {})).not.toContain('not_specified');
  });

  it.each(forms)('%s is refused without an email', async (form) => {
    const key = `refused-${form}`;
    const response = await send(form, { ...bodies[form], email: '' }, key);
    expect(response.body).toEqual({ status: 0, message: 'Email is required' });
    expect(await rowsWithKey(key)).toEqual([]);
  });

  it('is recorded with an invalid course id, and without a course id', async () => {
    for (const [key, course_id] of Object.entries({
      'no-number': 'x',
      'null-id': null,
      'no-id': undefined,
    })) {
      const { body } = await send('skill_up_your_team', { ...bodies.skill_up_your_team, course_id }, key);
      expect(body).toMatchObject({ status: 1 });
      expect(await rowsWithKey(key)).toMatchObject([{ body: { course_id: 0, query: 'Forty people' } }]);
    }
  });

  it.each([
    ['an empty body', undefined],
    ['a list', '[]'],
    ['a text', '"x"'],
  ])('is refused with %s', async (_what, body) => {
    const response = await request(app.server).post('/contact_us').type('json').send(body);
    expect(response.status).toBe(200);
    expect(response.body.status).toBe(0);
  });
});

describe('a download', () => {
  it.each([
    ['course_download_syllabus', {}, '/media/files/one-syllabus.pdf'],
    ['course_download_curriculum', {}, undefined],
    ['course_download_syllabus', { course_id: 999 }, undefined],
    ['resources_download_ebook', {}, '/media/files/planning.pdf'],
    ['resources_download_ebook', { resources_id: 2 }, undefined],
    ['resources_download_practice_test', {}, '/media/files/exam.pdf'],
    ['resources_download_practice_test', { resources_id: 9 }, undefined],
  ] as const)('%s %o answers %s', async (form, change, fileUrl) => {
    const { body } = await send(form, { ...bodies[form], ...change });
    expect(body.status).toBe(1);
    expect(body.data.file_url).toBe(fileUrl);
    if (!fileUrl) return expect(body.message).toContain('send the file');
    expect((await request(app.server).get(fileUrl)).status).toBe(200);
  });
});

describe('the same Idempotency-Key', () => {
  it('gets the first answer, and adds no second row', async () => {
    const first = await send('resources_download_ebook', bodies.resources_download_ebook, 'again');
    const second = await send('resources_download_ebook', bodies.resources_download_ebook, 'again');
    expect(second.body).toEqual(first.body);
    expect(await rowsWithKey('again')).toHaveLength(1);
  });

  it('adds one row for several concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => send('contact_us', bodies.contact_us, 'at-once')),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses[0]?.body.status).toBe(1);
    expect(await rowsWithKey('at-once')).toHaveLength(1);
  });

  it('is refused with another body, or for another form', async () => {
    await send('contact_us', bodies.contact_us, 'taken');
    const otherBody = await send('contact_us', { ...bodies.contact_us, message: 'Other' }, 'taken');
    const otherForm = await send('partner_with_us', { ...bodies.contact_us }, 'taken');
    for (const { body } of [otherBody, otherForm])
      expect(body).toEqual({ status: 0, message: expect.stringContaining('used before') });
    expect(await rowsWithKey('taken')).toMatchObject([{ form: 'contact_us', body: bodies.contact_us }]);
  });

  it('can be used again after a refusal', async () => {
    await send('contact_us', { ...bodies.contact_us, email: 'no' }, 'second-try');
    const response = await send('contact_us', bodies.contact_us, 'second-try');
    expect(response.body.status).toBe(1);
  });

  it('must not be too long', async () => {
    const response = await send('contact_us', bodies.contact_us, 'k'.repeat(201));
    expect(response.body).toMatchObject({ status: 0, message: expect.stringContaining('Idempotency-Key') });
  });

  it('is optional; each request without a key adds a row', async () => {
    const comment = 'no key';
    await send('pmp_exam', { ...bodies.pmp_exam, comment });
    await send('pmp_exam', { ...bodies.pmp_exam, comment });
    const rows = await database
      .selectFrom('submissions')
      .select('body')
      .where('form', '=', 'pmp_exam')
      .execute();
    expect(rows.filter(({ body }) => body.comment === comment)).toHaveLength(2);
  });
});

describe('the instructor form', () => {
  const pdf = Buffer.from('%PDF-1.7 resume \u0000 with bytes');

  function apply(key: string, options: { file?: Buffer; fileName?: string; fields?: object } = {}) {
    const { file = pdf, fileName = 'resume.pdf', fields = fullName } = options;
    const post = request(app.server).post('/instructor').set('Idempotency-Key', key);
    for (const [name, value] of Object.entries(fields)) post.field(name, value);
    return file.length > 0 ? post.attach('resume', file, fileName) : post;
  }

  function resumesOf(key: string) {
    return database
      .selectFrom('submissions')
      .innerJoin('resumes', 'resumes.submission_id', 'submissions.id')
      .select(['file_name', 'media_type', 'content', 'body'])
      .where('idempotency_key', '=', key)
      .execute();
  }

  it('is recorded once with its file', async () => {
    const first = await apply('instructor-1');
    const second = await apply('instructor-1');
    expect(first.body).toMatchObject({ status: 1, message: expect.stringContaining('application') });
    expect(second.body).toEqual(first.body);
    const resumes = await resumesOf('instructor-1');
    expect(resumes).toMatchObject([
      {
        file_name: 'resume.pdf',
        media_type: 'application/pdf',
        body: { ...fullName, resume: { size_bytes: pdf.length } },
      },
    ]);
    expect(resumes[0]?.content.equals(pdf)).toBe(true);
  });

  it('is refused with another file for the same key', async () => {
    await apply('instructor-2');
    const other = await apply('instructor-2', { file: Buffer.from('%PDF-1.7 other') });
    expect(other.body).toMatchObject({ status: 0, message: expect.stringContaining('used before') });
  });

  it.each([
    ['without a file', { file: Buffer.alloc(0) }, 'Please upload a resume file before submitting.'],
    ['with a picture', { fileName: 'me.png' }, 'Invalid file type! Please upload a PDF or DOC file.'],
    ['with one name', { fields: { ...fullName, full_name: 'Asha' } }, 'Enter both first and last name'],
    [
      'with a file that is too large',
      { file: Buffer.alloc(21 * 1024 * 1024, 1) },
      'The file is too large: 20 MB at most.',
    ],
  ])('is refused %s', async (what, options, message) => {
    const { status, body } = await apply(`refused ${what}`, options);
    expect({ status, body }).toEqual({ status: 200, body: { status: 0, message } });
    expect(await resumesOf(`refused ${what}`)).toEqual([]);
  });

  it('is refused as JSON', async () => {
    const { body } = await send('instructor', fullName);
    expect(body).toMatchObject({ status: 0, message: expect.stringContaining('multipart') });
  });
});
