/** `ops leads edit ID`: corrects a failed lead's fields and resends it. */
import { userInfo } from 'node:os';
import { type EditOutcome, editLead } from '../../leads/ledger/operator/edit-lead.ts';
import { editValues, type FieldChange } from '../../leads/ledger/operator/edit-values.ts';
import { type Print, printAnswer } from './answer.ts';
import type { LeadsCommandDependencies } from './leads-command-dependencies.ts';

export const editUsage =
  'ops leads edit ID [--email ADDRESS] [--first-name NAME] [--last-name NAME] [--full-name NAME] [--phone NUMBER]\n' +
  '  [--company NAME] [--set FIELD=VALUE]... [--by WHO] [--json]';

/** Field names differ between forms and CRM records. */
const fieldOptions = {
  email: ['email', 'Email'],
  'first-name': ['first_name', 'First_Name'],
  'last-name': ['last_name', 'Last_Name'],
  'full-name': ['full_name'],
  phone: ['phone_number', 'mobile_number', 'Phone'],
  company: ['company_name'],
} as const satisfies Record<string, readonly string[]>;

export const editOptions = {
  email: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  'full-name': { type: 'string' },
  phone: { type: 'string' },
  company: { type: 'string' },
  set: { type: 'string', multiple: true },
  by: { type: 'string' },
} as const;

export type EditValues = Partial<Record<keyof typeof fieldOptions | 'by', string>> & {
  set?: string[];
  json?: boolean;
};

/** @returns the changes, or undefined if there are none or one is invalid */
function changesOf(values: EditValues): FieldChange[] | undefined {
  const changes: FieldChange[] = [];
  for (const [option, fields] of Object.entries(fieldOptions)) {
    const value = values[option as keyof typeof fieldOptions];
    if (value !== undefined) changes.push({ fields, value });
  }
  for (const text of values.set ?? []) {
    const at = text.indexOf('=');
    if (at < 1) return undefined;
    changes.push({ fields: [text.slice(0, at)], value: text.slice(at + 1) });
  }
  return changes.length > 0 ? changes : undefined;
}

/** A container's user may have no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
}

function reasonsOf(outcome: Exclude<EditOutcome<string[]>, { kind: 'edited' }>): string[] {
  switch (outcome.kind) {
    case 'unknown':
      return ['There is no such lead'];
    case 'busy':
      return ['A try to send it is under way. Try again in two minutes.'];
    case 'file_gone':
      return ['The file that came with it was not kept: its person has to send it again.'];
    case 'refused':
      return outcome.refusal;
    case 'not_at_fault':
      return [
        outcome.crm === 'delivered'
          ? 'The CRM has this lead already. Nothing was changed: change it there.'
          : 'Only dead letters and leads that the upstream refused are edited.',
      ];
  }
}

/** Where the lead is resent, and where it had arrived unedited. */
function waysOf({ forward, crm }: Extract<EditOutcome<never>, { kind: 'edited' }>) {
  const upstream = forward === 'refused' || forward === 'refused_late';
  const sentTo = [upstream && 'upstream', crm !== 'delivered' && 'CRM'];
  const unchangedIn = [forward === 'saved' && 'upstream', crm === 'delivered' && 'CRM'];
  const named = (way: string | false): way is string => way !== false;
  return { sentTo: sentTo.filter(named), unchangedIn: unchangedIn.filter(named) };
}

/**
 * @param values the command's options
 * @returns exit status, or undefined without changes
 */
export async function editCommand(
  { database, jobs }: LeadsCommandDependencies,
  id: string,
  values: EditValues,
  print: Print,
): Promise<number | undefined> {
  const changes = changesOf(values);
  if (!changes) return undefined;
  const by = values.by ?? systemUser();
  const outcome = await editLead(database, await jobs(), id, (lead) => {
    const edited = editValues(lead, changes);
    return 'refusal' in edited ? edited : { ...edited, note: `${edited.changed.join(', ')} by ${by}` };
  });
  if (outcome.kind !== 'edited') {
    const reasons = reasonsOf(outcome);
    printAnswer(print, values.json, { error: reasons.join('; ') }, reasons);
    return 1;
  }
  const { sentTo, unchangedIn } = waysOf(outcome);
  const { note } = outcome.edit;
  printAnswer(print, values.json, { edited: id, note, sent_to: sentTo, unchanged_in: unchangedIn }, [
    `edited: ${note}`,
    `sent again to: ${sentTo.join(', ')}`,
    ...unchangedIn.map((where) => `The ${where} has it as it was before: change it there too.`),
  ]);
  return 0;
}
