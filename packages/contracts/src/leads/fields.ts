/** Form fields with label, type of input, validation and messages (specification, section 5). */
import { z } from 'zod';
import { cleanEmail } from './clean-email.ts';
import { cleanText } from './clean-text.ts';
import { textOf } from './context.ts';

export type FieldType = 'text' | 'email' | 'tel' | 'textarea' | 'file' | 'checkbox' | 'number';

export interface Field {
  name: string;
  label: string;
  type: FieldType;
  autocomplete?: string;
  /** Validation schema. */
  schema: z.ZodType;
  /** True if only the browser validates it and it is not sent. */
  browserOnly?: true;
  /** True if it may be empty. */
  optional?: true;
  /** Part of the label that is a link. */
  linked?: { words: string; path: string };
}

/** Maximum lengths in UTF-16 units. */
export const maxLengths = {
  name: 80,
  email: 254,
  phone: 40,
  company: 200,
  message: 5000,
  url: 2048,
} as const;

function tooLong(label: string, maxLength: number): string {
  return `${label} is too long: at most ${maxLength} characters`;
}

/** Optional text with a max length. Values other than text and numbers count as empty. */
export function optionalText(label: string, maxLength: number) {
  return z.preprocess(
    (value: string) => textOf(value),
    z
      .string()
      .overwrite(cleanText)
      .max(maxLength, { error: tooLong(label, maxLength) }),
  );
}

/** Some clients send phone numbers as JSON numbers. */
function numberToText(value: unknown): unknown {
  return typeof value === 'number' ? textOf(value) : value;
}

/** A validation rule with its message. */
type TextRule = readonly [holds: (value: string) => boolean, message: string];

/**
 * Required text. Only the first failing rule is reported, and rules across fields still run.
 * @param options.clean cleans the text before validation
 */
export function requiredText(
  label: string,
  maxLength: number,
  options: { message?: string; rules?: readonly TextRule[]; clean?: (value: string) => string } = {},
) {
  const { message = `${label} is required`, rules = [], clean = cleanText } = options;
  const all: readonly TextRule[] = [
    [(value) => value !== '', message],
    [(value) => value.length <= maxLength, tooLong(label, maxLength)],
    ...rules,
  ];
  const text = z
    .string({ error: message })
    .overwrite(clean)
    .superRefine((value, context) => {
      const broken = all.find(([holds]) => !holds(value));
      if (broken) context.addIssue({ code: 'custom', message: broken[1] });
    })
    .meta({ minLength: 1, maxLength });
  // The input type is text for forms; values of other clients are converted.
  return z.preprocess((value: string) => numberToText(value), text);
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The specification's simple email rule, after cleaning. */
export const emailSchema = requiredText('Email', maxLengths.email, {
  clean: cleanEmail,
  rules: [[(value) => emailPattern.test(value), 'Email address is invalid']],
});

/** At least two words, separated by any white space. */
const fullNameSchema = requiredText('Full Name', 2 * maxLengths.name, {
  rules: [[(value) => /\S\s+\S/.test(value), 'Enter both first and last name']],
});

export const fullName = {
  name: 'full_name',
  label: 'Full Name',
  type: 'text',
  autocomplete: 'name',
  schema: fullNameSchema,
} as const satisfies Field;

export const firstName = {
  name: 'first_name',
  label: 'First Name',
  type: 'text',
  autocomplete: 'given-name',
  schema: requiredText('First Name', maxLengths.name),
} as const satisfies Field;

export const lastName = {
  name: 'last_name',
  label: 'Last Name',
  type: 'text',
  autocomplete: 'family-name',
  schema: requiredText('Last Name', maxLengths.name),
} as const satisfies Field;

export const email = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autocomplete: 'email',
  schema: emailSchema,
} as const satisfies Field;

export const phoneNumber = {
  name: 'phone_number',
  label: 'Phone Number',
  type: 'tel',
  autocomplete: 'tel',
  schema: requiredText('Phone Number', maxLengths.phone),
} as const satisfies Field;

export const mobileNumber = {
  name: 'mobile_number',
  label: 'Mobile Number',
  type: 'tel',
  autocomplete: 'tel',
  schema: requiredText('Mobile Number', maxLengths.phone),
} as const satisfies Field;

export const companyName = {
  name: 'company_name',
  label: 'Company Name',
  type: 'text',
  autocomplete: 'organization',
  schema: requiredText('Company Name', maxLengths.company),
} as const satisfies Field;

export const optionalCompanyName = {
  name: 'company_name',
  label: 'Company Name',
  type: 'text',
  autocomplete: 'organization',
  schema: optionalText('Company Name', maxLengths.company),
  optional: true,
} as const satisfies Field;

export const messages = {
  name: 'message',
  label: 'Messages',
  type: 'textarea',
  schema: requiredText('Messages', maxLengths.message),
} as const satisfies Field;

export const comment = {
  name: 'comment',
  label: 'Comment',
  type: 'textarea',
  schema: requiredText('Comment', maxLengths.message),
} as const satisfies Field;

export const query = {
  name: 'query',
  label: 'Query',
  type: 'textarea',
  schema: requiredText('Query', maxLengths.message),
} as const satisfies Field;

/** Allowed file extensions of a resume, for the picker; the server checks the content. */
export const resumeExtensions = ['.pdf', '.doc', '.docx'] as const;
export const resumeTypeMessage = 'Invalid file type! Please upload a PDF or DOC file.';
export const resumeMissingMessage = 'Please upload a resume file before submitting.';

export const resume = {
  name: 'resume',
  label: 'Resume',
  type: 'file',
  schema: z.custom<{ name: string; size: number }>(
    (value) => typeof value === 'object' && value !== null && 'name' in value && 'size' in value,
    { error: resumeMissingMessage },
  ),
} as const satisfies Field;

export const agreement = {
  name: 'agreement',
  label: 'I agree to the terms and conditions',
  linked: { words: 'terms and conditions', path: '/terms-and-conditions' },
  type: 'checkbox',
  schema: z.literal(true, { error: 'You must agree to the terms and conditions.' }),
  browserOnly: true,
} as const satisfies Field;
