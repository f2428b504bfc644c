/** docs/reference/settings.md is generated from the schema: `vitest run -u` of this file writes it. */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { secretSettings } from './secret-files.ts';
import { variables } from './variables.ts';

const page = resolve(import.meta.dirname, '../../../../../docs/reference/settings.md');

const intro = `# Settings

All settings are environment variables. A process with invalid settings does not start, and reports all of them. [\`.env.example\`](../../.env.example) lists the settings with values for a demonstration. \`APP_ENV=production\` refuses test keys, stand-ins of Razorpay, Zoho and the mail server, and values of the [sample brand](../decisions/0050-sample-data.md). \`demo\` and \`staging\` refuse live keys.

Secrets can be in files: a variable whose name ends in \`_FILE\`, for example \`CONSOLE_SECRET_FILE\`, is the path of a file with the value. These settings can be in files: ${secretSettings.map((name) => `\`${name}\``).join(', ')}.

| variable | meaning | default |
|---|---|---|`;

/** @returns the default as text, for example `off`; '' if the description states it */
function defaultOf(field: z.ZodType): string {
  if (!field.safeParse(undefined).success) return 'required';
  const value =
    field instanceof z.ZodDefault
      ? field.def.defaultValue
      : z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }).default;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  if (String(value).startsWith('/')) return '';
  const written = [String(value), value === true ? 'on' : 'off'].find(
    (text) => field.safeParse(text).success,
  );
  return `\`${written}\``;
}

function rowOf([name, field]: [string, z.ZodType]): string {
  const meaning = field.description ?? '';
  const written = /[Dd]efault(?: elsewhere)?: /.test(meaning) ? '' : defaultOf(field);
  return `| \`${name}\` | ${meaning} | ${written} |`;
}

it('is the reference of every setting, with its meaning and default', async () => {
  const rows = Object.entries(variables.shape).map(rowOf);
  for (const [name, field] of Object.entries(variables.shape)) expect(field.description, name).toMatch(/\S/);
  await expect(`${[intro, ...rows].join('\n')}\n`).toMatchFileSnapshot(page);
});
