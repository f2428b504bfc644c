import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describeMachine } from './machine.ts';
import { classify, type Report } from './report.ts';

const folder = resolve(import.meta.dirname, 'results');

/** Writes a report with a description of the machine. @returns the relative path of the file */
export function writeResults(name: string, report: Report): string {
  const targets = report.targets.map((target) => ({ ...target, ...classify(target) }));
  const file = join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  const found = { name, at: new Date().toISOString(), machine: describeMachine(), ...report, targets };
  writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  return relative(process.cwd(), file);
}
