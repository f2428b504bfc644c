import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormName } from '../calls.ts';
import {
  submissionFields,
  submissionSchema,
  toSubmission,
  upstreamBody,
  visitorSchema,
} from './form-schemas.ts';
import { formNames, formOf, forms } from './forms.ts';

/** Valid values of every field. */
const valid: Record<string, unknown> = {
  full_name: 'Asha Rao',
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.in',
  phone_number: '98450 12345',
  mobile_number: '98450 12345',
  company_name: 'Acme',
  message: 'Hello',
  comment: 'A comment',
  query: 'A query',
  resume: { name: 'cv.pdf', size: 10 },
  agreement: true,
};

function messagesOf(form: FormName, change: Record<string, unknown>): Record<string, string[]> {
  const values = Object.fromEntries(formOf(form).fields.map((field) => [field.name, valid[field.name]]));
  const result = visitorSchema(form).safeParse({ ...values, ...change });
  const messages: Record<string, string[]> = {};
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path[0]);
    messages[field] = [...(messages[field] ?? []), issue.message];
  }
  return messages;
}

const fullNameRules: [Record<string, unknown>, Record<string, string[]>][] = [
  [{ full_name: '' }, { full_name: ['Full Name is required'] }],
  [{ full_name: '   ' }, { full_name: ['Full Name is required'] }],
  [{ full_name: undefined }, { full_name: ['Full Name is required'] }],
  [{ full_name: 'Asha' }, { full_name: ['Enter both first and last name'] }],
  [{ full_name: 'Asha\tRao' }, {}],
  [{ full_name: '  Asha \u00a0 Rao  ' }, {}],
];
const emailRules: typeof fullNameRules = [
  [{ email: '' }, { email: ['Email is required'] }],
  [{ email: undefined }, { email: ['Email is required'] }],
  [{ email: 'asha' }, { email: ['Email address is invalid'] }],
  [{ email: 'asha@example' }, { email: ['Email address is invalid'] }],
  [{ email: 'as ha@example.in' }, { email: ['Email address is invalid'] }],
  [{ email: '\u200b\ufeff\u00ad\u00a0' }, { email: ['Email is required'] }],
  [{ email: '.@.' }, { email: ['Email address is invalid'] }],
  [{ email: 'mailto:Asha.@example.in.' }, {}],
  [{ email: 'Asha Rao <asha@example.in>' }, {}],
];
const phoneRules: typeof fullNameRules = [
  [{ phone_number: '' }, { phone_number: ['Phone Number is required'] }],
  [{ phone_number: 'any text: no format is asked for' }, {}],
];
const nameRules: typeof fullNameRules = [
  [{ first_name: '' }, { first_name: ['First Name is required'] }],
  [{ last_name: ' ' }, { last_name: ['Last Name is required'] }],
  [
    { first_name: '', last_name: '', email: '', phone_number: '' },
    {
      first_name: ['First Name is required'],
      last_name: ['Last Name is required'],
      email: ['Email is required'],
      phone_number: ['Phone Number is required'],
    },
  ],
];
const messageRules: typeof fullNameRules = [[{ message: '' }, { message: ['Messages is required'] }]];
const contactRules = [...nameRules, ...emailRules, ...phoneRules];

const rules: Record<FormName, typeof fullNameRules> = {
  special_offer: [
    ...fullNameRules,
    ...emailRules,
    [{ mobile_number: '' }, { mobile_number: ['Mobile Number is required'] }],
  ],
  talk_to_our_advisor: [...fullNameRules, ...emailRules, ...phoneRules],
  pmp_exam: [
    [{ first_name: '', last_name: '' }, { first_name: ['First and Last Name is required'] }],
    [{ first_name: '' }, { first_name: ['First Name is required'] }],
    [{ last_name: '' }, { last_name: ['Last Name is required'] }],
    [
      { first_name: '', last_name: '', email: '', phone_number: '', comment: '' },
      {
        first_name: ['First and Last Name is required'],
        email: ['Email is required'],
        phone_number: ['Phone Number is required'],
        comment: ['Comment is required'],
      },
    ],
    ...emailRules,
    ...phoneRules,
    [{ comment: '' }, { comment: ['Comment is required'] }],
  ],
  contact_us: [...contactRules, ...messageRules],
  course_download_syllabus: contactRules,
  course_download_curriculum: contactRules,
  resources_download_ebook: contactRules,
  resources_download_practice_test: contactRules,
  skill_up_your_team: [...contactRules, [{ query: '' }, { query: ['Query is required'] }]],
  corporate_training_form: [
    ...contactRules,
    ...messageRules,
    [{ company_name: '' }, { company_name: ['Company Name is required'] }],
  ],
  partner_with_us: [
    ...contactRules,
    ...messageRules,
    [{ company_name: '' }, {}],
    [{ company_name: undefined }, {}],
  ],
  instructor: [
    ...fullNameRules,
    ...emailRules,
    ...phoneRules,
    [{ resume: undefined }, { resume: ['Please upload a resume file before submitting.'] }],
    [{ agreement: false }, { agreement: ['You must agree to the terms and conditions.'] }],
    [{ agreement: undefined }, { agreement: ['You must agree to the terms and conditions.'] }],
  ],
};

