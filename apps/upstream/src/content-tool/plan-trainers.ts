import { join } from 'node:path';
import { Document, isMap, isSeq, parseDocument } from 'yaml';
import type { SheetRow } from './columns.ts';
import type { Plan } from './plan.ts';
import { readText } from './plan-courses.ts';

const file = 'people/trainers.yaml';

/**
 * Plans the file of trainers for the rows of a sheet.
 * @param sheet name of the sheet, for messages
 * @param replace true to update a trainer with the same name: the cells of the row replace fields, and other
 *   fields stay
 */
export async function planTrainers(
  rows: readonly SheetRow[],
  { dir, sheet, replace }: { dir: string; sheet: string; replace: boolean },
): Promise<Plan> {
  const text = await readText(join(dir, file));
  const document = text === undefined ? new Document([]) : parseDocument(text);
  const list = document.contents;
  const findings: Plan['findings'] = [];
  const none: Plan = { files: new Map(), changes: [], findings, placeOf: () => undefined };
  if (document.errors.length > 0 || !isSeq(list)) {
    findings.push({
      file: sheet,
      line: null,
      field: '',
      message: `${file} is not a valid list: correct it first`,
    });
    return none;
  }
  const existing = list.items.length;
  const numbers = list.items.map((item) => (isMap(item) ? Number(item.get('id')) : 0));
  let lastId = Math.max(0, ...numbers.filter(Number.isSafeInteger));
  const lines = new Map<number, number>();
  const changes: string[] = [];
  for (const { line, values } of rows) {
    const report = (message: string) => findings.push({ file: sheet, line, field: 'name', message });
    const name = values.get('name');
    if (typeof name !== 'string') {
      report('is missing');
      continue;
    }
    const found = list.items.findIndex((item) => isMap(item) && item.get('name') === name);
    const earlier = lines.get(found);
    if (earlier !== undefined) {
      report(`${name} is in line ${earlier} too`);
      continue;
    }
    if (found !== -1 && !replace) {
      report(`${name} exists: import with --replace to update the trainer`);
      continue;
    }
    if (found === -1) {
      lastId += 1;
      list.add(document.createNode({ id: lastId, ...Object.fromEntries(values) }));
    } else for (const [field, value] of values) document.setIn([found, field], value);
    lines.set(found === -1 ? list.items.length - 1 : found, line);
    changes.push(`${found === -1 ? 'new    ' : 'changed'} ${name}`);
  }
  // A list that was empty has the flow style, which would write all trainers on one line.
  if (existing === 0) list.flow = false;
  return {
    files: new Map([[file, document.toString({ lineWidth: 0 })]]),
    changes,
    findings,
    placeOf({ field }) {
      const [index = '', ...path] = field.split('.');
      const line = lines.get(Number(index));
      return line === undefined || index === '' ? undefined : { line, field: path.join('.') };
    },
  };
}
