/** Answers that came with the document: the first screen shows without a request. */
import type { ConsoleAnswer, ConsoleAnswers } from '@meridian/contracts/console/renderer';

/** @returns undefined where the server has to be asked */
export type ReadGiven = (address: string) => Promise<ConsoleAnswer | undefined> | undefined;

/** Id of the script element that holds them, of the type `application/json`. */
const elementId = 'answers';

/** Each is given once: what is read again comes from the server. */
export function givenAnswers(): ReadGiven {
  const element = document.getElementById(elementId);
  const answers = new Map(Object.entries(JSON.parse(element?.textContent ?? '{}') as ConsoleAnswers));
  element?.remove();
  return (address) => {
    const answer = answers.get(address);
    answers.delete(address);
    return answer && Promise.resolve(answer);
  };
}
