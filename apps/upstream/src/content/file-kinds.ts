/** Parsers of content files. A parser returns the value, its warnings, and the media that the file names. */
import { termNames } from '@meridian/contracts/enrolment/terms-text';
import { textReferences } from '@meridian/contracts/site/text-references';
import type { z } from 'zod';
import { ContentError, type Finding } from './content-error.ts';
import { findPictures } from './markdown-pictures.ts';
import { schemaMessage, yamlMessage } from './messages.ts';
import { type FieldPath, readDocument, splitFrontMatter, type YamlDocument } from './yaml-lines.ts';

/** An image or file that a content file names. */
export interface NamedMedia {
  /** Path below `media/`. */
  path: string;
  line: number;
  field: string;
}

export interface ParsedFile<Value> {
  text: string;
  value: Value;
  warnings: readonly Finding[];
  media: readonly NamedMedia[];
}

/** @throws ContentError with all errors of the file */
export type FileParser<Value> = (text: string, file: string) => ParsedFile<Value>;

const maxMetaDescription = 160;
const htmlPattern = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|&(?:[a-z]+|#\d+);/i;
const foreignPicture = (address: string) =>
  `has a picture of another host (${address}), which visitors may not see: put it below media/`;
const imageField = /(?:^|[._])image$/;
/** Matches known and unknown placeholders in Markdown. Other braces are code of an article. */
const referencePattern = /\{\{\s*([\w-]*)\s*\}\}/g;
const references: readonly string[] = [...termNames, ...textReferences];
const mediaField = /(?:^|\.)(?:[a-z_]+_)?(?:image|file)$/;

function* textsIn(value: unknown, path: FieldPath): Generator<{ path: FieldPath; text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  else if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) yield* textsIn(child, [...path, key]);
}

interface Notes {
  errors: Finding[];
  warnings: Finding[];
  media: NamedMedia[];
}

function checkMarkdown(
  { file, field, text }: { file: string; field: string; text: string },
  lineAt: (offset: number) => number,
  notes: Notes,
): void {
  for (const { 0: found, index } of text.matchAll(referencePattern))
    if (!references.some((name) => found === `{{${name}}}`))
      notes.errors.push({
        file,
        line: lineAt(index),
        field,
        message: `refers to ${found}, which does not exist: write one of ${references.join(', ')}`,
      });
  for (const { href, offset } of findPictures(text)) {
    const line = lineAt(offset);
    if (/^(?:https?:)?\/\//i.test(href)) {
      notes.warnings.push({ file, line, field, message: foreignPicture(href) });
    } else if (!/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(href)) {
      const path = href.replace(/^\/media\//, '').replace(/[?#].*$/, '');
      if (!path.startsWith('/')) notes.media.push({ path, line, field });
    }
  }
}

/** Collects the mistakes and the media in the texts of a value. */
function noteTexts(
  file: string,
  value: unknown,
  isMarkdown: (field: string) => boolean,
  lineOf: (path: FieldPath) => number,
): Notes {
  const notes: Notes = { errors: [], warnings: [], media: [] };
  for (const { path, text } of textsIn(value, [])) {
    const field = path.join('.');
    const warn = (message: string) => notes.warnings.push({ file, line: lineOf(path), field, message });
    if (isMarkdown(field)) checkMarkdown({ file, field, text }, () => lineOf(path), notes);
    else if (references.some((name) => text.includes(`{{${name}}}`)))
      warn('has a reference, which visitors see as it is written: use it in Markdown');
    else if (htmlPattern.test(text)) warn('has HTML, which visitors see as it is written: use plain text');
    if (field === 'meta_description' && text.length > maxMetaDescription)
      warn(`has ${text.length} characters: search engines show ${maxMetaDescription}`);
    if (imageField.test(field) && text.startsWith('https:')) warn(foreignPicture(text));
    else if (mediaField.test(field) && text !== '' && !text.startsWith('https:'))
      notes.media.push({ path: text, line: lineOf(path), field });
  }
  return notes;
}

function fail(file: string, line: number, message: string): never {
  throw new ContentError([{ file, line, field: '', message }]);
}

function readYaml(text: string, file: string, firstLine: number): YamlDocument & { value: unknown } {
  const yaml = readDocument(text);
  const inFile = (line: number) => line + firstLine - 1;
  const [error] = yaml.document.errors;
  // Only the first error is reported, because the others are usually its consequences.
  if (error) fail(file, inFile(yaml.lineOfError()), yamlMessage(error));
  try {
    return { ...yaml, lineOf: (path) => inFile(yaml.lineOf(path)), value: yaml.document.toJS() };
  } catch (error) {
    return fail(file, firstLine, `is not valid YAML: ${error instanceof Error ? error.message : error}`);
  }
}

function check<Schema extends z.ZodType>(
  schema: Schema,
  { value, lineOf }: { value: unknown; lineOf: (path: FieldPath) => number },
  file: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: schemaMessage });
  if (parsed.success) return parsed.data;
  throw new ContentError(
    parsed.error.issues.flatMap((issue) => {
      const finding = (path: FieldPath, message: string): Finding => ({
        file,
        line: lineOf(path),
        field: path.join('.'),
        message,
      });
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => finding([...issue.path, key], 'is not a known field: correct its name'));
      return [finding(issue.path, issue.message)];
    }),
    { cause: parsed.error },
  );
}

