/** Form schemas for the browser and the API, built from the form table. */
import { z } from 'zod';
import type { LeadFormName } from '../calls.ts';
import { type Attribution, attribution, touch } from './attribution.ts';
import { contextMs, contextText } from './context.ts';
import type { Field } from './fields.ts';
import { formOf, leadFormNames } from './forms.ts';
import { type Marketing, marketing, marketingField } from './marketing.ts';

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Fields of the spam check. */
export const spamSigns = {
  /** Value of the honeypot field. */
  website: contextText(500).optional(),
  /** Milliseconds from the loading of the site to the submission. */
  filled_in_ms: contextMs,
};

/** Optional fields of every form; invalid values are never a reason for refusal. */
const extras = {
  /** UUID of a completed form, used as the idempotency key. */
  submission_id: contextText(200).optional(),
  /** JSON text if the form is multipart. */
  attribution: z.preprocess(parseJson, attribution.optional().catch(undefined)).optional(),
  /** Marketing check boxes; none is ticked by default. */
  marketing: marketingField,
  ...spamSigns,
};

interface Names {
  first_name: string;
  last_name: string;
}

/** One message for both names, shown at the first name. */
export const bothNamesMissing = 'First and Last Name is required';

/** Name rules of the blog query, validated together (specification, section 5). */
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

/** Runs the name rules even if other fields fail, so that all messages are shown together. */
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
 * Schema for the browser: visible fields with their messages.
 * @param name the form's call
 */
export function visitorSchema(name: LeadFormName): z.ZodObject {
  return withRulesOf(name, z.object(shapeOf(formOf(name).fields)));
}

/** A parsed form with its metadata. */
export interface Submission {
  /** Fields and page context by the upstream's field names, and the page context for the CRM. */
  values: Record<string, string | number>;
  /** The client's submission id in lower case; it may be any text. */
  submissionId?: string;
  attribution?: Attribution;
  /** Consent to marketing; undefined if no box was ticked. */
  marketing?: Marketing;
  /** Value of the honeypot field. */
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
      // The API ignores these fields if they are sent.
      ...Object.fromEntries(browserOnly.map((field) => [field.name, z.unknown().optional()])),
    });
    return [name, withRulesOf(name, schema)];
  }),
) as Record<LeadFormName, z.ZodObject>;

/**
 * Schema of `POST /api/<form>`: the specified fields, and optional submission id, attribution and anti-spam
 * fields. Files are checked separately, by content.
 */
export function submissionSchema(name: LeadFormName): z.ZodObject {
  return submissionSchemas[name];
}

/** Fields that the body of `POST /api/<form>` may have, including a file; others are ignored. */
export function submissionFields(name: LeadFormName): string[] {
  const files = formOf(name).fields.filter(({ type }) => type === 'file');
  const nested = Object.entries({
    attribution,
    'attribution.first_touch': touch,
    'attribution.last_touch': touch,
    marketing,
  });
  return [
    ...Object.keys(submissionSchemas[name].shape),
    ...files.map((field) => field.name),
    ...nested.flatMap(([path, { shape }]) => Object.keys(shape).map((field) => `${path}.${field}`)),
  ];
}

/**
 * Separates the form's values from its metadata.
 * @param name the form's call
 * @param parsed output of {@link submissionSchema}
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
    marketing: parsed.marketing as Marketing | undefined,
    honeypot: (parsed.website as string | undefined) ?? '',
    filledInMs: parsed.filled_in_ms as number | undefined,
  };
}

/**
 * Body of the upstream call: only the specified fields.
 * @param name the form's call
 * @param values values of a {@link Submission}
 */
export function upstreamBody(
  name: LeadFormName,
  values: Submission['values'],
): Record<string, string | number> {
  const { crmContext } = formOf(name);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !(crmContext && key in crmContext)));
}

/** Response data of an accepted form. */
export const submitData = z.object({
  /** Path of the requested file below `/media`, once available. */
  file_url: z.string().optional(),
  /** True if the file is not available yet. The same submission, sent again, returns it later. */
  file_pending: z.boolean().optional(),
});
export type SubmitData = z.infer<typeof submitData>;
