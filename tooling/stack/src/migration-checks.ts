/** What must hold of a folder of migrations once a version is released. Each check returns sentences; empty if all is well. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { schemaLines } from './schema-lines.ts';

export interface MigrationFile {
  /** The file's without its ending. */
  name: string;
  statements: string;
}

/** @returns the files in the order in which they run */
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
  /** There are changes that are not released yet. */
  hasUnreleased: boolean;
}

export function readChangelog(): Changelog {
  const text = readFileSync(resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
  return {
    releases: [...text.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version = '']) => version),
    hasUnreleased: /^## Unreleased$/m.test(text),
  };
}

/** Of the statements: comments and line breaks may change. */
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

/** Runs something on an empty database, and rolls it back. */
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
 * @returns what it and the migrations do not have in common
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

/** A column that every insert has to fill, or a rule that is not about new columns alone. */
function bindsFormerRelease(line: string, before: readonly string[]): boolean {
  if (line.startsWith('column '))
    return line.includes(' not null') && !/ (?:default|identity|generated) /.test(line);
  const [, table, columns = ''] = /^constraint (\w+)\.\w+ on \{([^}]*)\}/.exec(line) ?? [];
  const isOld = (column: string) => before.some((old) => old.startsWith(`column ${table}.${column} `));
  return table === undefined || columns.split(',').some(isOld);
}

/** @returns parts that are gone, and rules for former tables that a former release does not know */
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
 * The former release runs during an upgrade, and after a roll-back. So a migration only adds, unless it says why that
 * release works with it: `-- Works with 1.0.0: nothing reads orders.attempt_hash.`
 *
 * @param client of an empty database, which stays empty
 * @param options.base the last migration of the first release: what comes after it is checked
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
