import { describe, expect, test } from 'vitest';
import { jsonForms, samples } from '../../../testing/leads/samples.ts';
import type { CrmLead } from '../../partners/crm/provider.ts';
import { asciiEmail, zohoRecord } from '../../partners/crm/zoho/zoho-record.ts';
import { type CrmLeadSource, leadOfForm, leadOfRecord, leadSourceOf, withoutFormulas } from './crm-lead.ts';

const leadRecord = (source: Omit<CrmLeadSource, 'id'>) => zohoRecord(leadOfForm({ id: 'lead-1', ...source }));
const forwardedRecord = (source: Omit<CrmLeadSource, 'id'>) =>
  zohoRecord(leadOfRecord({ id: 'lead-1', ...source }));

const company = 'Kaveri Skills';
const pageUrl = 'https://academy.example/safe/safe-agilist';

const detailed: Record<string, { name: string; course: string }> = {
  talk_to_our_advisor: { name: 'Talk to our advisor', course: 'SAFe Agilist' },
  course_download_syllabus: { name: 'Download Syllabus', course: 'SAFe Agilist' },
  course_download_curriculum: { name: 'Download Curriculum', course: 'SAFe Agilist' },
  skill_up_your_team: { name: 'Skill up your team', course: 'SAFe Agilist' },
  resources_download_ebook: { name: 'Download E-Book', course: 'Scrum in short' },
  resources_download_practice_test: { name: 'Download Practice Test', course: 'PSM I practice test' },
};

test.each(jsonForms)('the record of %s has exactly the specified fields', (form) => {
  const record = leadRecord({ form, values: samples[form], attribution: null, pageUrl, company });
  const withFullName = 'full_name' in samples[form];
  const details = detailed[form];
  expect(record).toEqual({
    Company: company,
    First_Name: 'Asha',
    Last_Name: withFullName ? 'Rao Nair' : 'Nair',
    Email: 'Asha.Nair@example.com',
    Phone: samples[form].phone_number ?? samples[form].mobile_number,
    Lead_Status: 'New',
    Lead_Source: form === 'pmp_exam' ? 'Blog' : 'Direct',
    Page_URL: pageUrl,
    ...(details && {
      Form_Name: details.name,
      Page_name: details.course,
      Social_Lead_ID: '',
      Course_Name1: details.course,
    }),
  });
});

test.each([
  ['talk_to_our_advisor', '?utm_source=google', 'Google Ads'],
  ['talk_to_our_advisor', '?utm_source=', 'Google Ads'],
  ['talk_to_our_advisor', '?utm_medium=cpc', 'Direct'],
  ['course_download_syllabus', '?utm_source=x', 'Google Ads'],
  ['course_download_curriculum', '?utm_source=x', 'Google Ads'],
  ['skill_up_your_team', '?utm_source=x', 'Google Ads'],
  ['special_offer', '?utm_source=x', 'Direct'],
  ['resources_download_ebook', '?utm_source=x', 'Direct'],
  ['pmp_exam', '?utm_source=x', 'Blog'],
] as const)('the source of %s on a page with %s is %s', (form, query, source) => {
  expect(leadSourceOf(form, pageUrl + query)).toBe(source);
});

describe('Social_Lead_ID is the utm_id', () => {
  const last = { last_touch: { utm_id: 'last' } };
  const both = { ...last, first_touch: { utm_id: 'first' } };
  test.each([
    ['of the page', '?utm_id=page', both, 'page'],
    ['of the last arrival', '', both, 'last'],
    ['of the first arrival', '', { first_touch: { utm_id: 'first' }, last_touch: {} }, 'first'],
    ['nothing', '', null, ''],
  ])('%s', (_name, query, attribution, expected) => {
    const record = leadRecord({
      form: 'talk_to_our_advisor',
      values: samples.talk_to_our_advisor,
      attribution,
      pageUrl: pageUrl + query,
      company,
    });
    expect(record.Social_Lead_ID).toBe(expected);
  });
});

test('a first name without a last name becomes the last name, which the CRM requires', () => {
  const values = { ...samples.pmp_exam, first_name: 'Asha', last_name: '' };
  const record = leadRecord({ form: 'pmp_exam', values, attribution: null, pageUrl, company });
  expect(record).toMatchObject({ First_Name: '', Last_Name: 'Asha' });
});

