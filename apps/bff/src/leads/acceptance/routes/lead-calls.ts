/** Request and response schemas of the lead calls. */
import { callExamples } from '@meridian/contracts/call-examples';
import { callSummaries } from '@meridian/contracts/call-summaries';
import type { LeadFormName } from '@meridian/contracts/calls';
import { crmForward } from '@meridian/contracts/leads/crm-record';
import { submissionSchema, submitData } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import { answerOf, plainAnswer } from '../../../platform/http/answers.ts';
import { bodyProblems, problemAnswers } from '../../../platform/http/problems/problem-answers.ts';

const submissionId = '8c0d9d5e-4c57-4a6a-9d0c-3f8f1c2b7a11';

const summaries: Record<LeadFormName, string> = {
  ...callSummaries,
  waitlist: 'Waiting list of a batch that is sold out; status 0 if seats are available',
};

const examples: Record<LeadFormName, object> = {
  ...callExamples,
  waitlist: {
    course_id: 201,
    course_schedule_id: 201_417_270_104,
    number_of_course: 2,
    full_name: 'Asha Nair',
    email: 'asha.nair@example.com',
    phone_number: '+91 98450 00000',
  },
};

/** `POST /api/<form>`; fields that hold a file make it a multipart form. */
export function formCall(name: LeadFormName) {
  const { fields, download } = formOf(name);
  const files = fields.filter(({ type }) => type === 'file').map((field) => field.name);
  const example = { ...examples[name], submission_id: submissionId };
  const data = download ? { file_url: '/media/resources/example.pdf' } : {};
  return {
    tags: ['forms'],
    operationId: name,
    summary: summaries[name],
    body: submissionSchema(name).meta({ examples: [example] }),
    ...(files.length > 0 && { files }),
    response: {
      200: answerOf(submitData, {
        example: { status: 1, message: 'Thank you! Your details have been received.', data },
      }),
      ...problemAnswers(...bodyProblems, 409, 429, 500, 503),
      ...(files.length > 0 && problemAnswers(403)),
    },
  };
}

const record = {
  First_Name: 'Asha',
  Last_Name: 'Nair',
  Email: 'asha.nair@example.com',
  Phone: '98450 00000',
};

/** `POST /api/zoho/<form>`. */
export function zohoCall(name: LeadFormName) {
  return {
    tags: ['crm'],
    operationId: `zoho_${formOf(name).crm.form}`,
    summary: `Accepts a CRM record of the form ${name}, which the client has saved elsewhere`,
    body: crmForward.meta({ examples: [{ data: [record], trigger: [] }] }),
    response: {
      200: plainAnswer({ example: { status: 1, message: 'The lead was accepted.' } }),
      ...problemAnswers(...bodyProblems, 429, 500, 503),
    },
  };
}
