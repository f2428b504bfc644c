/** Schemas made from the table of forms: what the browser checks and what the API accepts. */
import { z } from 'zod';
import type { LeadFormName } from '../calls.ts';
import { type Attribution, attribution, touch } from './attribution.ts';
import { contextMs, contextText } from './context.ts';
import type { Field } from './fields.ts';
import { formOf, leadFormNames } from './forms.ts';

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** What every form may carry beside its own fields. Nothing here ever refuses a form. */
const extras = {
  /** Made by the browser for each filled-in form, a UUID; the same id again is the same lead. */
  submission_id: contextText(200).optional(),
  /** In a multipart form it comes as JSON text. */
  attribution: z.preprocess(parseJson, attribution.optional().catch(undefined)).optional(),
  /** A field that no person sees: whoever fills it is a machine. */
  website: contextText(500).optional(),
  /** Milliseconds between the form's appearance and its submission. */
  filled_in_ms: contextMs,
};

interface Names {
  first_name: string;
  last_name: string;
}

/** Told at the first name, and of both. */
export const bothNamesMissing = 'First and Last Name is required';

/** The rule of the blog query's names, which are checked together (specification, section 5). */
const blogNameRules: { path: keyof Names; message: string; holds: (names: Names) => boolean }[] = [
  {
    path: 'first_name',
    message: bothNamesMissing,
    holds: (names) => names.first_name !== '' || names.last_name !== '',
  },
  {
    path: 'first_name',
    message: 'First Name is required',
    holds: (names) => names.first_name !== '' || names.last_name === '',
  },
  {
    path: 'last_name',
    message: 'Last Name is required',
    holds: (names) => names.last_name !== '' || names.first_name === '',
  },
];

/** Lets the names be judged even while other fields are at fault, so that all messages show at once. */
function hasNames({ value }: { value: unknown }): boolean {
  const names = value as Partial<Record<keyof Names, unknown>> | null;
  return typeof names?.first_name === 'string' && typeof names.last_name === 'string';
}

function withRulesOf(name: LeadFormName, schema: z.ZodObject): z.ZodObject {
  if (name !== 'pmp_exam') return schema;
  return blogNameRules.reduce(
    (ruled, rule) =>
      ruled.refine((value) => rule.holds(value as unknown as Names), {
        path: [rule.path],
        error: rule.message,
        when: hasNames,
      }),
    schema,
  );
}

function shapeOf(fields: readonly Field[]): Record<string, z.ZodType> {
  return Object.fromEntries(fields.map((field) => [field.name, field.schema]));
}

function travels(field: Field): boolean {
  return field.type !== 'file' && !field.browserOnly;
}

/**
 * What the browser checks before it sends a form: its visible fields with their messages.
 * @param name the form's call
 */
export function visitorSchema(name: LeadFormName): z.ZodObject {
  return withRulesOf(name, z.object(shapeOf(formOf(name).fields)));
}

/** The values of a form after parsing, apart from what travels beside them. */
export interface Submission {
  /** The fields and the context by the names of the upstream's call, and the context for the CRM. */
  values: Record<string, string | number>;
  /** Any text, as the client sent it but in lower case. */
  submissionId?: string;
  attribution?: Attribution;
  /** What the hidden field held; empty for people. */
  honeypot: string;
  filledInMs?: number;
}

const submissionSchemas = Object.fromEntries(
  leadFormNames.map((name) => {
    const { fields, context, crmContext } = formOf(name);
    const browserOnly = fields.filter((field) => field.browserOnly);
    const schema = z.object({
      ...shapeOf(fields.filter(travels)),
      ...context,
      ...crmContext,
      ...extras,
      // Harmless when a browser sends it all the same.
      ...Object.fromEntries(browserOnly.map((field) => [field.name, z.unknown().optional()])),
    });
    return [name, withRulesOf(name, schema)];
  }),
) as Record<LeadFormName, z.ZodObject>;

/**
 * What `POST /api/<form>` accepts: the specified fields and, all optional, submission id, attribution and the
 * anti-spam fields. Files are not part of it; they are checked by their content.
 */
export function submissionSchema(name: LeadFormName): z.ZodObject {
  return submissionSchemas[name];
}

/** The fields that the body of `POST /api/<form>` may have, a file included; others are ignored. */
export function submissionFields(name: LeadFormName): string[] {
  const files = formOf(name).fields.filter(({ type }) => type === 'file');
  const nested = Object.entries({
    attribution,
    'attribution.first_touch': touch,
    'attribution.last_touch': touch,
  });
  return [
    ...Object.keys(submissionSchemas[name].shape),
    ...files.map((field) => field.name),
    ...nested.flatMap(([path, { shape }]) => Object.keys(shape).map((field) => `${path}.${field}`)),
  ];
}

/**
 * Sorts a parsed submission into what the form says and what travels beside it.
 * @param name the form's call
 * @param parsed the output of {@link submissionSchema}
 */
export function toSubmission(name: LeadFormName, parsed: Record<string, unknown>): Submission {
  const { fields, context, crmContext } = formOf(name);
  const kept = [
    ...fields.filter(travels).map((field) => field.name),
    ...Object.keys(context),
    ...Object.keys(crmContext ?? {}),
  ];
  return {
    values: Object.fromEntries(kept.map((key) => [key, parsed[key] as string | number])),
    submissionId: (parsed.submission_id as string | undefined)?.toLowerCase() || undefined,
    attribution: parsed.attribution as Attribution | undefined,
    honeypot: (parsed.website as string | undefined) ?? '',
    filledInMs: parsed.filled_in_ms as number | undefined,
  };
}

/**
 * The body of the upstream's call: the specified fields and nothing else.
 * @param name the form's call
 * @param values the values of a {@link Submission}
 */
export function upstreamBody(
  name: LeadFormName,
  values: Submission['values'],
): Record<string, string | number> {
  const { crmContext } = formOf(name);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !(crmContext && key in crmContext)));
}

/** The answer's data after a form was taken. */
export const submitData = z.object({
  /** Where the requested file is, below `/media`; missing where there is none or not yet. */
  file_url: z.string().optional(),
  /** The file is still to come: the same submission again may bring it. */
  file_pending: z.boolean().optional(),
});
export type SubmitData = z.infer<typeof submitData>;
