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

function said(data: OperatorAlert): Said {
  if (data.alert === 'case_opened')
    return {
      title: `Case: ${oneLine(data.caseTitle, 100)}`,
      sentence: 'A case was opened that needs a person.',
      rows: [
        ['Case', oneLine(data.caseTitle)],
        ['Order', oneLine(data.orderNumber, 60)],
        ['Opened', momentInWords(data.openedAt)],
      ],
    };
  if (data.alert === 'dead_letters')
    return {
      title: data.count === 1 ? 'A lead cannot be delivered' : `${data.count} leads cannot be delivered`,
      sentence: 'The CRM refuses them for good. Correct them and send them again.',
      rows: [
        ['Leads', String(data.count)],
        ['Since', momentInWords(data.since)],
      ],
    };
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
