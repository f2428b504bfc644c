/** Writes the README of an export, which describes each file and column. */
import { flatColumns } from './export-table.ts';
import { type ExportedTable, listExported, listLeft } from './exported-tables.ts';
import type { TableColumn } from './table-columns.ts';

interface Described {
  exportedAt: Date;
  columns: readonly TableColumn[];
  comments: ReadonlyMap<string, string>;
  hasContent: boolean;
}

const rules = `- CSV files are UTF-8 with commas and CRLF line breaks. An empty cell is an empty or a missing value.
- An apostrophe before \`=\`, \`+\`, \`-\` or \`@\` keeps a spreadsheet from running the text as a formula. Remove it when you import the file elsewhere.
- A \`.jsonl\` file has the nested columns of the CSV file with the same name: a JSON object on each line, with the key of its row.
- Times are ISO 8601 in UTC. Money in columns that end with \`_paise\` is in paise: 100 are a rupee.
- \`address_key\` is the SHA-256 of an email address in lower case. It connects rows of a person whose address was erased.
- \`manifest.json\` has the number of rows, the size and the SHA-256 of each file.`;

function tableOf(columns: readonly TableColumn[], comments: Described['comments']): string[] {
  return columns.map(({ table, name, type }) => {
    const text = comments.get(`${table}.${name}`) ?? '';
    return `| \`${name}\` | ${type} | ${text.replaceAll('|', '\\|')} |`;
  });
}

function sectionOf(table: string, definition: ExportedTable, { columns, comments }: Described): string {
  const { file, about, key, hidden = [], added = {} } = definition;
  const shown = columns.filter((column) => column.table === table && !hidden.includes(column.name));
  const nested = shown.filter(({ isNested }) => isNested);
  const head = '| column | type | meaning |\n|---|---|---|';
  const computed = Object.keys(added).map((name) => `| \`${name}\` | text | computed for this file |`);
  return [
    `### ${file}.csv`,
    `${about} Key: ${key.map((name) => `\`${name}\``).join(', ')}.`,
    [head, ...tableOf(flatColumns(shown), comments), ...computed].join('\n'),
    ...(nested.length > 0
      ? [`\`${file}.jsonl\` has, with the key:`, [head, ...tableOf(nested, comments)].join('\n')]
      : []),
  ].join('\n\n');
}

/** @returns Markdown */
export function describeExport(described: Described): string {
  const sections = listExported().map(([table, definition]) => sectionOf(table, definition, described));
  const left = listLeft().map(([table, reason]) => `- \`${table}\`: ${reason}`);
  const content = described.hasContent
    ? 'The content files of the site (courses, articles, pages, pictures) are in `content`.'
    : 'The content files of the site (courses, articles, pages, pictures) are in the folder that the upstream API reads, `CONTENT_DIR`; export with `--content FOLDER` to have a copy here.';
  return `# Export

All data as it was at ${described.exportedAt.toISOString()}. This export contains personal data. Keep the export encrypted, and delete it when you no longer need it.

${rules}

${content} The upstream's database also has bookings and submissions.

## Files

${sections.join('\n\n')}

## Not in this export

Passwords, second factors, sessions and secret links are not exported.

${left.join('\n')}
`;
}
