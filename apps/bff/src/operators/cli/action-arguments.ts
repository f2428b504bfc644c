/** Builds the usage of an action's command from its contract, and parses its arguments. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type ActionName, actionNames, actions, operationNames } from '@meridian/contracts/operators/actions';
import { z } from 'zod';
import { sentenceOf } from './arguments.ts';

/**
 * JSON schema of an input. `x-option` is the name of the option, if it differs from the name of the field.
 */
type Json = {
  type?: string;
  title?: string;
  'x-option'?: string;
  enum?: string[];
  items?: Json;
  anyOf?: Json[];
  properties?: Record<string, Json>;
};

/** @returns the schema without null, for a value that may be null */
const withoutNull = ({ anyOf = [], ...own }: Json): Json => anyOf.find(({ type }) => type !== 'null') ?? own;
const isNullable = ({ anyOf = [] }: Json) => anyOf.some(({ type }) => type === 'null');

interface Field {
  name: string;
  option: string;
  schema: Json;
  isRequired: boolean;
  isPositional: boolean;
  /** True if the word `none` removes the value. */
  isRemovable: boolean;
}

export function fieldsOf(name: ActionName): Field[] {
  const { input, positional } = actions[name];
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties as Record<string, Json>).map(([field, own]) => ({
    name: field,
    option: own['x-option'] ?? field.replaceAll('_', '-'),
    schema: withoutNull(own),
    isRemovable: isNullable(own),
    isRequired: required.includes(field) && field !== 'confirm',
    isPositional: (positional as readonly string[]).includes(field),
  }));
}

function placeholderOf({ type, title, enum: values, items, properties }: Json): string {
  if (title) return title;
  if (values) return values.join('|');
  if (type === 'array' && items?.properties)
    return Object.entries(items.properties)
      .map(([name, property]) => `${name}=${placeholderOf(property)}`)
      .join(',');
  if (properties) return 'FIELD=VALUE';
  if (type === 'array' && items) return `${placeholderOf(items)},…`;
  return type === 'integer' || type === 'number' ? 'N' : 'TEXT';
}

/** Names of commands that differ from the name of their action. */
const otherText: Partial<Record<ActionName, string>> = {
  'documents.issue': 'invoices issue',
  'documents.register': 'invoices irn',
  'documents.reissue': 'invoices reissue',
  'documents.set-first-number': 'invoices set-first-number',
  'jobs.cancel': 'queue cancel',
  'jobs.retry': 'queue retry',
  'orders.reconcile': 'reconcile',
  'orders.reconcile-all': 'reconcile',
  'waitlist.offer-all': 'waitlist offer',
};

function usageOfField({ option, schema, isRequired, isPositional, isRemovable }: Field): string {
  if (isPositional) return wordOf(option, schema, isRequired);
  if (schema.type === 'object') return `[--${option} FIELD=VALUE]...`;
  const placeholder = `${placeholderOf(schema)}${isRemovable ? '|none' : ''}`;
  if (schema.items?.properties) return `[--${option} ${placeholder}]...`;
  const text = schema.type === 'boolean' ? `--${option}` : `--${option} ${placeholder}`;
  return isRequired ? text : `[${text}]`;
}

function wordOf(option: string, { title }: Json, isRequired: boolean): string {
  const word = title ?? option.toUpperCase();
  return isRequired ? word : `[${word}]`;
}

/** @returns one line, e.g. `ops coupons end CODE [--preview] [--json] [--key UUID]` */
export function usageOf(name: ActionName): string {
  const fields = fieldsOf(name).toSorted((a, b) => Number(b.isPositional) - Number(a.isPositional));
  const words = otherText[name] ?? name.replace('.', ' ');
  return ['ops', words, ...fields.map(usageOfField), '[--preview] [--json] [--key UUID]'].join(' ');
}

/** @returns the actions of a noun, without operations, which `runOperationCommand` runs */
export const namesOf = (noun: string): ActionName[] => {
  const operations: readonly ActionName[] = operationNames;
  return actionNames.filter((name) => name.startsWith(`${noun}.`) && !operations.includes(name));
};

