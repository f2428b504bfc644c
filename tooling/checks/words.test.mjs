/** The code uses the field's standard terms, and not the project's earlier words for the same things. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Pattern of an identifier with an earlier word, and the standard term. */
const terms = [
  [/^deeds?$|^useDeed$/i, 'action'],
  [/^alongside$/i, 'inTransaction'],
  [/^(?:ask)?proof(?:s|Ms|Context|Provider)?$|^isProved$|^proved(?:_at|_until|Until)$/i, 'step-up'],
  [/^told(?:_seats|_version|Seats|Days)$|^(?:attendees|upstream)_?told$|^untold$/i, 'reported, notified'],
  [/^tell(?:Joining|OptOuts|OfDeadLetters|sUpstream|Upstream|All)$/, 'notify, report, push'],
  [/^note(?:[A-Z]\w*)?(?:Mails?|Alerts|Reminders|Cases|Joining|Status|Call|Offer)$/, 'enqueue, record'],
  [/^(?:re)?judge(?:d|ment)?$|^judge[A-Z]\w*$|^judgement$/i, 'classify'],
  [/^under_?way(?:Paise|Ms)?$|^isUnderWay$/i, 'inProgress'],
  [/^wanted(?:Seats?)?$/i, 'requested'],
  [/^patience(?:Ms|Seconds|Hours)?$/, 'timeout'],
  [/^newcomers(?:Of)?$/, 'addedAttendees'],
  [
    /^most[A-Z]\w*$|^longest(?:Text|Name|Subject|Pause|Wait|Delay|Lock)\w*$|^least(?:_s|[A-Z])\w*$/,
    'max, min',
  ],
  [/^moments?(?:Text|Of)?$|^formatMoment$|^OptionalMoment$/i, 'timestamp'],
  [/^\w+InWords$/, 'format, describe'],
  [/^asked_?again$/i, 'retryRequested'],
  [/^tally$/i, 'counter'],
  [/^unfinished_checkouts$|^unfinished(?:Checkouts?|Data|Routes|Seconds)$/i, 'abandoned'],
  [/^(?:empty|more)_?places$/i, 'open seats'],
  [/^doors?$/i, 'endpoint'],
  [/^(?:Lead)?taker$|^takeHere$/i, 'handler'],
  [/^by_?itself$/i, 'automatic'],
  [/^(?:operator_)?unbook$/i, 'withhold'],
  [/^mayBeMade$/, 'mayExistUpstream'],
  [/^(?:Smtp|open)Line$/, 'SmtpConnection'],
];
const identifiers = /[A-Za-z_$][\w$]*/g;

/** @returns the code files of this repository that git tracks, except this file */
function sources() {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.sql'], { encoding: 'utf8' });
  return listed.split('\n').filter((path) => path !== '' && !path.endsWith('/words.test.mjs'));
}

/** @returns the line without comments and, unless it is SQL, without string literals */
const codeOf = (path, line) =>
  path.endsWith('.sql')
    ? line.replace(/--.*/, '')
    : line.replace(/\/\/.*|^\s*\/?\*.*/, '').replace(/'[^']*'|"[^"]*"|>[^<{]*</g, '');

it('code uses the standard terms', () => {
  const found = [];
  for (const path of sources()) {
    const lines = readFileSync(path, 'utf8').split('\n');
    for (const [index, line] of lines.entries())
      for (const [word] of codeOf(path, line).matchAll(identifiers)) {
        const term = terms.find(([pattern]) => pattern.test(word))?.[1];
        if (term) found.push(`${path}:${index + 1}: ${word} → ${term}`);
      }
  }
  expect(found).toEqual([]);
});

it('texts say "email", and only one module formats dates and times', () => {
  const found = [];
  for (const path of sources()) {
    const text = readFileSync(path, 'utf8');
    if (/\be-mail\b(?!s?\.ts)/i.test(text)) found.push(`${path}: e-mail → email`);
    if (/\bdearer\b/i.test(text)) found.push(`${path}: dearer → more expensive`);
    // The stand-ins share no code with the product.
    if (!path.startsWith('apps/sandbox/') && /weekday: '(?:short|long)'|dateStyle|timeStyle/.test(text))
      found.push(`${path}: → @meridian/contracts/format-time`);
  }
  expect(found).toEqual([]);
});
