/**
 * Checks of a folder of migrations after a release. Each check returns one sentence for each fault.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { schemaLines } from './schema-lines.ts';

export interface MigrationFile {
  /** The file name without its extension. */
  name: string;
  statements: string;
}

/** @returns the files in their order of execution */
export function readMigrations(folder: string): MigrationFile[] {
  return readdirSync(folder)
    .toSorted()
    .map((file) => ({
      name: file.replace(/\.sql$/, ''),
      statements: readFileSync(join(folder, file), 'utf8'),
    }));
}

export interface Changelog {
  /** Versions that were released. */
  releases: string[];
  /** Whether there are unreleased changes. */
  hasUnreleased: boolean;
}

export function readChangelog(): Changelog {
  const text = readFileSync(resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
  return {
    releases: [...text.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version = '']) => version),
    hasUnreleased: /^## Unreleased$/m.test(text),
  };
}

/** Digest of the statements, without comments and line breaks, which may change. */
const digestOf = (statements: string) =>
  createHash('sha256')
    .update(statements.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim())
    .digest('hex')
    .slice(0, 12);

/** @param released digests of released migrations by name */
export function changedMigrations(
  migrations: readonly MigrationFile[],
  released: Readonly<Record<string, string>>,
  { hasUnreleased }: Pick<Changelog, 'hasUnreleased'>,
): string[] {
  const digests = new Map(migrations.map(({ name, statements }) => [name, digestOf(statements)]));
  const last = Object.keys(released).toSorted().at(-1) ?? '';
  return [
    ...Object.entries(released)
      .filter(([name, digest]) => digests.get(name) !== digest)
      .map(([name]) => `${name} is released and has changed: restore it, and add a migration instead`),
    ...[...digests]
      .filter(([name]) => released[name] === undefined)
      .flatMap(([name, digest]) => [
        ...(name < last ? [`${name} sorts before the released ${last}: give it a later number`] : []),
        ...(hasUnreleased ? [] : [`${name} is released now: record its digest '${digest}'`]),
      ]),
  ];
}

/** Runs `work` in a transaction, and rolls it back. */
async function rollBackAfter<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

/**
 * @param client of an empty database, which stays empty
 * @param schema statements of the whole schema
 * @returns the differences between the schema and the result of the migrations
 */
export async function compareWithSchema(
  client: pg.Client,
  migrations: readonly MigrationFile[],
  schema: string,
): Promise<string[]> {
  const linesOf = (statements: string[]) =>
    rollBackAfter(client, async () => {
      for (const each of statements) await client.query(each);
      return schemaLines(client);
    });
  const made = await linesOf(migrations.map(({ statements }) => statements));
  const expected = await linesOf([schema]);
  return [
    ...expected.filter((line) => !made.includes(line)).map((line) => `only schema.sql makes: ${line}`),
    ...made.filter((line) => !expected.includes(line)).map((line) => `only the migrations make: ${line}`),
  ];
}

const tableOf = (line: string) => /^(?:table|column|constraint|unique index|trigger) (\w+)/.exec(line)?.[1];

/**
 * Whether a part breaks the former release: a column that every insert must fill, or a rule that affects old
 * columns.
 */
function bindsFormerRelease(line: string, before: readonly string[]): boolean {
  if (line.startsWith('column '))
    return line.includes(' not null') && !/ (?:default|identity|generated) /.test(line);
  const [, table, columns = ''] = /^constraint (\w+)\.\w+ on \{([^}]*)\}/.exec(line) ?? [];
  const isOld = (column: string) => before.some((old) => old.startsWith(`column ${table}.${column} `));
  return table === undefined || columns.split(',').some(isOld);
}

/**
 * @returns parts that were removed, and new rules on existing tables that the former release does not know
 */
function breaksBetween(before: readonly string[], after: readonly string[]): string[] {
  const tables = new Set(before.filter((line) => line.startsWith('table ')).map(tableOf));
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `gone: ${line}`),
    ...after
      .filter((line) => !before.includes(line) && tables.has(tableOf(line)))
      .filter((line) => bindsFormerRelease(line, before))
      .map((line) => `new rule: ${line}`),
  ];
}

/**
 * The former release runs during an upgrade and after a roll-back. So a migration must only add, unless it
 * says why the former release works with it: `-- Works with 1.0.0: nothing reads orders.attempt_hash.`
 *
 * @param client of an empty database, which stays empty
 * @param options.base the last migration of the first release: later migrations are checked
 */
export function breakingMigrations(
  client: pg.Client,
  migrations: readonly MigrationFile[],
  { releases, base }: Pick<Changelog, 'releases'> & { base: string },
): Promise<string[]> {
  return rollBackAfter(client, async () => {
    const found: string[] = [];
    let before: string[] = [];
    for (const { name, statements } of migrations) {
      await client.query(statements);
      if (name < base) continue;
      const after = await schemaLines(client);
      const [, release = ''] = /^-- Works with (\d+\.\d+\.\d+): \S/m.exec(statements) ?? [];
      if (name !== base && !releases.includes(release))
        found.push(...breaksBetween(before, after).map((part) => `${name}: ${part}`));
      before = after;
    }
    return found;
  });
}
