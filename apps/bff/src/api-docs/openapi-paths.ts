/** The calls that are alike in numbers: reads, forms, and leads for the CRM. One function for each kind. */
import { callExamples } from '@meridian/contracts/call-examples';
import { readSchemas } from '@meridian/contracts/call-schemas';
import { callSummaries } from '@meridian/contracts/call-summaries';
import type { FormName, ReadCallName } from '@meridian/contracts/calls';
import { crmForward } from '@meridian/contracts/leads/crm-record';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { submissionSchema, submitData } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import { answers, bodyProblems, content, envelopeAnswer, type Json, schemaOf } from './openapi-parts.ts';

export function readPath(name: ReadCallName): Json {
  const { request } = readSchemas[name];
  const asked = schemaOf(request, { isBody: true });
  const fields = Object.entries((asked.properties ?? {}) as Record<string, Json>);
  const required = new Set((asked.required ?? []) as string[]);
  const example = callExamples[name];
  const success = envelopeAnswer({ $ref: `#/components/schemas/${name}` });
  const common = { tags: ['reads'], summary: callSummaries[name] };
  return {
    get: {
      ...common,
      operationId: `get_${name}`,
      parameters: fields.map(([field, schema]) => ({
        ...{ name: field, in: 'query', required: required.has(field), schema },
        example: example[field],
      })),
      responses: answers(success, [304, 400, 429, 500, 502]),
    },
    post: {
      ...common,
      operationId: `post_${name}`,
      description: 'The same with a JSON body, for clients of the upstream’s own calls.',
      ...(fields.length > 0 && { requestBody: content(asked, example) }),
      responses: answers(success, [304, ...bodyProblems, 429, 500, 502]),
    },
  };
}

/** The schemas of the reads' data, by the calls' names. */
export function readComponents(names: readonly ReadCallName[]): Json {
  return Object.fromEntries(names.map((name) => [name, schemaOf(readSchemas[name].data)]));
}

const submissionId = '8c0d9d5e-4c57-4a6a-9d0c-3f8f1c2b7a11';

export function formPath(name: FormName): Json {
  const schema = schemaOf(submissionSchema(name), { isBody: true });
  const upload = fileFieldOf(name)?.name;
  const body = upload
    ? {
        ...schema,
        properties: { ...(schema.properties as Json), [upload]: { type: 'string', format: 'binary' } },
        required: [...((schema.required ?? []) as string[]), upload],
      }
    : schema;
  const example = { ...callExamples[name], submission_id: submissionId };
  // A file has no example in JSON.
  const sent = upload ? content(body, undefined, 'multipart/form-data') : content(body, example);
  const data = formOf(name).download ? { file_url: '/media/resources/example.pdf' } : {};
  const thanks = { status: 1, message: 'Thank you! Your details have been received.', data };
  return {
    post: {
      tags: ['forms'],
      operationId: name,
      summary: callSummaries[name],
      requestBody: { required: true, ...sent },
      responses: answers(envelopeAnswer(schemaOf(submitData), thanks), [
        ...bodyProblems,
        ...(upload ? ([403] as const) : []),
        ...([409, 429, 500, 503] as const),
      ]),
    },
  };
}

export function crmPath(name: FormName): Json {
  const { form } = formOf(name).crm;
  const record = {
    First_Name: 'Asha',
    Last_Name: 'Nair',
    Email: 'asha.nair@example.com',
    Phone: '98450 00000',
  };
  return {
    post: {
      tags: ['crm'],
      operationId: `zoho_${form}`,
      summary: `Hands a lead of ${name} that was saved elsewhere to the CRM`,
      requestBody: {
        required: true,
        ...content(schemaOf(crmForward, { isBody: true }), { data: [record], trigger: [] }),
      },
      responses: answers(envelopeAnswer(undefined, { status: 1, message: 'The lead was accepted.' }), [
        ...bodyProblems,
        ...([429, 500, 503] as const),
      ]),
    },
  };
}
