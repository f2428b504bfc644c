import { useState } from 'react';
import type { ListedPerson } from './read-list.ts';

export interface ListReader {
  busy: boolean;
  /** Message about the last list. */
  message: string | undefined;
  /** @returns whether people were found */
  readText(text: string, source: string): Promise<boolean>;
  readFile(file: File): Promise<boolean>;
}

const maxBytes = 500_000;

const peopleOf = (count: number) => (count === 1 ? '1 person' : `${count} people`);

function summaryOf(source: string, found: number, added: number, warnings: readonly string[]): string {
  const known = found - added;
  const parts = [`${peopleOf(found)} read from ${source}.`];
  if (known > 0) parts.push(`${known === 1 ? '1 was' : `${known} were`} there already.`);
  return [...parts, ...warnings].join(' ');
}

/**
 * Reads lists of people. The CSV parser is loaded with the first one.
 * @param add adds the people; returns how many were new
 */
export function useListReader(add: (people: readonly ListedPerson[]) => number): ListReader {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  function fail(sentence: string): false {
    setMessage(sentence);
    return false;
  }

  async function read(source: string, text: () => Promise<string | undefined>): Promise<boolean> {
    setBusy(true);
    try {
      const { readList } = await import('./read-list.ts');
      const content = await text();
      if (content === undefined)
        return fail(`${source} is a spreadsheet. Save it as CSV, or copy its rows and paste them here.`);
      const { people, warnings } = readList(content);
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
    readText: (text, source) => read(source, async () => text),
    async readFile(file) {
      if (file.size > maxBytes) return fail(`${file.name} is too large for a list of people.`);
      return read(file.name, async () => {
        const { decodeText } = await import('./decode-text.ts');
        return decodeText(new Uint8Array(await file.arrayBuffer()));
      });
    },
  };
}
