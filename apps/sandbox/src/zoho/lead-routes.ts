import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { ZohoError } from './errors.ts';
import type { Leads, RecordResult } from './leads.ts';

const trigger = z.array(z.enum(['workflow', 'approval', 'blueprint', 'pathfinder', 'orchestration']));
const insertRequest = z.object({
  data: z.array(z.record(z.string(), z.unknown())).min(1).max(100),
  trigger: trigger.optional(),
});
const upsertRequest = insertRequest.extend({ duplicate_check_fields: z.array(z.string()).optional() });

/** @throws ZohoError that names the first invalid part */
function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const apiName = String(issue?.path[0] ?? 'data');
  const details = { api_name: apiName, json_path: `$.${issue?.path.join('.') ?? ''}` };
  if (apiName === 'data' && issue?.code === 'too_big') {
    throw new ZohoError('INVALID_DATA', 'invalid data', { details: { maximum_length: 100, ...details } });
  }
  const missing = typeof body !== 'object' || body === null || !(apiName in body);
  if (missing) throw new ZohoError('MANDATORY_NOT_FOUND', 'required field not found', { details });
  throw new ZohoError('INVALID_DATA', 'invalid data', { details });
}

function answer(reply: FastifyReply, results: RecordResult[]): FastifyReply {
  const succeeded = results.filter(({ status }) => status === 'success').length;
  const inserted = results.every((result) => !('action' in result) || result.action === 'insert');
  const allSucceeded = inserted ? 201 : 200;
  const someFailed = succeeded === 0 ? 202 : 207;
  return reply.code(succeeded === results.length ? allSucceeded : someFailed).send({ data: results });
}

export function leadRoutes(scope: FastifyInstance, leads: Leads, uniqueField: string): void {
  scope.post('/Leads', async (request, reply) => {
    const call = parse(insertRequest, request.body);
    const automations = call.trigger ?? null;
    return answer(
      reply,
      call.data.map((fields, index) => leads.insert(fields, automations, index)),
    );
  });

  scope.put('/Leads', async (request, reply) => {
    const call = parse(insertRequest, request.body);
    return answer(
      reply,
      call.data.map((fields, index) => leads.update(fields, call.trigger ?? null, index)),
    );
  });

  scope.delete<{ Querystring: { ids?: string } }>('/Leads', async ({ query }, reply) => {
    const ids = (query.ids ?? '').split(',').filter((id) => id !== '');
    if (ids.length === 0)
      throw new ZohoError('REQUIRED_PARAM_MISSING', 'One of the expected parameter is missing');
    const results = ids.map((id) => leads.remove(id));
    return reply
      .code(results.every(({ status }) => status === 'success') ? 200 : 207)
      .send({ data: results });
  });

  scope.post('/Leads/upsert', async (request, reply) => {
    const call = parse(upsertRequest, request.body);
    const automations = call.trigger ?? null;
    // Zoho's default: the unique fields, then the module's default field.
    const checked = call.duplicate_check_fields ?? [uniqueField, 'Email'];
    return answer(
      reply,
      call.data.map((fields, index) => leads.upsert(fields, automations, index, checked)),
    );
  });

  scope.get<{ Params: { id: string } }>('/Leads/:id', async ({ params }) => {
    const lead = leads.find(params.id);
    if (!lead) throw new ZohoError('INVALID_DATA', 'the id given seems to be invalid');
    const times = { Created_Time: lead.receivedAt, Modified_Time: lead.modifiedAt };
    return { data: [{ ...lead.fields, id: lead.id, ...times }] };
  });
}
