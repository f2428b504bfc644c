import { useState } from 'react';
import type { ListedPerson } from './read-list.ts';

export interface ListReader {
  busy: boolean;
  /** Message about the last list. */
  message: string | undefined;
  /** @returns whether people were found */
  readText(text: string, source: string): Promise<boolean>;
  readFile(file: File): Promise<boolean>;
  /** Sets the message that the list is removed. Call it after the import was undone. */
  forget(): void;
}

const maxBytes = 500_000;

const peopleOf = (count: number) => (count === 1 ? '1 person' : `${count} people`);

function summaryOf(source: string, found: number, added: number, warnings: readonly string[]): string {
  const known = found - added;
  const parts = [`Found ${peopleOf(found)} in ${source}.`];
  if (known > 0) parts.push(`${known === 1 ? '1 was' : `${known} were`} already listed.`);
  return [...parts, ...warnings].join(' ');
}

/**
 * Reads lists of people. The CSV parser is loaded when the first list is read.
 * @param add adds the people; returns how many were new
 */
export function useListReader(add: (people: readonly ListedPerson[]) => number): ListReader {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  function fail(sentence: string): false {
    setMessage(sentence);
    return false;
  }

  async function read(
    source: string,
    content: () => Promise<{ text: string } | { no: 'spreadsheet' | 'text' }>,
  ): Promise<boolean> {
    setBusy(true);
    try {
      const { readList } = await import('./read-list.ts');
      const decoded = await content();
      if ('no' in decoded)
        return fail(
          decoded.no === 'spreadsheet'
            ? `${source} is a spreadsheet. Save it as CSV, or copy its rows and paste them here.`
            : `${source} is not a text file. Save the list as CSV, or copy its rows and paste them here.`,
        );
      const { people, warnings } = readList(decoded.text);
      if (people.length === 0) return fail(`No people were found in ${source}.`);
      setMessage(summaryOf(source, people.length, add(people), warnings));
      return true;
    } catch {
      return fail('The list could not be read. Please try again, or type the names.');
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    message,
    forget: () => setMessage('The list is removed.'),
    readText: (text, source) => read(source, async () => ({ text })),
    async readFile(file) {
      if (file.size > maxBytes) return fail(`${file.name} is too large for a list of people.`);
      return read(file.name, async () => {
        const { decodeText } = await import('./decode-text.ts');
        return decodeText(new Uint8Array(await file.arrayBuffer()));
      });
    },
  };
}
