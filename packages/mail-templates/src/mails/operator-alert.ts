import type { OperatorAlert } from '../mail-data.ts';
import { batchFacts, courseOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { type Fact, facts } from '../parts/facts.ts';
import { heading, paragraph } from '../parts/text.ts';
import { oneLine } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { dayInWords, momentInWords } from '../words.ts';

interface Said {
  title: string;
  sentence: string;
  rows: Fact[];
}

/** Such as `Ended without success: 3 leads, 1 mail`. */
function deadTitle(counts: Record<'leads' | 'mails' | 'jobs', number>): string {
  const named = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`);
  return `Ended without success: ${named.join(', ') || 'see the console'}`;
}

function said(data: OperatorAlert): Said {
  if (data.alert === 'case_opened')
    return {
      title: `Case: ${oneLine(data.caseTitle, 100)}`,
      sentence: 'A case was opened that needs a person.',
      rows: [
        ['Case', oneLine(data.caseTitle)],
        ['Order', oneLine(data.orderNumber, 60)],
        ...(data.batch ? batchFacts(data.batch) : []),
        ['Opened', momentInWords(data.openedAt)],
      ],
    };
  if (data.alert === 'dead_letters') {
    const { leads = 0, mails = 0, jobs = 0 } = data;
    return {
      title: deadTitle({ leads, mails, jobs }),
      sentence: 'They ended without success and are not tried again by themselves. Each has its reason.',
      rows: [
        ['Leads', leads > 0 && `${leads}, which the CRM refused`],
        ['Mails', mails > 0 && `${mails}, which the mail server refused, or did not take for three days`],
        ['Jobs', jobs > 0 && String(jobs)],
        ['Since', momentInWords(data.since)],
      ],
    };
  }
  if (data.alert === 'data_request')
    return {
      title: 'Somebody asks to be erased',
      sentence: 'The wish is confirmed by a link to the address. The clock runs.',
      rows: [
        ['Request', oneLine(data.reference, 60)],
        ['Due', momentInWords(data.dueAt)],
      ],
    };
  return {
    title: `Sold out: ${courseOf(data.batch)}, ${dayInWords(data.batch.start_date)}`,
    sentence: 'All seats of this batch are sold.',
    rows: [...batchFacts(data.batch), ['On the waiting list', String(data.waiting)]],
  };
}

export function operatorAlert(data: OperatorAlert): Template {
  const { title, sentence, rows } = said(data);
  return {
    subject: title,
    preheader: sentence,
    body: [
      heading(title),
      paragraph(sentence),
      facts('What happened', rows),
      button('Open the console', data.consoleUrl),
    ],
    reason: 'You get this mail as an operator of this site.',
  };
}