test('texts are cut to the limits of the CRM, never within a character', () => {
  const values = {
    ...samples.talk_to_our_advisor,
    full_name: `${'A'.repeat(39)}😀 ${'B'.repeat(200)}`,
    course_name: 'C'.repeat(300),
  };
  const record = leadRecord({
    form: 'talk_to_our_advisor',
    values,
    attribution: null,
    pageUrl: `${pageUrl}?${'x'.repeat(2_000)}`,
    company,
  });
  expect(record.First_Name.length).toBeLessThanOrEqual(40);
  expect(record.First_Name.isWellFormed()).toBe(true);
  expect(record.Last_Name).toBe('B'.repeat(80));
  expect(record.Course_Name1).toHaveLength(255);
  expect(record.Page_URL).toHaveLength(450);
});

test('person and page are taken from a record that a client sends; the server sets the other fields', () => {
  const values = {
    Company: 'Somebody else',
    First_Name: 'Asha',
    Last_Name: 'Nair',
    Email: 'asha@example.com',
    Phone: '1',
    Lead_Status: 'Won',
    Lead_Source: 'Friend',
    Form_Name: 'Mine',
    Page_name: 'SAFe Agilist',
    Course_Name1: 'SAFe Agilist',
    Description: 'x',
  };
  const form = 'talk_to_our_advisor';
  expect(
    forwardedRecord({
      form,
      values,
      attribution: null,
      pageUrl: `${pageUrl}?utm_source=g&utm_id=7`,
      company,
    }),
  ).toEqual({
    Company: company,
    First_Name: 'Asha',
    Last_Name: 'Nair',
    Email: 'asha@example.com',
    Phone: '1',
    Lead_Status: 'New',
    Lead_Source: 'Google Ads',
    Page_URL: `${pageUrl}?utm_source=g&utm_id=7`,
    Form_Name: 'Talk to our advisor',
    Page_name: 'SAFe Agilist',
    Social_Lead_ID: '7',
    Course_Name1: 'SAFe Agilist',
  });
});

test.each([
  ['asha@münchen.example', 'asha@xn--mnchen-3ya.example'],
  ['asha@उदाहरण.परीक्षा', 'asha@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ['asha@ＥＸＡＭＰＬＥ.com', 'asha@example.com'],
  ['Asha.Nair@Example.com', 'Asha.Nair@Example.com'],
  ['ä@example.com', 'ä@example.com'],
  ['asha', 'asha'],
  ['asha@\u0080', 'asha@\u0080'],
])('the email %j is sent to the CRM as %j', (given, sent) => {
  expect(asciiEmail(given)).toBe(sent);
});

describe('spreadsheet formulas', () => {
  const formula = '=HYPERLINK("https://evil.example")';
  const lead = (more: Partial<CrmLead>) =>
    withoutFormulas({
      id: 'lead-1',
      company,
      firstName: 'Asha',
      lastName: 'Nair',
      email: 'asha@example.com',
      phone: '+91 98450 00000',
      source: 'Direct',
      pageUrl,
      ...more,
    });

  test('become text in every field that a visitor fills', () => {
    const details = { formName: 'x', pageName: formula, socialLeadId: '-1+1', courseName: '@SUM(A1)' };
    expect(lead({ firstName: formula, lastName: '=1+1', phone: '+1+1', details })).toMatchObject({
      firstName: `'${formula}`,
      lastName: "'=1+1",
      phone: "'+1+1",
      details: { formName: 'x', pageName: `'${formula}`, socialLeadId: "'-1+1", courseName: "'@SUM(A1)" },
    });
  });

  test('in an email address move the address to the note, because escaping would change it', () => {
    expect(lead({ email: '=1+1@example.com' })).toMatchObject({
      email: '',
      note: 'Email as entered: =1+1@example.com',
    });
  });

  test('a phone number keeps its plus', () => {
    expect(lead({ phone: '+91 (98450) 00-000' }).phone).toBe('+91 (98450) 00-000');
  });
});