describe.each(formNames)('%s in the browser', (form) => {
  it('accepts a completed form', () => {
    expect(messagesOf(form, {})).toEqual({});
  });

  it.each(rules[form])('%j', (change, expected) => {
    expect(messagesOf(form, change)).toEqual(expected);
  });
});

describe.each(formNames)('%s at the API', (form) => {
  const context: Record<string, unknown> = {
    course_id: 101,
    course_name: 'Leading SAFe',
    page_url: 'https://example.in/safe',
    blog_id: 3,
    blog_name: 'A post',
    blog_url: 'https://example.in/blog/a-post',
    resources_id: 2,
    ebook_name: 'A book',
    practice_test_course_name: 'A test',
  };
  const { fields, context: contextFields } = formOf(form);
  const body = Object.fromEntries(
    [
      ...fields.filter((field) => field.type !== 'file' && !field.browserOnly).map((f) => f.name),
      ...Object.keys(contextFields),
    ].map((name) => [name, valid[name] ?? context[name]]),
  );

  it('accepts exactly the specified fields, and passes them to the upstream', () => {
    const parsed = submissionSchema(form).parse(body) as Record<string, unknown>;
    expect(upstreamBody(form, toSubmission(form, parsed).values)).toEqual(body);
  });

  it('accepts the metadata fields, and ignores an unreadable attribution', () => {
    const id = '0C5FF1EA-6E4D-4B6E-9F44-0A0F53C1E7A1';
    const parsed = submissionSchema(form).parse({
      ...body,
      submission_id: id,
      attribution: 'not an attribution',
      website: '',
      filled_in_ms: '5200',
    }) as Record<string, unknown>;
    const submission = toSubmission(form, parsed);
    expect(submission).toMatchObject({ submissionId: id.toLowerCase(), honeypot: '', filledInMs: 5200 });
    expect(submission.attribution).toBeUndefined();
  });

  it('ignores unknown fields', () => {
    const parsed = submissionSchema(form).parse({ ...body, surprise: 1 });
    expect(parsed).not.toHaveProperty('surprise');
    expect(submissionFields(form)).toEqual(expect.arrayContaining(Object.keys(body)));
    expect(submissionFields(form)).not.toContain('surprise');
  });

  const typed = fields.map((field) => field.name);
  const notTyped = submissionFields(form).filter((name) => !typed.includes(name) && !name.includes('.'));

  it('accepts any value in fields that the visitor does not type', () => {
    expect(notTyped).toEqual(expect.arrayContaining([...Object.keys(contextFields), 'submission_id']));
    const anything = fc.record(Object.fromEntries(notTyped.map((name) => [name, fc.jsonValue()])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(anything, (extra) => {
        const parsed = submissionSchema(form).safeParse({ ...body, ...extra });
        expect(parsed.error).toBeUndefined();
        for (const value of Object.values(upstreamBody(form, toSubmission(form, parsed.data ?? {}).values)))
          expect(['string', 'number']).toContain(typeof value);
      }),
      { numRuns: 60 },
    );
  });

  it('accepts numbers in place of texts, and null for optional fields', () => {
    const asNumbers = { ...body, phone_number: 9_845_012_345, mobile_number: 9_845_012_345, message: 42 };
    const parsed = submissionSchema(form).parse({ ...asNumbers, agreement: null }) as Record<string, unknown>;
    for (const name of ['phone_number', 'mobile_number'].filter((known) => typed.includes(known)))
      expect(parsed[name]).toBe('9845012345');
    for (const { name } of fields.filter((field) => field.optional))
      expect(submissionSchema(form).parse({ ...body, [name]: null })).toMatchObject({ [name]: '' });
  });

  it('refuses bodies that are not objects, and objects or lists as the value of a typed field', () => {
    for (const bad of [null, [], 'text', 1, { ...body, email: { $ne: '' } }, { ...body, email: ['a@b.c'] }]) {
      expect(submissionSchema(form).safeParse(bad).success).toBe(false);
    }
  });

  it('refuses texts that are too long', () => {
    expect(submissionSchema(form).safeParse({ ...body, email: `${'a'.repeat(300)}@b.in` }).success).toBe(
      false,
    );
  });
});

describe('the CRM mapping of a form', () => {
  it('has the specified name for POST /zoho/<form>, a different one for each form', () => {
    expect(formNames.map((name) => forms[name].crm.form).sort()).toEqual(
      [
        'special_offer',
        'blog_pmp_exam',
        'contact_us',
        'partner_with_us',
        'corporate_training_form',
        'talk_to_our_advisor',
        'course_download_syllabus',
        'course_download_curriculum',
        'skill_up_your_team',
        'instructor',
        'resources_download_ebook',
        'resources_download_practice_test',
      ].sort(),
    );
  });

  it('triggers only the workflow for the advisor form; approval, workflow and blueprint for the others', () => {
    for (const name of formNames) {
      const expected = name === 'talk_to_our_advisor' ? ['workflow'] : ['approval', 'workflow', 'blueprint'];
      expect(forms[name].crm.trigger).toEqual(expected);
    }
  });
});

describe('fields that the visitor does not type', () => {
  const sent = {
    full_name: 'Asha Rao',
    email: 'asha@example.in',
    phone_number: '1',
    course_id: 101,
    course_name: 'Leading SAFe',
    page_url: 'https://example.in/safe',
  };
  const parse = (change: object) =>
    toSubmission(
      'talk_to_our_advisor',
      submissionSchema('talk_to_our_advisor').parse({ ...sent, ...change }),
    );

  it.each([
    ['101', 101],
    [' 101 ', 101],
    [101, 101],
    ['101.0', 101],
    ['SAFe', 0],
    [-1, 0],
    [1.5, 0],
    [true, 0],
    [null, 0],
    [undefined, 0],
    [{ id: 101 }, 0],
    [[101], 0],
    ['9'.repeat(40), 0],
  ])('the course id %j becomes %s', (course_id, expected) => {
    expect(parse({ course_id }).values.course_id).toBe(expected);
  });

  it('a long course name is truncated, and a long URL loses its gclid before its campaign parameters', () => {
    const page_url = `https://example.in/safe?gclid=${'x'.repeat(3_000)}&utm_source=google&utm_id=7`;
    const { values } = parse({ course_name: 'N'.repeat(400), page_url });
    expect(values.course_name).toBe('N'.repeat(300));
    expect(values.page_url).toBe('https://example.in/safe?utm_source=google&utm_id=7');
  });

  it.each([
    [null, ''],
    [7, '7'],
    [{ a: 1 }, ''],
    [['https://spam.example'], ''],
    ['\u200b ', ''],
    ['https://spam.example', 'https://spam.example'],
  ])('the hidden field %j becomes %j', (website, expected) => {
    expect(parse({ website }).honeypot).toBe(expected);
  });

  it.each([
    ['5200', 5_200],
    [5_200.4, 5_200],
    [null, undefined],
    ['', undefined],
    [[], undefined],
    [false, undefined],
    [-5, undefined],
    [1e300, undefined],
    ['soon', undefined],
    [{ toString: 1, valueOf: 1 }, undefined],
  ])('the time %j becomes %s', (filled_in_ms, expected) => {
    expect(parse({ filled_in_ms }).filledInMs).toBe(expected);
  });

  it('unknown keys within attribution are dropped', () => {
    const attribution = {
      page_url: 'https://example.in/',
      surprise: 1,
      last_touch: { utm_id: '7', more: {} },
    };
    expect(parse({ attribution }).attribution).toEqual({
      page_url: 'https://example.in/',
      last_touch: { utm_id: '7' },
    });
  });
});

describe('cleaning', () => {
  it('removes control characters and surrounding white space, and replaces lone surrogates', () => {
    const parsed = submissionSchema('contact_us').parse({
      first_name: ' As\u0000ha ',
      last_name: 'Rao\ud800',
      email: ' asha@example.in ',
      phone_number: '1',
      message: 'one\ntwo\u0007',
    }) as Record<string, unknown>;
    expect(parsed).toMatchObject({
      first_name: 'Asha',
      last_name: 'Rao\ufffd',
      email: 'asha@example.in',
      message: 'one\ntwo',
    });
  });
});
