// Tests that every decision record has a title, a date, a status and a line in the index.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../decisions');
const names = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .toSorted();
const textOf = (name) => readFileSync(resolve(folder, name), 'utf8');

const statusLine =
  /^Date: (\d{4}-\d{2}-\d{2})\. Status: (in force|superseded(?: in part)? by \[decision (\d+)\]\((\d{4}-[\w-]+\.md)\))[.,: ]/;
const supersedes = (name, text) => /supersedes/i.test(text) && text.includes(`](${name})`);

/** @returns the error of a record, or undefined */
function faultOf(name, text, all) {
  const [, digits] = /^(\d{4})-[a-z\d-]+\.md$/.exec(name) ?? [];
  const [title = '', blank, head = ''] = text.split('\n');
  if (digits === undefined) return 'the name does not have the form 0000-words.md';
  if (!new RegExp(`^# ${Number(digits)}\\. \\S`).test(title) || blank !== '') return 'no title "# N. …"';
  const [, date, status, number, successor] = statusLine.exec(head) ?? [];
  if (status === undefined) return 'no "Date: YYYY-MM-DD. Status: in force | superseded by [decision N](…)."';
  if (Number.isNaN(Date.parse(date))) return `${date} is not a date`;
  if (successor === undefined) return undefined;
  if (Number(number) !== Number(successor.slice(0, 4)))
    return `the link of decision ${number} leads to ${successor}`;
  if (!all.has(successor)) return `${successor} does not exist`;
  return supersedes(name, all.get(successor))
    ? undefined
    : `${successor} does not say that it supersedes ${name}`;
}

const records = new Map(names.map((name) => [name, textOf(name)]));

it.each(names)('decisions: %s has a number, a title, a date and a status', (name) => {
  expect(faultOf(name, records.get(name), records)).toBeUndefined();
});

it('decisions: the index lists every record by its title, and no other', () => {
  const listed = [...textOf('README.md').matchAll(/^- \[(\d+\. .+)\]\((.+)\)$/gm)].map(([, title, name]) => [
    name,
    title,
  ]);
  const titles = names.map((name) => [name, records.get(name).split('\n')[0].slice('# '.length)]);
  expect(listed.toSorted()).toEqual(titles);
});

it('decisions: no number is used twice', () => {
  const numbers = names.map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThan(40);
});

it.each([
  ['7-a.md', '# 7. A\n\nDate: 2026-11-21. Status: in force.\n'],
  ['0007-a.md', '# 8. A\n\nDate: 2026-11-21. Status: in force.\n'],
  ['0007-a.md', '# 7. A\n\nA text.\n'],
  ['0007-a.md', '# 7. A\n\nDate: 2026-13-41. Status: in force.\n'],
  ['0007-a.md', '# 7. A\n\nDate: 2026-11-21. Status: superseded.\n'],
  ['0007-a.md', '# 7. A\n\nDate: 2026-11-21. Status: superseded by [decision 9](0009-b.md).\n'],
])('decisions: %s with %j is refused', (name, text) => {
  expect(faultOf(name, text, new Map([['0008-b.md', '']]))).toBeTypeOf('string');
});
