/** Extracts names and email addresses from a list: CSV from any spreadsheet program, or copied rows. */
import Papa from 'papaparse';

export interface ListedPerson {
  name: string;
  email: string;
}

export interface ReadList {
  people: readonly ListedPerson[];
  /** Messages for the visitor. */
  warnings: readonly string[];
}

/** More than the seats of any order, so that the visitor sees which rows have no seat. */
const maxRows = 200;

type Cells = readonly string[];
interface Columns {
  names: readonly number[];
  email: number;
}

const isAddress = (cell: string) => cell.includes('@');
const hasLetter = (cell: string) => /\p{L}/u.test(cell);
const bare = (cell: string) => cell.toLowerCase().replace(/[^a-z]/g, '');

const isEmailTitle = (cell: string) =>
  /^(?:work|business|office|attendee)?e?mail(?:address|id)?$/.test(bare(cell));
const isNameTitle = (cell: string) =>
  /^(?:full|attendee|participant|employee|person)?names?$|^attendee$|^participant$/.test(bare(cell));
const isFirstTitle = (cell: string) => /^(?:first|given|fore)names?$/.test(bare(cell));
const isLastTitle = (cell: string) => /^(?:last|family|sur)names?$/.test(bare(cell));

/** @returns the columns that a title row names; undefined if it is not a title row */
function columnsOfTitles(row: Cells): Partial<Columns> | undefined {
  if (row.some(isAddress)) return undefined;
  const email = row.findIndex(isEmailTitle);
  const name = row.findIndex(isNameTitle);
  const parts = [row.findIndex(isFirstTitle), row.findIndex(isLastTitle)].filter((index) => index >= 0);
  const names = name >= 0 ? [name] : parts;
  if (email < 0 && names.length === 0) return undefined;
  return { ...(email >= 0 && { email }), ...(names.length > 0 && { names }) };
}

/** The column with the most email addresses; the second column if there are none. */
function emailColumn(rows: readonly Cells[]): number {
  const counts: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) if (isAddress(cell)) counts[index] = (counts[index] ?? 0) + 1;
  const max = Math.max(0, ...counts.filter((count) => count !== undefined));
  return max === 0 ? 1 : counts.indexOf(max);
}

/**
 * Joins the cells before the address that contain letters. If there are none, takes the first such cell after
 * the address.
 */
function nameBeside(row: Cells, email: number): string {
  const before = row.slice(0, email).filter(hasLetter);
  return (
    before.length > 0
      ? before
      : row
          .slice(email + 1)
          .filter(hasLetter)
          .slice(0, 1)
  ).join(' ');
}

/** Splits `Asha Rao <asha@example.in>`, the format of email programs. */
function unwrapped({ name, email }: ListedPerson): ListedPerson {
  const [, within = '', address = ''] = /^([^<]*)<([^<>]*@[^<>]*)>$/.exec(email) ?? [];
  if (address === '') return { name, email };
  const inner = within.trim().replace(/^"|"$/g, '').trim();
  if (name === '' || inner === '') return { name: name || inner, email: address };
  // `Rao, Asha <…>`: the family name was in a separate cell.
  return { name: name.includes(' ') ? name : `${inner} ${name}`, email: address };
}

/**
 * Splits a line that contains only addresses, for example copied from an email's To field: each address is
 * one person.
 */
function spread(row: Cells): readonly Cells[] {
  const filled = row.filter((cell) => cell !== '');
  return filled.length > 1 && filled.every(isAddress) ? filled.map((cell) => [cell]) : [row];
}

/**
 * Removes the quotes around the name in `"Rao, Asha" <asha@example.in>`, because this text is not valid CSV.
 */
function withoutMailQuotes(text: string): string {
  return text.replace(/"([^"\r\n]*)"[ \t]*(<[^<>\s]+@[^<>\s]+>)/g, '$1 $2');
}

/** @returns the people in the order of the list, valid or not */
export function readList(text: string): ReadList {
  const { data, errors } = Papa.parse<string[]>(withoutMailQuotes(text.replace(/^\ufeff/, '')), {
    delimitersToGuess: ['\t', ';', ','],
    skipEmptyLines: 'greedy',
  });
  const all = data.map((row) => row.map((cell) => cell.trim())).flatMap(spread);
  const titles = all[0] && columnsOfTitles(all[0]);
  const rows = titles ? all.slice(1) : all;
  const email = titles?.email ?? emailColumn(rows);
  const people = rows.slice(0, maxRows).map((row) => {
    // The cells of this row may be shifted, so the address is found by its @.
    const found = isAddress(row[email] ?? '') ? email : row.findIndex(isAddress);
    const column = found >= 0 ? found : email;
    const name = titles?.names
      ? titles.names
          .map((index) => row[index] ?? '')
          .filter(Boolean)
          .join(' ')
      : nameBeside(row, column);
    return unwrapped({ name, email: row[column] ?? '' });
  });
  const warnings: string[] = [];
  if (rows.length > maxRows) warnings.push(`Only its first ${maxRows} rows were read.`);
  if (errors.some(({ code }) => code === 'MissingQuotes'))
    warnings.push('A quotation mark in it is not closed: please check the last rows.');
  return { people, warnings };
}