/** @returns the usage of each action of a noun */
export const usagesOf = (noun: string): string[] => namesOf(noun).map(usageOf);

/** Parses texts such as `seats=12` to an object. The values get the types of the schema's properties. */
function toObject({ properties = {} }: Json, texts: readonly string[]): Record<string, unknown> {
  const pairs = texts.map((text) => /^([^=]+)=(.*)$/s.exec(text));
  return Object.fromEntries(
    pairs.map((pair, at) => {
      const [, name = texts[at] ?? '', text] = pair ?? [];
      const property = properties[name];
      if (property === undefined || text === undefined) return [name, text];
      if (text === 'none' && isNullable(property)) return [name, null];
      const schema = withoutNull(property);
      return [name, toValue(schema, schema.type === 'array' ? [text] : text)];
    }),
  );
}

/**
 * Converts text to the JSON type of its property. For a number property, a text that is not a number stays a
 * text, which the schema then refuses.
 */
function toValue(schema: Json, given: string | boolean | string[]): unknown {
  const { type, items } = schema;
  if (Array.isArray(given) && type === 'object') return toObject(schema, given);
  if (Array.isArray(given) && items?.properties) return given.map((text) => toObject(items, text.split(',')));
  // The text of an object, for example a person, may contain commas.
  if (Array.isArray(given) && items?.type === undefined) return given;
  if (Array.isArray(given))
    return given
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter(Boolean)
      .map((text) => toValue(items ?? {}, text));
  if (type === 'boolean' && (given === 'true' || given === 'false')) return given === 'true';
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && typeof given === 'string' && /^-?\d+(?:\.\d+)?$/.test(given) ? Number(given) : given;
}

const common = { json: { type: 'boolean' }, preview: { type: 'boolean' }, key: { type: 'string' } } as const;

export class UsageError extends Error {}

/** A parsed command line. */
export interface Request {
  /** Input for the action's schema. */
  input: Record<string, unknown>;
  json?: boolean | undefined;
  preview?: boolean | undefined;
  /** Idempotency key, a UUID; generated if absent. */
  key?: string | undefined;
  /** Usage to print; if absent, that of the action. */
  usage?: string;
}

/** @returns the parsed command line @throws UsageError */
export function readRequest(name: ActionName, args: readonly string[]): Request {
  const fields = fieldsOf(name);
  const options: ParseArgsOptionsConfig = { ...common };
  for (const { option, schema, isPositional } of fields)
    if (!isPositional)
      options[option] = {
        type: schema.type === 'boolean' ? 'boolean' : 'string',
        multiple: schema.type === 'array' || schema.type === 'object',
      };
  let parsed: ReturnType<typeof parseArgs<{ options: ParseArgsOptionsConfig; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(`${sentenceOf(error)}.`);
  }
  const { values, positionals } = parsed;
  const { positional }: { positional: readonly string[] } = actions[name];
  if (positionals.length > positional.length)
    throw new UsageError(`Unexpected argument "${positionals[positional.length]}".`);
  const input: Record<string, unknown> = {};
  for (const { name: field, schema, isRequired, isPositional } of fields) {
    if (!isPositional) continue;
    const word = positionals[positional.indexOf(field)];
    if (word !== undefined) input[field] = toValue(schema, word);
    else if (isRequired) throw new UsageError(`${field.toUpperCase()} is missing.`);
  }
  for (const { name: field, option, schema, isRemovable, isRequired, isPositional } of fields) {
    const given = values[option];
    if (given === 'none' && isRemovable) input[field] = null;
    // An absent switch is false.
    else if (given === undefined && schema.type === 'boolean' && isRequired && !isPositional)
      input[field] = false;
    else if (given !== undefined) input[field] = toValue(schema, given as string | boolean | string[]);
  }
  const { json, preview, key } = values as { json?: boolean; preview?: boolean; key?: string };
  return { input, json, preview, key };
}