function requireText(text: string, file: string): void {
  if (text.trim() === '') fail(file, 1, 'is empty');
}

function parsedFile<Value>(text: string, value: Value, { errors, ...notes }: Notes): ParsedFile<Value> {
  if (errors.length > 0) throw new ContentError(errors);
  return { text, value, ...notes };
}

/**
 * @param isMarkdown returns true for fields whose Markdown becomes HTML
 * @returns a parser for YAML files
 */
export function yamlFile<Schema extends z.ZodType>(
  schema: Schema,
  isMarkdown: (field: string) => boolean = () => false,
): FileParser<z.output<Schema>> {
  return (text, file) => {
    requireText(text, file);
    const yaml = readYaml(text, file, 1);
    const value = check(schema, yaml, file);
    return parsedFile(text, value, noteTexts(file, value, isMarkdown, yaml.lineOf));
  };
}

/** @returns a parser for Markdown files with front matter */
export function postFileOf<Schema extends z.ZodType>(
  schema: Schema,
): FileParser<{ fields: z.output<Schema>; markdown: string }> {
  return (text, file) => {
    requireText(text, file);
    const parts =
      splitFrontMatter(text) ?? fail(file, 1, 'must begin with front matter between two lines of ---');
    const yaml = readYaml(parts.head, file, 2);
    const fields = check(schema, yaml, file);
    const notes = noteTexts(file, fields, () => false, yaml.lineOf);
    const before = text.slice(0, text.length - parts.markdown.length).split('\n').length - 1;
    const lineAt = (offset: number) => before + parts.markdown.slice(0, offset).split('\n').length;
    checkMarkdown({ file, field: '', text: parts.markdown }, lineAt, notes);
    return parsedFile(text, { fields, markdown: parts.markdown }, notes);
  };
}

/** Parser for Markdown files without front matter. */
export const markdownFile: FileParser<string> = (text, file) => {
  requireText(text, file);
  const notes: Notes = { errors: [], warnings: [], media: [] };
  checkMarkdown({ file, field: '', text }, (offset) => text.slice(0, offset).split('\n').length, notes);
  return parsedFile(text, text, notes);
};

/** @returns a parser that also converts the value */
export function mapped<From, To>(
  parse: FileParser<From>,
  make: (value: From, file: string) => To,
): FileParser<To> {
  return (text, file) => {
    const parsed = parse(text, file);
    return { ...parsed, value: make(parsed.value, file) };
  };
}
